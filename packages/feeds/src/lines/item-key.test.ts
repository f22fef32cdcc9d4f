import { expect, test } from "vitest";
import { itemKeyOf, readBarcode } from "./barcode.ts";

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

test.each([
  ["(01)05012345678900", {}, { barcode: "5012345678900", exactKey: "(01)05012345678900" }],
  ["04252614", { name: () => "UPC" }, { barcode: "042100005264", exactKey: "4252614" }],
  ["5012345678900, ABC-1", { isCell: true }, { barcode: "5012345678900", exactKey: "5012345678900, ABC-1" }],
  ["0-306-40615-2", {}, { barcode: "9780306406157" }],
  ["005012345678900", {}, { barcode: "005012345678900" }],
  ["MUG-1", { isCell: true }, { barcode: "MUG-1" }],
])("%j has the key of its spelling only if the rules for GTINs give another one", (text, place, read) =>
  expect(readBarcode(text, place)).toEqual(read),
);
