import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { listTasks } from "../overview/list-tasks.ts";
import { MAX_IN_FLEET } from "./fleet.schema.ts";
import { listFleet } from "./list-fleet.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { prisma } = t.ctx.db;
const actor = { kind: "staff", userId: "u", name: "Ada", partnerId: t.partner.partnerId, roles: new Map() } as const;
const ada = t.as({ ...actor, isPartner: true });

test("shows the partner's stores, the worst first, and shops without a store", async () => {
  const shop = await t.retailer({ name: "Books" });
  const fine = await t.store(shop.id, { name: "Fine" });
  const silent = await t.store(shop.id, { name: "Silent", city: "York" });
  const failing = await t.store(shop.id, { name: "Failing" });
  await t.retailer({ name: "Empty" });
  const foreign = await t.newPartner();
  await t.store(
    (await t.retailer({}, t.asKey({ partnerId: foreign.partnerId }))).id,
    {},
    t.asKey({ partnerId: foreign.partnerId }),
  );
  const at = t.ctx.now();
  const warnings = [{ id: "WebhookEndpointFailing", message: "Ten calls failed." }];
  for (const [store, status] of [
    [fine, "connected"],
    [silent, "disconnected"],
    [failing, "connected"],
  ] as const) {
    await prisma.inventorySource.upsert({
      where: { retailerId_storeId: store.ids },
      create: { ...store.ids, status, lastContactAt: at, provider: "upload" },
      update: { status, lastContactAt: at, provider: "upload" },
    });
    await prisma.store.updateMany({ where: { retailerId: shop.id, id: store.id }, data: { stockVersion: 1 } });
  }
  const times = { createdAt: at, updatedAt: at };
  await prisma.channel.create({
    data: { ...failing.ids, channel: "webhooks", status: "connected", warnings, ...times },
  });
  const { rows, isCut } = await listFleet(ada, {});
  expect(rows.map(({ store, shop: name }) => store?.name ?? name)).toEqual(["Silent", "Failing", "Fine", "Empty"]);
  expect(rows.map(({ state }) => state)).toEqual(["attention", "attention", "healthy", "setup"]);
  expect(rows[1]).toMatchObject({
    shop: "Books",
    stock: "connected",
    lastStockAt: at.toISOString(),
    channels: { search: null, local_ads: null, webhooks: "connected" },
    problems: [
      {
        kind: "endpoint_failing",
        channel: "webhooks",
        reason: { code: "WebhookEndpointFailing", message: "Ten calls failed." },
      },
    ],
  });
  expect(isCut).toBe(false);
  const found = async (q: string) =>
    (await listFleet(ada, { q })).rows.map(({ store, shop: name }) => store?.name ?? name);
  expect(await found("york")).toEqual(["Silent"]);
  expect(await found("BOOKS")).toEqual(["Silent", "Failing", "Fine"]);
  expect(await found("empt")).toEqual(["Empty"]);
  expect(await found("100%")).toEqual([]);
});

test("reads at most a thousand stores, with few statements", async () => {
  const { id: retailerId } = await t.retailer({ name: "Chain" });
  const { ids: _, id, ...store } = await t.store(retailerId);
  const { address, postcode, city, country, currency, timezone } = store;
  const data = Array.from({ length: MAX_IN_FLEET }, (_none, n) => ({
    ...{ retailerId, id: crypto.randomUUID(), name: `Store ${n}`, widgetToken: `w${n}` },
    ...{ address, postcode, city, country, currency, timezone },
  }));
  await prisma.store.createMany({ data });
  const { rows, isCut } = await listFleet(ada, { q: "chain" });
  expect([rows.length, isCut]).toEqual([MAX_IN_FLEET, true]);
});

test("is for the partner role and for keys of the whole partner", async () => {
  expect((await listFleet(t.ctx, {})).rows.length).toBeGreaterThan(0);
  await expect(listFleet(t.as(actor), {})).rejects.toMatchObject({ code: "InsufficientScope" });
});

test("has the tasks of Home, and names with numbers in their order", async () => {
  const { id: retailerId } = await t.retailer({ name: "Bakery" });
  const names = ["Bakery 10", "Bakery 9", "Bakery 2"];
  for (const name of names) await t.store(retailerId, { name });
  const { ids } = await t.store(retailerId, { name: "Rejected" });
  await prisma.store.updateMany({ where: { retailerId, id: ids.storeId }, data: { stockVersion: 1 } });
  const times = { createdAt: t.ctx.now(), updatedAt: t.ctx.now() };
  await prisma.channel.create({ data: { ...ids, channel: "search", status: "connected", warnings: [], ...times } });
  const problem = { code: "x", message: "No picture" };
  await prisma.listing.create({
    data: { ...ids, itemKey: "a", state: "disapproved", problem, updatedAt: t.ctx.now() },
  });
  const { rows } = await listFleet(ada, { q: "bakery" });
  expect(rows.map(({ store, state }) => [store?.name, state])).toEqual([
    ["Rejected", "attention"],
    ["Bakery 2", "setup"],
    ["Bakery 9", "setup"],
    ["Bakery 10", "setup"],
  ]);
  const { data } = await listTasks(ada, { retailerId });
  for (const { store, ...task } of data)
    expect(rows.find((row) => row.store?.id === store.id)?.problems).toContainEqual(task);
});
