import { expect, test } from "vitest";
import { normalizedId } from "./item-key.ts";

test("the normalized id pads digits to 18 and leaves other barcodes as they are", () => {
  expect(normalizedId("GB", { itemKey: "5012345678900", barcode: "05012345678900" })).toBe(
    "local:en:gb:000005012345678900",
  );
  expect(normalizedId("FR", { itemKey: "Mug/1", barcode: "Mug/1" })).toBe("local:en:fr:Mug/1");
  expect(normalizedId("GB", { itemKey: "1".repeat(20), barcode: "1".repeat(20) })).toBe(
    `local:en:gb:${"1".repeat(20)}`,
  );
});
