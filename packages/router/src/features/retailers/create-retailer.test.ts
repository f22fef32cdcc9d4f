import { createTestContext, londonStore } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createRetailer } from "./create-retailer.ts";
import { getRetailer, listRetailers } from "./read-retailers.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { db } = t.ctx;
const taken = { code: "ExternalIdTaken" };

test("creates the retailer and its stores together, in the order of the body", async () => {
  const names = ["One", "Two", "Three"];
  const made = await createRetailer(t.ctx, {
    body: { name: "Shop", contactEmail: "a@shop.example", stores: names.map((name) => ({ ...londonStore, name })) },
  });
  expect(made).toMatchObject({
    contactEmail: "a@shop.example",
    inventoryStatus: "pending",
    channelStatus: "disconnected",
  });
  expect(made.stores.map((store) => store.name)).toEqual(names);
  expect(await getRetailer(t.ctx, { retailerId: made.id })).toEqual(made);
});

test("creates nothing if one of the stores is refused", async () => {
  const before = await db.prisma.retailer.count();
  const twice = [1, 2].map(() => ({ ...londonStore, externalId: "same" }));
  await expect(createRetailer(t.ctx, { body: { name: "Shop", stores: twice } })).rejects.toMatchObject(taken);
  const unclear = { name: "Shop", stores: [londonStore, { ...londonStore, country: "US" }] };
  await expect(createRetailer(t.ctx, { body: unclear })).rejects.toMatchObject({
    members: { errors: [{ pointer: "/stores/1/timezone" }] },
  });
  expect(await db.prisma.retailer.count()).toBe(before);
});

test("gives an externalId to one retailer of the partner, also with concurrent calls", async () => {
  const make = (as = t.ctx) => t.retailer({ externalId: "r-1" }, as);
  const results = await Promise.allSettled([make(), make()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(make()).rejects.toMatchObject(taken);
  const { partnerId } = await t.newPartner();
  expect(await make(t.asKey({ partnerId }))).toMatchObject({ externalId: "r-1" });
});

test("a test retailer and a live one can have the same externalId, and each key finds its own", async () => {
  const test = t.asKey({ isTest: true });
  const [live, rehearsal] = [await t.retailer({ externalId: "r-2" }), await t.retailer({ externalId: "r-2" }, test)];
  await expect(t.retailer({ externalId: "r-2" }, test)).rejects.toMatchObject(taken);
  const find = async (ctx: typeof t.ctx) => (await listRetailers(ctx, { externalId: "r-2", page: { size: 5 } })).data;
  expect([await find(t.ctx), await find(test)]).toMatchObject([[{ id: live.id }], [{ id: rehearsal.id }]]);
});

test("refuses a key that is limited to retailers, staff and the system", async () => {
  const { id } = await t.retailer();
  const staff = t.as({ kind: "staff", userId: "u", name: "Ann", roles: new Map([[id, "owner"]]) });
  for (const caller of [t.asKey({ retailerIds: new Set([id]) }), staff, t.asSystem()]) {
    await expect(t.retailer({}, caller)).rejects.toMatchObject({ code: "InsufficientScope" });
  }
});
