import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvReader, findDelimiter } from "./csv-reader.ts";

type Read = { line: number; fields?: string[]; unclosed?: string }[];

/** Reads a text that comes in pieces, cut at the given places. */
function read(text: string, cuts: number[] = [], delimiter = ","): Read {
  const out: Read = [];
  const reader = new CsvReader(delimiter, {
    row: (line, fields) => out.push({ line, fields }),
    unclosed: (line, rest) => out.push({ line, unclosed: rest }),
  });
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  for (const [index, place] of places.slice(1).entries()) reader.push(text.slice(places[index], place));
  reader.end();
  return out;
}

const cell = fc.string({ unit: fc.constantFrom("a", "£", '"', ",", "\n", "\r\n", " ", ";"), maxLength: 6 });
const cuts = fc.array(fc.nat(400), { maxLength: 6 });

test("what RFC 4180 quotes is read back, wherever the pieces are cut, and lines are counted as the file has them", () => {
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

test("any text at all is read the same whole and in pieces, and no line is lost", () => {
  const garbage = fc.string({ unit: fc.constantFrom("a", '"', '"', ",", "\n", "\r", " "), maxLength: 60 });
  fc.assert(
    fc.property(garbage, cuts, (text, at) => {
      const whole = read(text);
      expect(read(text, at)).toEqual(whole);
      const lines = text.split("\n").flatMap((line, index) => (/^\s*$/.test(line) ? [] : [index + 1]));
      const begins = whole.map(({ line }) => line);
      expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => a - b));
      // Every line that is not blank begins a record or stands inside a quoted one that began before it.
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
    ['"a"x,"b ""c"""', [{ line: 1, fields: ["ax", 'b "c"'] }]],
    [
      'a,"b\nc,d\n',
      [
        { line: 1, unclosed: 'a,"b' },
        { line: 2, fields: ["c", "d"] },
      ],
    ],
    ['"",\n', [{ line: 1, fields: ["", ""] }]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    ["a,b;c,d", ","],
    ["a;b;c,d", ";"],
    ["a\tb", "\t"],
    ['"x,y,z"|b', "|"],
    ["\n\nonly", ","],
  ])("the header %j is split at %j", (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });
});
