import { expect, test } from "vitest";
import { itemKeyOf } from "./item-key.ts";

test.each([
  ["0005012345678900", "5012345678900"],
  ["5012345678900", "5012345678900"],
  ["00012345", "00012345"],
  ["01234567", "1234567"],
  ["0000000", "0000000"],
  ["00MUG", "00MUG"],
  ["mug", "mug"],
  ["Mug", "Mug"],
  ["٠١٢٣٤٥٦٧٨", "٠١٢٣٤٥٦٧٨"],
])("%s is compared as %s: leading zeros go where at least 7 ASCII digits remain", (barcode, key) => {
  expect(itemKeyOf(barcode)).toBe(key);
});
