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

test("a record is sent back after a channel that it names was removed, and a new record cannot name the channel", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await caller.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "1234567890" } } });
  const edit = { barcode: "mug", channels: ["search"] };
  const posts = {
    "one store": (body: object) => caller.customizations.post({ ...ids, body: { ...edit, ...body } }),
    "all stores": (body: object) => caller.customizations.post({ retailerId, body: { ...edit, ...body } }),
    "a batch": (body: object) => caller.customizations.postBatch({ retailerId, body: [{ ...edit, ...body }] }),
  };
  await posts["all stores"]({});
  await posts["one store"]({});
  await caller.channels.remove({ ...ids, type: "search" });
  for (const [name, post] of Object.entries(posts)) {
    await post({ brand: null });
    for (const body of [{ channels: ["search", "webhooks"] }, { barcode: "cup" }]) {
      await expect(post(body), name).rejects.toMatchObject({ cause: { code: "ChannelNotEnabledForStore" } });
    }
  }
  expect((await posts["all stores"]({})).customization).toMatchObject({ channels: ["search"], version: 1 });
});
