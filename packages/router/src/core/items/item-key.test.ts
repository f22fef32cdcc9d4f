import { createTestContext } from "@highstreet/router/testing";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { isVisibleIn, visibleIn } from "./index.ts";
import { gtinOf, itemKeyOf, normalizedId } from "./item-key.ts";
import { isGtin } from "./items.sql.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("the GTINs of the database are those of the code", async () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 5, maxLength: 16 });
  const known = ["5012345678900", "4006381333931", "96385074", "9638507", "2012345678903", "036000291452", "", "mug-1"];
  const key = fc.oneof(
    digits,
    fc.constantFrom(...known),
    fc.string({ maxLength: 20 }).filter((text) => !text.includes("\0")),
  );
  const numbers = fc.array(key, { minLength: 200, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(numbers, async (keys) => {
      const rows = await t.ctx.db.query<{ is: boolean }>(
        `SELECT ${isGtin("k")} AS is FROM unnest($1::text[]) WITH ORDINALITY u (k, n) ORDER BY n`,
        [[...keys, ...known]],
      );
      expect(rows.map((row) => row.is)).toEqual([...keys, ...known].map((one) => gtinOf(one) !== null));
    }),
    { numRuns: 50 },
  );
});

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

test("the rule of visibility is the same in SQL and in TypeScript", async () => {
  const channels = ["search", "local_ads", "webhooks"] as const;
  const selections = [null, [], ["search"], ["local_ads", "webhooks"], [...channels]];
  for (const [hidden, paused] of [
    [false, null],
    [true, null],
    [false, ["search"]],
    [false, []],
  ] as const) {
    for (const selection of selections) {
      for (const channel of channels) {
        const [row] = await t.ctx.db.query(
          `SELECT ${visibleIn(`'${channel}'`)} AS fixed, ${visibleIn("$3", "i.")} AS given
           FROM (SELECT $1::boolean AS hidden, $2::text[] AS channels, $4::text[] AS paused) i`,
          [hidden, selection, channel, paused],
        );
        const isVisible = isVisibleIn({ hidden, channels: selection, paused }, channel);
        expect(row, `${channel} of ${selection}`).toEqual({ fixed: isVisible, given: isVisible });
      }
    }
  }
});
