import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("the edit for all stores is found beside those of any number of stores", async () => {
  const { id: retailerId } = await t.retailer();
  const read = (barcode: string) => caller.customizations.getForAllStores({ retailerId, barcode });
  const body = [];
  for (let n = 0; n < 101; n++) body.push({ barcode: "mug", storeId: (await t.store(retailerId)).id, hidden: true });
  await caller.customizations.postBatch({ retailerId, body });
  expect(await read("mug")).toBeNull();
  const { customization } = await caller.customizations.post({ retailerId, body: { barcode: "mug", title: "Mug" } });
  expect([await read("mug"), await read("hat")]).toEqual([customization, null]);
});

test("the edit of a store comes with the texts for search that all stores give it", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const { ids: other } = await t.store(retailerId);
  for (const at of [ids, other]) {
    await caller.inventory.patchStock({ ...at, body: [{ barcode: "mug", price: 1, quantity: 1 }] });
  }
  const read = (at = ids) => caller.customizations.getForStore({ ...at, barcode: "mug" });
  const none = { title: null, description: null, image: null, pickup: null };
  expect(await read()).toEqual({ edit: null, forSearch: none });
  const search = { title: "Tea mug", description: "A mug for tea." };
  const everywhere = { title: "Mug", for: { search } };
  await caller.customizations.edit({ retailerId, barcode: "mug", body: everywhere });
  const edit = await caller.customizations.edit({
    ...ids,
    barcode: "mug",
    body: { title: "Mug of York", for: { search: { description: "From York." } } },
  });
  expect(await read()).toEqual({ edit, forSearch: { ...none, description: "A mug for tea." } });
  expect(await read(other)).toEqual({ edit: null, forSearch: { ...none, ...search } });
  const elsewhere = { ...ids, retailerId: (await t.retailer()).id };
  await expect(read(elsewhere)).rejects.toMatchObject({ cause: { code: "StoreNotFound" } });
});

test("a customization is read by its id, within its retailer", async () => {
  const { id: retailerId } = await t.retailer();
  const other = await t.retailer();
  const body = { barcode: "mug", hidden: true, channels: [] };
  const { customization } = await caller.customizations.post({ retailerId, body });
  const customizationId = customization.id;
  expect(await caller.customizations.get({ retailerId, customizationId })).toEqual(customization);
  for (const input of [
    { retailerId: other.id, customizationId },
    { retailerId, customizationId: "none" },
  ]) {
    await expect(caller.customizations.get(input)).rejects.toMatchObject({ cause: { code: "CustomizationNotFound" } });
  }
});
