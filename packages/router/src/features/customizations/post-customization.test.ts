import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("the first call creates the customization of an item that no store has, and the next one edits it", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const post = (body: object) => caller.customizations.post({ ...ids, body: { barcode: "mug", ...body } });
  const first = await post({ hidden: true });
  expect(first).toMatchObject({ created: true, customization: { storeId: ids.storeId, hidden: true, version: 1 } });
  expect(await post({ hidden: null })).toMatchObject({
    created: false,
    customization: { id: first.customization.id, hidden: null, version: 2 },
  });
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 5 }] });
  await post({ hidden: true });
  expect(await caller.inventory.getItem({ ...ids, barcode: "mug" })).toMatchObject({ hidden: true, version: 3 });
});

test("a store of another retailer is not found", async () => {
  const { id: retailerId } = await t.retailer();
  const other = await t.store((await t.retailer()).id);
  const call = caller.customizations.post({ retailerId, storeId: other.id, body: { barcode: "mug", hidden: true } });
  await expect(call).rejects.toMatchObject({ cause: { code: "StoreNotFound" } });
});
