import { expect, test } from "vitest";
import { cleanBarcode, isGtin } from "./barcode.ts";

test.each([
  [" 5012345678900\u00a0", "5012345678900"],
  ["'5012345678917", "5012345678917"],
  ["'5012345678917'", "5012345678917"],
  ['="5012345678979"', "5012345678979"],
  ["5012345678900.0", "5012345678900"],
  ["5-012345-678900", "5012345678900"],
  ["5012345 678900", "5012345678900"],
  ["0-306-40615-2", "9780306406157"],
  ["0306406152", "9780306406157"],
  ["080442957X", "9780804429573"],
  ["0-8044-2957-x", "9780804429573"],
  ["978-0-306-40615-7", "9780306406157"],
])("%j is stored as %j", (given, stored) => {
  expect(cleanBarcode(given)).toBe(stored);
  expect(cleanBarcode(stored)).toBe(stored);
});

test.each(["0306406153", "50-12345", "5012345678901-2", "MUG-1", "12 34", "1.0", "=", '="', "0012", "5012345678901.5"])(
  "%j is no GTIN or ISBN and keeps its spelling",
  (given) => expect(cleanBarcode(given)).toBe(given),
);

test("a check digit is verified for each length of a GTIN", () => {
  expect(["96385074", "036000291452", "5012345678900", "10614141000415"].map(isGtin)).toEqual([true, true, true, true]);
  expect(["96385075", "5012345678901", "123456789", "501234567890x"].map(isGtin)).toEqual([false, false, false, false]);
});
