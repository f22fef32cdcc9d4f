import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext } from "../../testing.ts";
import type { CountOwnSettings } from "./customizations.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

test("counts the stores whose own settings an edit for all stores removes, and bulk edits count alike", async () => {
  const { id: retailerId } = await t.retailer();
  const barcode = "mug";
  const own = [{ hidden: true }, { hidden: false }, { hidden: true, hiddenWhile: { priceUnder: 5 } }, {}];
  for (const edit of own) {
    const { ids } = await t.store(retailerId);
    await api.inventory.patchStock({ ...ids, body: [{ barcode, price: 1, quantity: 1 }] });
    if ("hidden" in edit) await api.customizations.edit({ ...ids, barcode, body: edit });
  }
  const stores = async (edit: CountOwnSettings["edit"]) =>
    (await api.customizations.countOwnSettings({ retailerId, barcode, edit })).stores;
  // The edit leaves the first store as it is.
  expect(await stores({ hidden: true })).toBe(2);
  expect(await stores({ hidden: false })).toBe(2);
  expect(await stores({ hidden: null })).toBe(3);
  expect(await stores({ hidden: true, hiddenUntil: "2100-01-01T00:00:00Z" })).toBe(3);
  expect(await stores({ channels: [] })).toBe(0);
  const bulk = await api.operations.planEdit({ retailerId, body: { filter: {}, edit: { hidden: true } } });
  expect(bulk.ownSettings.replaced).toBe(2);
});
