import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import type { ShopSetup } from "./overview.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const { prisma } = t.ctx.db;

const setup = (retailerId: string, storeId?: string) => caller.overview.setup({ retailerId, storeId });
const statesOf = ({ steps }: ShopSetup) => Object.fromEntries(steps.map(({ id, status }) => [id, status]));
const sell = (ids: { retailerId: string; storeId: string }) =>
  caller.inventory.patchStock({ ...ids, body: [{ barcode: "X", price: 1, quantity: 1 }] });
const webhooks = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };

test("follows a shop from nothing to live, by its records alone", async () => {
  const { id: retailerId } = await t.retailer({ name: "Books" });
  const empty = await setup(retailerId);
  expect(empty).toMatchObject({ store: null, next: "store", isLive: false });
  expect(statesOf(empty)).toEqual({
    ...{ shop: "done", store: "open", till: "open", stock: "open", search: "optional", webhooks: "optional" },
  });

  const { ids } = await t.store(retailerId, { name: "Shambles", city: "York" });
  const named = await setup(retailerId);
  expect(named).toMatchObject({ store: { id: ids.storeId, name: "Shambles" }, next: "till" });
  expect(named.steps.map(({ found }) => found)).toEqual(["Books", "Shambles, York", null, null, null, null]);

  await caller.inventory.connect({ ...ids, body: { provider: "csv-upload" } });
  expect(await setup(retailerId)).toMatchObject({ next: "stock" });

  await sell(ids);
  const stocked = await setup(retailerId);
  expect(stocked).toMatchObject({ next: "search", isLive: false });
  expect(stocked.steps.map(({ found }) => found).slice(2)).toEqual(["File upload", "1", null, null]);

  await caller.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: "7" } } });
  const waiting = await setup(retailerId);
  expect(waiting).toMatchObject({ next: null, isLive: false });
  expect(waiting.steps[4]).toEqual({ id: "search", status: "waiting", isPast: true, found: "7" });
  expect(waiting.steps[5]).toMatchObject({ id: "webhooks", isPast: false });

  await prisma.channel.updateMany({ where: ids, data: { status: "connected" } });
  const live = await setup(retailerId);
  expect(live).toMatchObject({ next: null, isLive: true });
  expect(statesOf(live)).toMatchObject({ search: "done", webhooks: "optional" });
});

test("a shop with webhooks alone has no step left, and stock without a till's settings counts as a till", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await sell(ids);
  await prisma.inventorySource.updateMany({ where: ids, data: { provider: null } });
  await caller.channels.enable({ ...ids, body: { type: "webhooks", parameters: webhooks } });
  const found = await setup(retailerId);
  expect(found).toMatchObject({ next: null });
  expect(statesOf(found)).toMatchObject({ till: "done", stock: "done", search: "optional", webhooks: "waiting" });
});

test("is about the store that is furthest, or about the given store", async () => {
  const { id: retailerId } = await t.retailer();
  const first = await t.store(retailerId, { name: "First" });
  const second = await t.store(retailerId, { name: "Second" });
  const third = await t.store(retailerId, { name: "Third" });
  expect((await setup(retailerId)).store?.name).toBe("First");
  await sell(second.ids);
  expect((await setup(retailerId)).store?.name).toBe("Second");
  await sell(third.ids);
  await caller.channels.enable({ ...third.ids, body: { type: "search", parameters: { locationId: "8" } } });
  expect((await setup(retailerId)).store?.name).toBe("Third");
  expect(await setup(retailerId, first.id)).toMatchObject({ store: { name: "First" }, next: "till" });
});

test("refuses the shop of another partner, and the store of another shop", async () => {
  const { id: retailerId } = await t.retailer();
  const other = await t.store((await t.retailer()).id);
  await expect(setup(retailerId, other.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(stranger.overview.setup({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
