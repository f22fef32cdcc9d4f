import fc from "fast-check";
import { expect, test } from "vitest";
import { readDecimal, roundHalfUp } from "./read-decimal.ts";

const money = (text: string, commas = false): string | null => {
  const decimal = readDecimal(text, commas);
  return decimal && roundHalfUp(decimal, 2);
};

test.each([
  ["44.9", "44.90"],
  ["£1,234.50", "1234.50"],
  ["1 234.50 €", "1234.50"],
  ["0.005", "0.01"],
  ["0.0049", "0.00"],
  ["1.005", "1.01"],
  ["9.995", "10.00"],
  ["+3", "3.00"],
  ["-0.004", "0.00"],
  ["-1.5", "-1.50"],
])("%j is %j", (text, expected) => {
  expect(money(text)).toBe(expected);
});

test.each([
  ["4,50", "4.50"],
  ["1.234,50", "1234.50"],
  ["1.234.567", "1234567.00"],
  ["4.50", "4.50"],
])("in a file with semicolons %j is %j", (text, expected) => {
  expect(money(text, true)).toBe(expected);
});

test.each(["", "free", "1,2,3", "4,50", "1.2.3", "1e3", "0x10", "--1", ".5", "1.", "12,34.5", "١٢"])(
  "%j is no number",
  (text) => {
    expect(readDecimal(text, false)).toBeNull();
  },
);

test("1.234 in a file with semicolons may be a thousand or one: it is not guessed", () => {
  expect(readDecimal("1.234", true)).toBeNull();
});

test("rounding is exact: half up by magnitude, as integers say it", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 6 }), (units, digits) => {
      const text = units.toString().padStart(digits + 1, "0");
      const rounded = money(`${text.slice(0, -digits)}.${text.slice(-digits)}`);
      const scale = 10n ** BigInt(digits);
      const hundredths = (units * 100n * 2n + scale) / (scale * 2n);
      expect(rounded).toBe(`${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, "0")}`);
    }),
  );
});
