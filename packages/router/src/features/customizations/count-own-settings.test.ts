import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
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
    if ("hidden" in edit) await api.customizations.post({ ...ids, body: { barcode, ...edit } });
  }
  const stores = async (edit: CountOwnSettings["edit"]) =>
    (await api.customizations.countOwnSettings({ retailerId, barcode, edit })).stores;
  // The edit leaves the first store as it is, and the second one shows what it would show anyway.
  expect(await stores({ hidden: true })).toBe(1);
  expect(await stores({ hidden: false })).toBe(2);
  expect(await stores({ hidden: null })).toBe(2);
  expect(await stores({ hidden: true, hiddenUntil: "2100-01-01T00:00:00Z" })).toBe(2);
  expect(await stores({ channels: [] })).toBe(0);
  const bulk = await api.operations.planEdit({ retailerId, body: { filter: {}, edit: { hidden: true } } });
  expect(bulk.ownSettings.replaced).toBe(1);
  await api.customizations.edit({ retailerId, barcode, body: { hidden: true } });
  const [first] = (await api.stores.list({ retailerId, page: { size: 1 } })).data;
  await api.customizations.edit({
    retailerId,
    storeId: first?.id ?? "",
    barcode,
    body: { hidden: false, channels: [] },
  });
  expect(await stores({ hidden: true }), "shown in one store alone").toBe(1);
  expect(await stores({ channels: [] }), "the same channels").toBe(0);
  expect(await stores({ channels: null })).toBe(1);
});
