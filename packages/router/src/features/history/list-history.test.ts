import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const barcode = "5000000000001";

async function shop() {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const caller = createCaller(world.ctx);
  await caller.inventory.patchStock({ ...ids, body: [{ barcode, price: 1, quantity: 5 }] });
  const entries = async (filter: object = {}) =>
    (await caller.history.list({ retailerId, page: { size: 100 }, ...filter })).data;
  return { retailerId, ids, caller, entries };
}

test("every write is in the history of its retailer, the newest first, with who, before, after and the request", async () => {
  const { retailerId, ids, caller, entries } = await shop();
  await caller.retailers.update({ retailerId, body: { name: "Corner" } });
  await caller.stores.update({ ...ids, body: { phone: "020" } });
  await caller.customizations.edit({ retailerId, barcode, body: { hidden: true } });
  await caller.customizations.edit({ retailerId, barcode, body: { hidden: false } });
  await caller.customizations.deleteByBarcode({ retailerId, barcode });
  const all = await entries();
  expect(all.map(({ action }) => action)).toEqual([
    "customization.delete",
    "customization.update",
    "customization.create",
    "store.update",
    "retailer.update",
    "store.create",
    "retailer.create",
  ]);
  expect(all[1]).toMatchObject({
    actor: { kind: "key", id: world.partner.key.id, name: expect.stringMatching(/./) },
    target: { type: "customization", storeId: null, barcode },
    before: { hidden: true, version: 1 },
    after: { hidden: false, version: 2 },
    requestId: "test",
  });
  expect(all[3]).toMatchObject({ before: { phone: null }, after: { phone: "020" } });
  expect(all[0]?.after).toBeNull();
});

test("entries are found by barcode, store, actor, action and time", async () => {
  const { ids, caller, entries } = await shop();
  await caller.customizations.edit({ ...ids, barcode, body: { hidden: true } });
  const actions = async (filter: object) => (await entries(filter)).map(({ action }) => action);
  expect(await actions({ barcode: `000${barcode}` })).toEqual(["customization.create"]);
  expect(await actions({ storeId: ids.storeId })).toEqual(["customization.create", "store.create"]);
  expect(await actions({ action: "store.create" })).toEqual(["store.create"]);
  expect(await actions({ actor: "somebody else" })).toEqual([]);
  world.advance(1_000);
  expect(await actions({ since: world.ctx.now().toISOString() })).toEqual([]);
});

test("a PATCH of a till creates an ingest and no history entry", async () => {
  const { ids, caller, entries } = await shop();
  const before = await entries();
  await caller.inventory.patchStock({ ...ids, body: [{ barcode, price: 2, quantity: 2 }] });
  expect(await entries()).toEqual(before);
  expect((await caller.inventory.listIngests({ ...ids, page: {} })).data).toMatchObject([{ mode: "patch" }, {}]);
});

test("a write that is rolled back is not in the history", async () => {
  const { retailerId, caller, entries } = await shop();
  const before = await entries();
  await expect(caller.customizations.edit({ retailerId, barcode, body: { description: "Alone" } })).rejects.toThrow();
  expect(await entries()).toEqual(before);
});

test("enabled, changed and removed channels are in the history without their secrets", async () => {
  const { ids, caller, entries } = await shop();
  const enable = (webhookUrl: string) =>
    caller.channels.enable({
      ...ids,
      body: { type: "webhooks", parameters: { webhookUrl, secret: canary("webhook") } },
    });
  await enable("https://shop.invalid/a");
  await enable("https://shop.invalid/b");
  await caller.channels.remove({ ...ids, type: "webhooks" });
  const [removed, changed, enabled] = await entries();
  expect([removed, changed, enabled].map((entry) => entry?.action)).toEqual([
    "channel.remove",
    "channel.update",
    "channel.enable",
  ]);
  expect(changed).toMatchObject({
    target: { type: "channel", id: "webhooks", storeId: ids.storeId },
    before: { parameters: { webhookUrl: "https://shop.invalid/a" } },
    after: { parameters: { webhookUrl: "https://shop.invalid/b" } },
  });
  expect(JSON.stringify([removed, changed, enabled])).not.toContain(canary("webhook"));
});
