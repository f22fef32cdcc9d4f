import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

const barcode = "0005012345678900";

async function newStore() {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode, price: 10, quantity: 5 }] });
  const statuses = async () =>
    (await caller.events.list({ ...ids, page: { size: 100 } })).data.flatMap((event) =>
      event.action === "inventory.update" ? [event.data.status] : [],
    );
  return { retailerId, ids, statuses };
}

const failsWith = (code: string) => ({ cause: { code } });

test("deleting a customization publishes the item again", async () => {
  const { ids, retailerId, statuses } = await newStore();
  const { customization } = await caller.customizations.post({ ...ids, body: { barcode, hidden: true } });
  await caller.customizations.delete({ retailerId, customizationId: customization.id });
  expect(await statuses()).toEqual(["in_stock", "out_of_stock", "in_stock"]);
  const again = caller.customizations.delete({ retailerId, customizationId: customization.id });
  await expect(again).rejects.toMatchObject(failsWith("CustomizationNotFound"));
});

test("a call by barcode names exactly one customization, in its query or in its body", async () => {
  const { ids, retailerId, statuses } = await newStore();
  await caller.customizations.post({ ...ids, body: { barcode, hidden: true } });
  const remove = (input: object) => caller.customizations.deleteByBarcode({ retailerId, ...input });
  await expect(remove({})).rejects.toMatchObject(failsWith("MalformedRequest"));
  await expect(remove({ storeId: ids.storeId })).rejects.toMatchObject(failsWith("MalformedRequest"));
  await expect(remove({ barcode, body: { barcode: "other" } })).rejects.toMatchObject(failsWith("MalformedRequest"));
  await expect(remove({ barcode, body: { barcode, storeId: ids.storeId } })).rejects.toMatchObject(
    failsWith("MalformedRequest"),
  );
  await expect(remove({ barcode })).rejects.toMatchObject(failsWith("CustomizationNotFound"));
  await remove({ body: { barcode: "5012345678900", storeId: ids.storeId } });
  expect(await statuses()).toEqual(["in_stock", "out_of_stock", "in_stock"]);
});
