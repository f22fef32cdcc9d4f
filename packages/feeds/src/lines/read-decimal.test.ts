import fc from "fast-check";
import { expect, test } from "vitest";
import { readDecimal, roundHalfUp } from "./read-decimal.ts";

const pence = (text: string, commas = false): number | null => {
  const decimal = readDecimal(text, commas);
  return decimal && roundHalfUp(decimal, 2);
};

test.each([
  ["44.9", 4490],
  ["1,234.50", 123450],
  [".99", 99],
  ["5.", 500],
  ["4,50", 450],
  ["0,500", 50],
  ["1.234,50", 123450],
  ["0.005", 1],
  ["0.0049", 0],
  ["1.005", 101],
  ["9.995", 1000],
  ["1'234.50", 123450],
  ["1\u00a0234\u00a0567", 123456700],
  ["+3", 300],
  ["-0.004", 0],
  ["-1.5", -150],
])("%j is %j hundredths", (text, expected) => {
  expect(pence(text)).toBe(expected);
});

test.each([
  ["4,50", 450],
  ["1.234,50", 123450],
  ["1.234.567", 123456700],
  ["4.50", 450],
  ["1 234,5", 123450],
  ["1,234.50", 123450],
  [",99", 99],
])("in a file with semicolons %j is %j hundredths", (text, expected) => {
  expect(pence(text, true)).toBe(expected);
});

test.each([
  "",
  "free",
  "1,2,3",
  "1.2.3",
  ".",
  ",",
  "-",
  "1e3",
  "0x10",
  "--1",
  "£5",
  "12,34.5",
  "12 34",
  "1,234 567",
  "١٢",
])("%j is no number", (text) => {
  expect(readDecimal(text, false)).toBeNull();
});

test.each([" ", "\u00a0", "0", ",000", "£", " £", "'", "1."])(
  "one pass decides that a megabyte of %j is no number. Backtracking would take hours",
  (part) => {
    const long = part.repeat(1_000_000 / part.length);
    for (const commas of [false, true]) {
      for (const text of [`1${long}x`, `£1${long}x`, `1${long}£`, `x${long}£`, `${long}1`]) readDecimal(text, commas);
      expect(readDecimal(`1${long}x`, commas)).toBeNull();
    }
  },
);

test("1.234 in a file with semicolons may be a thousand or one: it is not guessed", () => {
  expect(readDecimal("1.234", true)).toBeNull();
});

test("rounding is exact: half up by magnitude, as integers say it", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 6 }), (units, digits) => {
      const text = units.toString().padStart(digits + 1, "0");
      const scale = 10n ** BigInt(digits);
      expect(pence(`${text.slice(0, -digits)}.${text.slice(-digits)}`)).toBe(
        Number((units * 100n * 2n + scale) / (scale * 2n)),
      );
    }),
  );
});
