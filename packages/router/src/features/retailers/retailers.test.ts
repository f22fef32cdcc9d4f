import { afterAll, describe, expect, test } from "vitest";
import { createTestContext, londonStore } from "../../testing.ts";
import { createRetailer } from "./create-retailer.ts";
import { deleteRetailer } from "./delete-retailer.ts";
import { getRetailer } from "./get-retailer.ts";
import { listRetailers } from "./list-retailers.ts";
import { summaryOf } from "./summarise-stores.ts";
import { updateRetailer } from "./update-retailer.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { db } = t.ctx;
const taken = { code: "ExternalIdTaken" };

describe("createRetailer", () => {
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

  test("leaves nothing when one of its stores is refused", async () => {
    const before = await db.prisma.retailer.count();
    const twice = [1, 2].map(() => ({ ...londonStore, externalId: "same" }));
    await expect(createRetailer(t.ctx, { body: { name: "Shop", stores: twice } })).rejects.toMatchObject(taken);
    const unclear = { name: "Shop", stores: [londonStore, { ...londonStore, country: "US" }] };
    await expect(createRetailer(t.ctx, { body: unclear })).rejects.toMatchObject({
      members: { errors: [{ pointer: "/stores/1/timezone" }] },
    });
    expect(await db.prisma.retailer.count()).toBe(before);
  });

  test("an externalId is one retailer's within the partner, also when two ask for it at once", async () => {
    const make = (as = t.ctx) => t.retailer({ externalId: "r-1" }, as);
    const results = await Promise.allSettled([make(), make()]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(make()).rejects.toMatchObject(taken);
    const { partnerId } = await t.newPartner();
    expect(await make(t.asKey({ partnerId }))).toMatchObject({ externalId: "r-1" });
  });

  test("is a partner's affair: not of a limited key, staff or the system", async () => {
    const { id } = await t.retailer();
    const staff = t.as({ kind: "staff", userId: "u", name: "Ann", roles: new Map([[id, "owner"]]) });
    for (const caller of [t.asKey({ retailerIds: new Set([id]) }), staff, t.asSystem()]) {
      await expect(t.retailer({}, caller)).rejects.toMatchObject({ code: "InsufficientScope" });
    }
  });
});

describe("listRetailers", () => {
  test("shows what the actor may see, and nothing else", async () => {
    const { partnerId } = await t.newPartner();
    const fresh = t.asKey({ partnerId });
    const [one, two] = [await t.retailer({}, fresh), await t.retailer({}, fresh)];
    const page = { size: 100 };
    const seen = async (caller = fresh) => (await listRetailers(caller, { page })).data.map(({ id }) => id).sort();
    const staff = t.as({ kind: "staff", userId: "u", name: "Ann", roles: new Map([[two.id, "viewer"]]) });
    expect(await seen()).toEqual([one.id, two.id].sort());
    expect(await seen(t.asKey({ partnerId, retailerIds: new Set([one.id]) }))).toEqual([one.id]);
    expect(await seen(t.ctx)).not.toContain(one.id);
    expect(await seen(t.asKey({ retailerIds: new Set([one.id]) }))).toEqual([]);
    expect(await seen(staff)).toEqual([two.id]);
    expect(await seen(t.asSystem())).toEqual(expect.arrayContaining([one.id, two.id]));
  });
});

describe("the summary of a retailer's stores", () => {
  test("follows the contract's table", () => {
    expect(summaryOf(0, 0, 0)).toBe("unknown");
    expect(summaryOf(2, 2, 0)).toBe("connected");
    expect(summaryOf(2, 1, 1)).toBe("partial");
    expect(summaryOf(2, 1, 0)).toBe("partial");
    expect(summaryOf(2, 0, 2)).toBe("pending");
    expect(summaryOf(2, 0, 1)).toBe("disconnected");
    expect(summaryOf(2, 0, 0)).toBe("disconnected");
  });

  test("reads sources and channels: a store without a source is pending, an invalid one and one without channels disconnected", async () => {
    const { id: retailerId } = await t.retailer();
    const statuses = async () => {
      const { inventoryStatus, channelStatus } = await getRetailer(t.ctx, { retailerId });
      return [inventoryStatus, channelStatus];
    };
    expect(await statuses()).toEqual(["unknown", "unknown"]);
    const [one, two] = [await t.store(retailerId), await t.store(retailerId)];
    expect(await statuses()).toEqual(["pending", "disconnected"]);
    const times = { createdAt: t.ctx.now(), updatedAt: t.ctx.now() };
    const channel = (storeId: string, channel: string, status: string) =>
      db.prisma.channel.create({ data: { retailerId, storeId, channel, status, ...times } });
    await db.prisma.inventorySource.create({ data: { retailerId, storeId: one.id, status: "invalid", ...times } });
    await channel(one.id, "search", "connected");
    await channel(one.id, "webhooks", "pending");
    await channel(two.id, "webhooks", "pending");
    expect(await statuses()).toEqual(["disconnected", "pending"]);
    await db.prisma.channel.updateMany({ where: { retailerId, storeId: one.id }, data: { status: "connected" } });
    await db.prisma.inventorySource.create({ data: { retailerId, storeId: two.id, status: "connected", ...times } });
    expect(await statuses()).toEqual(["partial", "partial"]);
    await db.prisma.channel.updateMany({ where: { retailerId }, data: { status: "connected" } });
    await db.prisma.inventorySource.updateMany({ where: { retailerId }, data: { status: "connected" } });
    expect(await statuses()).toEqual(["connected", "connected"]);
  });
});

describe("updateRetailer", () => {
  test("keeps what is left out and clears null", async () => {
    const { id: retailerId } = await createRetailer(t.ctx, {
      body: { name: "A", contactName: "Ann", contactPhone: "1" },
    });
    const changed = await updateRetailer(t.ctx, { retailerId, body: { name: "B", contactPhone: null } });
    expect(changed).toMatchObject({ name: "B", contactName: "Ann", contactPhone: null, version: 2 });
  });
});

describe("deleteRetailer", () => {
  test("is refused while a store is left", async () => {
    const { id: retailerId } = await t.retailer();
    await t.store(retailerId);
    await expect(deleteRetailer(t.ctx, { retailerId })).rejects.toMatchObject({ code: "RetailerNotEmpty" });
  });

  test("removes every row of the retailer in every table", async () => {
    const { id: retailerId } = await t.retailer();
    const now = t.ctx.now();
    const times = { createdAt: now, updatedAt: now };
    await db.prisma.product.create({ data: { retailerId, itemKey: "1", updatedAt: now } });
    await db.prisma.customization.create({
      data: { retailerId, id: retailerId, itemKey: "1", barcode: "1", ...times },
    });
    await db.prisma.user.create({ data: { id: "u", name: "Ann", email: "ann@shop.example" } });
    await db.prisma.staffMember.create({ data: { retailerId, userId: "u", role: "owner" } });
    await deleteRetailer(t.ctx, { retailerId });
    const tables = await db.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'retailer_id'",
    );
    for (const { name } of tables) {
      expect([name, await db.query(`SELECT FROM ${name} WHERE retailer_id = $1`, [retailerId])]).toEqual([name, []]);
    }
    await expect(deleteRetailer(t.ctx, { retailerId })).rejects.toMatchObject({ code: "RetailerNotFound" });
  });

  test("never leaves a store without its retailer, when one is added at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { id: retailerId } = await t.retailer();
      const [deleted, added] = await Promise.allSettled([deleteRetailer(t.ctx, { retailerId }), t.store(retailerId)]);
      expect([deleted.status, added.status].sort()).toEqual(["fulfilled", "rejected"]);
      const failed = deleted.status === "rejected" ? deleted.reason : added.status === "rejected" ? added.reason : null;
      expect(["RetailerNotEmpty", "RetailerNotFound"]).toContain(failed.code);
    }
  });
});
