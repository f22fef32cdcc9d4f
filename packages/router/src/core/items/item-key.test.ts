import fc from "fast-check";
import { expect, test } from "vitest";
import { itemKeyOf, normalizedId } from "./item-key.ts";

test("the normalized id pads keys without leading zeros to 18 digits and leaves other barcodes as they are", () => {
  expect(normalizedId("GB", { itemKey: "5012345678900", barcode: "05012345678900" })).toBe(
    "local:en:GB:000005012345678900",
  );
  expect(normalizedId("FR", { itemKey: "Mug/1", barcode: "Mug/1" })).toBe("local:en:FR:Mug/1");
  expect(normalizedId("GB", { itemKey: "1".repeat(20), barcode: "1".repeat(20) })).toBe(
    `local:en:GB:${"1".repeat(20)}`,
  );
  expect(normalizedId("gb", { itemKey: "123456", barcode: "123456" })).toBe("local:en:GB:123456");
  expect(normalizedId("GB", { itemKey: "1234567", barcode: "01234567" })).toBe("local:en:GB:000000000001234567");
});

test("different items of a store have different ids", () => {
  const digits = fc.string({ unit: fc.constantFrom("0", "1", "2"), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      const idOf = (barcode: string) => normalizedId("GB", { itemKey: itemKeyOf(barcode), barcode });
      expect(idOf(a) === idOf(b)).toBe(itemKeyOf(a) === itemKeyOf(b));
    }),
  );
});
