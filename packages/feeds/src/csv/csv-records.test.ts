import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_RECORD_BYTES } from "../lines/feed-line.ts";
import { type CsvDialect, CsvRecords, findDelimiter, findNewline } from "./csv-records.ts";

type Read = { line: number; fields?: string[]; broken?: string }[];

/** Reads a text in pieces, cut at the given places. */
function read(text: string, cuts: number[] = [], dialect: Partial<CsvDialect> = {}, widths: number[] = []): Read {
  const out: Read = [];
  const reader = new CsvRecords(
    { delimiter: ",", newline: "\n", ...dialect },
    {
      record: (line, fields) => out.push({ line, fields }),
      broken: (line, { code, value }) => out.push({ line, broken: `${code} ${value}` }),
    },
    { widths },
  );
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) {
    reader.push(bytes.subarray(places[index], place));
    while (reader.read());
  }
  reader.end();
  while (reader.read());
  return out;
}

const cell = fc.string({ unit: fc.constantFrom("a", "£", '"', ",", "\n", "\r\n", " ", ";"), maxLength: 6 });
const cuts = fc.array(fc.nat(400), { maxLength: 6 });

test("quoted values of RFC 4180 are read unchanged with any cuts between pieces, and lines count as in the file", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }), cuts, (rows, at) => {
      const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")).join("\r\n");
      let line = 1;
      const expected = rows.map((fields) => {
        const here = { line, fields };
        line += 1 + fields.join("").split("\n").length - 1;
        return here;
      });
      expect(read(text, at)).toEqual(expected);
    }),
  );
});

test("any text has the same result as a whole and in pieces, and no line is lost", () => {
  const garbage = fc.string({ unit: fc.constantFrom("a", '"', '"', ",", "\n", "\r", " "), maxLength: 60 });
  fc.assert(
    fc.property(garbage, cuts, fc.constantFrom<number[]>([], [2], [3]), (text, at, widths) => {
      const whole = read(text, [], {}, widths);
      expect(read(text, at, {}, widths)).toEqual(whole);
      const lines = text.split("\n").flatMap((line, index) => (/^\s*$/.test(line) ? [] : [index + 1]));
      const begins = whole.map(({ line }) => line);
      expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => a - b));
      // Every non-blank line begins a record, or is inside a quoted record that began before it.
      expect(lines[0]).toBe(begins[0]);
    }),
  );
});

describe("in detail", () => {
  test.each([
    [
      "a,b\n\n  \nc,d",
      [
        { line: 1, fields: ["a", "b"] },
        { line: 4, fields: ["c", "d"] },
      ],
    ],
    ['5" nail,2\n', [{ line: 1, fields: ['5" nail', "2"] }]],
    ['="a","b ""c"""', [{ line: 1, fields: ['="a"', 'b "c"'] }]],
    ['"a"x,"b ""c"""', [{ line: 1, broken: 'unclosed_quote "a"x,"b ""c"""' }]],
    ['a, "b, c" ,d', [{ line: 1, fields: ["a", "b, c", "d"] }]],
    ['a,"12\\" wide, black",d', [{ line: 1, fields: ["a", '12" wide, black', "d"] }]],
    [
      'a,"""b""\r\n\r\n, c"\r\nd,e',
      [
        { line: 1, fields: ["a", '"b"\r\n\r\n, c'] },
        { line: 4, fields: ["d", "e"] },
      ],
    ],
    [
      '1,2,3\na,b,"c\nd,e,f\ng,h,i"\n',
      [
        { line: 1, fields: ["1", "2", "3"] },
        { line: 2, broken: 'unclosed_quote a,b,"c' },
        { line: 3, fields: ["d", "e", "f"] },
        { line: 4, fields: ["g", "h", 'i"'] },
      ],
    ],
    [
      "a,b\nc,d\u001a\u001a",
      [
        { line: 1, fields: ["a", "b"] },
        { line: 2, fields: ["c", "d"] },
      ],
    ],
    ["a,b\n\u001a", [{ line: 1, fields: ["a", "b"] }]],
    [
      'a,"b\nc,d\n',
      [
        { line: 1, broken: 'unclosed_quote a,"b' },
        { line: 2, fields: ["c", "d"] },
      ],
    ],
    ['""",\n","","""\r\n"', [{ line: 1, fields: ['",\n', "", '"\r\n'] }]],
    ['"",\n', [{ line: 1, fields: ["", ""] }]],
  ])("%j", (text, expected) => {
    expect(read(text, [], {}, [3])).toEqual(expected);
  });

  test.each([
    ["a,b;c,d", ",", "\n"],
    ["a;b;c,d", ";", "\n"],
    ["a\tb\r\nc", "\t", "\n"],
    ['"x,y,z"|b', "|", "\n"],
    ["\n\nonly", ",", "\n"],
    ["a;b\rc;d", ";", "\r"],
    ['a;b\r"c\nd";e\r', ";", "\r"],
    ['a;b\r\n"c\rd";e\r\n', ";", "\n"],
    ['a;5" b\n"c\rd";e\n', ";", "\n"],
  ])("the header of %j is split at %j, lines at %j", (text, delimiter, newline) => {
    const found = findNewline(text);
    expect([findDelimiter(text, found), found]).toEqual([delimiter, newline]);
  });

  test("in a file without newlines, lines end at the carriage return of old Macs", () => {
    expect(read('a,b\r"c\rd",e\r\rf', [], { newline: "\r" })).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 2, fields: ["c\rd", "e"] },
      { line: 5, fields: ["f"] },
    ]);
  });

  test("a too long line is reported once, whole or in pieces, and the next line is read", () => {
    const long = "x".repeat(MAX_RECORD_BYTES);
    const text = `a,1\n${long}y\n${long}\nb,2`;
    const cuts = Array.from({ length: 70 }, (_, n) => n * 65_536);
    const expected = [
      { line: 1, fields: ["a", "1"] },
      { line: 2, broken: `line_too_long ${"x".repeat(200)}` },
      { line: 3, fields: [long] },
      { line: 4, fields: ["b", "2"] },
    ];
    expect(read(text)).toEqual(expected);
    expect(read(text, cuts)).toEqual(expected);
  });

  test("a quote that stays open for too long is rejected, and the lines after it are read", () => {
    const rest = `${"y,1\n".repeat(MAX_RECORD_BYTES / 4)}z,2`;
    const records = read(`"open\n${rest}`, [100, 70_000, 1_000_000]);
    expect(records.slice(0, 2)).toEqual([
      { line: 1, broken: 'unclosed_quote "open' },
      { line: 2, fields: ["y", "1"] },
    ]);
    expect(records).toHaveLength(MAX_RECORD_BYTES / 4 + 2);
  });
});

test.each([
  ["behind a quote within a text", 'x",",\n', 'x",",\n'],
  ["that close before a text", '"a\n"b,c\n', '"a\n"b,c\n'],
  ["that two lines share", 'a,"\n,b"c\n', 'a,"\n,b"c\n'],
  ["above lines of quoted texts", '"open\n', 'a,"",c\n'],
  ["above lines with backslashes", '"open\n', 'a,"\\"b",c\n'],
  ["that a complete line follows", 'a,b,"c\n', 'a,"""",c\n'],
])("many open quotes %s do not each search the rest of the file", (_, first, line) => {
  const found = read(`h,i,j\n${first}${line.repeat(200_000)}`, [], {}, [3]);
  expect(found.length).toBeGreaterThan(190_000);
});
