import fc from "fast-check";
import { expect, test } from "vitest";
import { type DecimalSign, readDecimal, roundHalfUp } from "./read-decimal.ts";

const pence = (text: string, sign: DecimalSign | null = null): number | string | null => {
  const decimal = readDecimal(text, sign);
  return typeof decimal === "string" ? decimal : decimal && roundHalfUp(decimal, 2);
};

test.each([
  ["44.9", 4490],
  ["1,234.50", 123450],
  [".99", 99],
  ["4,50", 450],
  ["0,500", 50],
  ["1.234,50", 123450],
  ["0.005", 1],
  ["0.0049", 0],
  ["1'234.50", 123450],
  ["1\u00a0234\u00a0567", 123456700],
  ["+3", 300],
  ["-0.004", 0],
  ["-1.5", -150],
  ["0.375", 38],
  ["1234.567", 123457],
  ["1,234.567", 123457],
  ["1,234,567", 123456700],
  ["1.234.567", 123456700],
  ["12,34,567.5", 123456750],
  ["1,23,456", 12345600],
  ["\u22123", -300],
  ["\u20133.5", -350],
  ["\uFF0D\uFF11\uFF12\uFF0E\uFF15", -1250],
])("%j is %j hundredths in any file", (text, expected) => {
  for (const sign of [null, ".", ","] as const) expect(pence(text, sign)).toBe(expected);
});

test.each([
  ["8.", ".", 800],
  ["8.", null, 800],
  // The rest of a longer number, such as 8.025.
  ["8.", ",", null],
  ["8,", ".", null],
  ["1.234", ".", 123],
  ["1.005", ".", 101],
  ["9.995", ".", 1000],
  ["1.234", ",", 123400],
  ["1.234", null, "ambiguous"],
  ["-12,345", ",", -1235],
  ["-12,345", ".", -1234500],
  ["123,456", null, "ambiguous"],
] as const)("%j with the decimal sign %j is %j hundredths", (text, sign, expected) => {
  expect(pence(text, sign)).toBe(expected);
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
  "1,23,45",
  "1.23.456",
  "12 34",
  "1,234 567",
])("%j is no number", (text) => {
  expect(readDecimal(text, null)).toBeNull();
});

test.each([" ", "\u00a0", "0", ",000", "£", " £", "'", "1."])(
  "one pass decides that a megabyte of %j is no number. Backtracking would take hours",
  (part) => {
    const long = part.repeat(1_000_000 / part.length);
    for (const sign of [".", ","] as const) {
      for (const text of [`1${long}x`, `£1${long}x`, `1${long}£`, `x${long}£`, `${long}1`]) readDecimal(text, sign);
      expect(readDecimal(`1${long}x`, sign)).toBeNull();
    }
  },
);

test("rounding is exact: half up by magnitude, as integers say it", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 6 }), (units, digits) => {
      const text = units.toString().padStart(digits + 1, "0");
      const scale = 10n ** BigInt(digits);
      expect(pence(`${text.slice(0, -digits)}.${text.slice(-digits)}`, ".")).toBe(
        Number((units * 100n * 2n + scale) / (scale * 2n)),
      );
    }),
  );
});
