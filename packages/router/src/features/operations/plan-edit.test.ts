import { createTestContext } from "@highstreet/router/testing";
import { bulkShop } from "@highstreet/router/testing/bulk";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("a plan counts products, stores and events, and changes nothing", async () => {
  const { caller, retailerId, ids, plan, events } = await bulkShop(t, 4);
  await caller.customizations.edit({ ...ids, barcode: "item-000000", body: { hidden: true } });
  const before = await events();
  const hide = { hidden: true };
  expect(await plan({ filter: {}, edit: hide })).toMatchObject({ products: 4, stores: 2, events: 7 });
  const here = { storeId: ids.storeId };
  expect(await plan({ filter: here, edit: hide })).toMatchObject({ products: 4, stores: 1, events: 3 });
  expect(await plan({ filter: here, edit: { channels: [] } })).toMatchObject({ products: 4, stores: 1, events: 3 });
  expect(await plan({ filter: { hidden: true }, edit: hide })).toMatchObject({ products: 1, stores: 1, events: 1 });
  expect(await plan({ filter: { q: "none" }, edit: hide })).toMatchObject({ products: 0, stores: 0, events: 0 });
  expect(await events()).toBe(before);
  expect((await caller.history.list({ retailerId, page: { size: 100 } })).data[0]).toMatchObject({
    after: { hidden: true },
  });
});

test("a plan counts the events that the edit then writes", async () => {
  const { caller, ids, plan, edit, events } = await bulkShop(t, 6);
  await caller.customizations.edit({ ...ids, barcode: "item-000000", body: { hidden: true } });
  await caller.customizations.edit({ ...ids, barcode: "item-000001", body: { channels: [] } });
  for (const body of [
    { filter: { hidden: false }, edit: { hidden: true } },
    { filter: { edited: true }, edit: { hidden: false } },
    { filter: { storeId: ids.storeId }, edit: { hidden: true, channels: null } },
    { filter: {}, edit: { hidden: null } },
  ]) {
    const [before, planned] = [await events(), await plan(body)];
    await edit(body);
    expect((await events()) - before).toBe(planned.events);
  }
});

test("a text that is one barcode and the beginning of others is refused, and names both ways", async () => {
  const { caller, ids, other, plan, edit } = await bulkShop(t, 0);
  const lines = ["bk1", "bk10", "bk11", "bk2"].map((barcode) => ({ barcode, price: 1, quantity: 5 }));
  await caller.inventory.patchStock({ ...ids, body: lines });
  await caller.inventory.patchStock({ ...other, body: lines });
  const hide = { hidden: true };
  for (const filter of [
    { q: "bk1" },
    { q: " bk1 " },
    { q: "bk1", storeId: ids.storeId },
    { q: "bk1", hidden: false },
  ]) {
    const refused = await plan({ filter, edit: hide }).catch((error) => error);
    expect(refused.cause).toMatchObject({
      code: "ValidationFailed",
      members: { errors: [{ pointer: "/filter/q", message: expect.stringMatching(/"barcode".*"barcodes"/) }] },
    });
    const later = await caller.operations
      .editByFilter({ retailerId: ids.retailerId, body: { filter, edit: hide, selection: "x" } })
      .catch((error) => error);
    expect(later.cause).toMatchObject({ code: "ValidationFailed" });
  }
  const products = async (filter: object) => (await plan({ filter, edit: hide })).products;
  expect(await products({ q: "bk" })).toBe(4);
  expect(await products({ q: "bk2" })).toBe(1);
  expect(await products({ barcode: "bk1" })).toBe(1);
  expect(await products({ barcode: "bk1", q: "bk1" })).toBe(1);
  expect(await products({ q: "bk1", barcodes: ["bk1", "bk11"] })).toBe(2);
  await edit({ filter: { barcode: "bk1" }, edit: hide });
  const { data } = await caller.inventory.listItems({ ...ids, page: { size: 10 }, hidden: true });
  expect(data.map(({ barcode }) => barcode)).toEqual(["bk1"]);
});

test("the filters find products by text, stock, hiding, edits, store and missing channels", async () => {
  const { caller, ids, other, plan } = await bulkShop(t, 5);
  const products = async (filter: object) => (await plan({ filter, edit: { hidden: true } })).products;
  await caller.customizations.edit({ ...ids, barcode: "item-000001", body: { hidden: true } });
  await caller.inventory.patchStock({ ...other, body: [{ barcode: "item-000002", quantity: 0 }] });
  expect(await products({ q: "item-000003" })).toBe(1);
  expect(await products({ barcodes: ["item-000000", "item-000001", "unknown"] })).toBe(2);
  expect(await products({ barcodes: ["item-000000", "item-000001"], hidden: true })).toBe(1);
  expect(await products({ status: "out_of_stock" })).toBe(1);
  expect(await products({ status: "out_of_stock", storeId: ids.storeId })).toBe(0);
  expect(await products({ hidden: true })).toBe(1);
  expect(await products({ edited: true }), "a hide is no edit").toBe(0);
  await caller.customizations.edit({ ...ids, barcode: "item-000001", body: { channels: [] } });
  expect(await products({ edited: true })).toBe(1);
  expect(await products({ edited: false, storeId: ids.storeId })).toBe(4);
  expect(await products({ notShownOn: "webhooks", storeId: ids.storeId })).toBe(5);
  await caller.channels.enable({
    ...ids,
    body: { type: "webhooks", parameters: { webhookUrl: "https://shop.invalid/", secret: canary("webhook") } },
  });
  await t.ctx.db.query("UPDATE channel SET status = 'connected' WHERE retailer_id = $1", [ids.retailerId]);
  expect(await products({ notShownOn: "webhooks", storeId: ids.storeId })).toBe(1);
});

test("a plan counts the stores with settings of their own that an edit for all stores replaces", async () => {
  const { caller, ids, other, plan } = await bulkShop(t, 3);
  const replaced = async (filter: object, edit: object) => (await plan({ filter, edit })).ownSettings.replaced;
  await caller.customizations.post({ ...ids, body: { barcode: "item-000000", hidden: false } });
  await caller.customizations.edit({ ...ids, barcode: "item-000001", body: { hidden: true } });
  await caller.customizations.edit({ ...other, barcode: "item-000001", body: { channels: [] } });
  expect(await replaced({}, { hidden: true })).toBe(0);
  expect(await replaced({}, { hidden: false })).toBe(1);
  expect(await replaced({}, { channels: null })).toBe(1);
  expect(await replaced({}, { hidden: false, channels: null })).toBe(2);
  expect(await replaced({ barcodes: ["item-000002"] }, { hidden: true })).toBe(0);
  expect(await replaced({ storeId: ids.storeId }, { hidden: true })).toBe(0);
});

test("a plan checks the store and the channels", async () => {
  const { plan } = await bulkShop(t, 1);
  const unknown = "01939f30-5a00-7000-8000-000000000001";
  await expect(plan({ filter: { storeId: unknown }, edit: { hidden: true } })).rejects.toMatchObject({
    cause: { code: "StoreNotFound" },
  });
  await expect(plan({ filter: {}, edit: { channels: ["search"] } })).rejects.toMatchObject({
    cause: { code: "ChannelNotEnabledForStore" },
  });
  const reader = createCaller(t.asKey({ scopes: new Set(["inventory:read"]) }));
  const refused = reader.operations.planEdit({ retailerId: unknown, body: { filter: {}, edit: { hidden: true } } });
  await expect(refused).rejects.toMatchObject({ cause: { code: "InsufficientScope" } });
});
