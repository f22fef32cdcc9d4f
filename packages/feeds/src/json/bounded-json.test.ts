import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonBody } from "./bounded-json.ts";
import { surveyJson } from "./survey-json.ts";

const read = (json: string, ofLines?: boolean) => readJsonBody(Buffer.from(json), ofLines);
const codeOf = (json: string): string => {
  try {
    read(json);
    return "read";
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const list = (count: number, entry: (n: number) => string) => `[${Array.from({ length: count }, (_, n) => entry(n))}]`;

test("a body within the bounds is read as JSON.parse reads it", () => {
  const blank = fc.constantFrom("", " ", "\n\t");
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), blank, (value, space) => {
      const json = space + JSON.stringify(value, null, space) + space;
      fc.pre(surveyJson(json).length === 0);
      expect(read(json)).toEqual(JSON.parse(json));
    }),
  );
});

test("a member twice in an object is refused, also with escapes; twice in two objects is not", () => {
  expect(codeOf('{"a":1,"b":{"a":1,"c":[{"a":1},{"a":2}]}}')).toBe("read");
  expect(codeOf('[{"a":1,"b":{"c":1,"\\u0063":2}}]')).toBe("MalformedRequest");
  expect(surveyJson('{"\\q":1}')).toEqual([]);
});

test("each whole number beyond 2^53 is found, and no text that looks like one", () => {
  const texts = [
    '"12345678901234567890"',
    '"\\\\"',
    '"a\\"12345678901234567890"',
    "1.5",
    "9007199254740991",
    "[]",
    "{}",
  ];
  const long = fc.integer({ min: 0, max: 9 }).map((digit) => `1234567890123456789${digit}`);
  const value = fc.oneof(
    fc.constantFrom(...texts),
    long,
    long.map((digits) => `-${digits}`),
  );
  const member = fc.tuple(fc.constantFrom("barcode", "price", 'a"', "\\"), value);
  fc.assert(
    fc.property(fc.uniqueArray(member, { selector: ([name]) => name }), fc.array(value), (members, entries) => {
      const json = `{"list":[${entries}],${members.map(([name, text]) => `${JSON.stringify(name)}:${text},`).join("")}"end":0}`;
      const isLong = (text: string) => /^-?\d{20}$/.test(text);
      const expected = [
        ...entries.filter(isLong).map((text) => [undefined, text]),
        ...members.filter(([, text]) => isLong(text)).map(([name, text]) => [JSON.stringify(name).slice(1, -1), text]),
      ];
      expect(surveyJson(json).map(({ start, end, name }) => [name, json.slice(start, end)])).toEqual(expected);
    }),
  );
  expect(read('{"barcode":12345678901234567890,"ean":12345678901234567891}')).toEqual({
    ...{ barcode: "12345678901234567890", ean: Number("12345678901234567891") },
  });
  expect(read('{"ean":12345678901234567891}', true)).toEqual({ ean: "12345678901234567891" });
});

test.each<[what: string, code: string, json: string]>([
  ["1,000 different names", "read", list(1_000, (n) => `{"n${n}":1}`)],
  ["1,001 different names", "PayloadTooComplex", list(1_001, (n) => `{"n${n}":1}`)],
  ["200,000 values", "read", list(199_999, () => "0")],
  ["200,001 values", "PayloadTooComplex", list(200_001, () => "0")],
  ["300,000 empty lists", "PayloadTooComplex", list(300_000, () => "[]")],
  ["a number of 100 digits", "read", "1".repeat(100)],
  ["a number of 101 digits", "PayloadTooComplex", "1".repeat(101)],
  ["32 levels", "read", `${"[".repeat(32)}${"]".repeat(32)}`],
  ["33 levels", "MalformedRequest", `${"[".repeat(33)}${"]".repeat(33)}`],
  ["a million levels that are not closed", "MalformedRequest", "[".repeat(1e6)],
  ["a text that is not closed", "MalformedRequest", `["${"\\".repeat(1e6)}`],
  ["no JSON", "MalformedRequest", '{"a":1'],
])("a body with %s: %s", (_, code, json) => expect(codeOf(json)).toBe(code));

test("bytes that are not UTF-8 are malformed", () => {
  expect(() => readJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow("not UTF-8");
});
