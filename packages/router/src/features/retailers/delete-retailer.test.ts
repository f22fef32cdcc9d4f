import type { Database } from "@highstreet/db";
import { createTestContext, londonStore, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../kernel/context.ts";
import { createCaller } from "../../router.ts";
import { postBatch, postCustomization } from "../customizations/post-customization.ts";
import { putProducts } from "../products/index.ts";
import { createStaffMember } from "../staff/create-staff-member.ts";
import { createStore } from "../stores/create-store.ts";
import { deleteRetailer } from "./delete-retailer.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

/** The tables with rows of a retailer. Finds new tables by itself. */
async function rowsOf(retailerId: string): Promise<string[]> {
  const tables = await t.ctx.db.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND column_name = 'retailer_id' AND table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const left: string[] = [];
  for (const { name } of tables) {
    const [found] = await t.ctx.db.query(`SELECT FROM ${name} WHERE retailer_id = $1 LIMIT 1`, [retailerId]);
    if (found) left.push(name);
  }
  return left;
}

async function* feed(text: string) {
  yield Buffer.from(text);
}

/** Each verb that writes rows of a retailer and needs no store. */
const writers: Record<string, (ctx: Context, retailerId: string) => Promise<unknown>> = {
  "product data": (ctx, retailerId) => putProducts(ctx, { retailerId, feed: feed("barcode,title\n1,A\n2,B") }),
  "product data that is refused": (ctx, retailerId) => putProducts(ctx, { retailerId, feed: feed("no,columns\n1,2") }),
  "a customization for all stores": (ctx, retailerId) =>
    postCustomization(ctx, { retailerId, body: { barcode: "1", hidden: true } }),
  "a batch of customizations": (ctx, retailerId) =>
    postBatch(ctx, { retailerId, body: [{ barcode: "1", hidden: true }, { barcode: "2" }] }),
  "a store": (ctx, retailerId) => createStore(ctx, { retailerId, body: londonStore }),
  "a member of staff": (ctx, retailerId) => {
    const member = { name: "Ann", email: "ann@shop.example", password: canary("password"), role: "owner" } as const;
    return createStaffMember({ ...ctx, actor: { kind: "system" } }, { retailerId, ...member });
  },
};

/** The same database, with `first` between a verb's checks and its transaction. */
function delayed(db: Database, first: () => Promise<void>): Database {
  return {
    ...db,
    transaction: (...opening) => first().then(() => db.transaction(...opening)),
    sqlTransaction: (...opening) => first().then(() => db.sqlTransaction(...opening)),
    bulkTransaction: (...opening) => first().then(() => db.bulkTransaction(...opening)),
  };
}

for (const [name, write] of Object.entries(writers)) {
  test(`${name} cannot be written after the retailer is deleted`, async () => {
    const { id: retailerId } = await t.retailer();
    let deleted: Promise<void> | undefined;
    const first = () => (deleted ??= deleteRetailer(t.ctx, { retailerId }));
    await expect(write({ ...t.ctx, db: delayed(t.ctx.db, first) }, retailerId)).rejects.toThrow();
    expect(await rowsOf(retailerId)).toEqual([]);
  });
}

test("concurrent delete and write leave the retailer with all of its rows, or nothing", async () => {
  for (let round = 0; round < 10; round++) {
    const { id: retailerId } = await t.retailer();
    // The first edit creates rows. Later edits only update them, which no foreign key checks.
    await writers["a customization for all stores"]?.(t.ctx, retailerId);
    const { "a store": _store, ...others } = writers;
    const writing = Object.values(others).map((write) => write(t.ctx, retailerId));
    const all = await Promise.allSettled([deleteRetailer(t.ctx, { retailerId }), ...writing]);
    expect(all[0]?.status).toBe("fulfilled");
    expect(await rowsOf(retailerId)).toEqual([]);
    for (const one of all) {
      if (one.status === "fulfilled") continue;
      expect(String(one.reason)).toMatch(/foreign key|Foreign key|no retailer|must name the columns/i);
    }
  }
});

test("a write to a deleted retailer is RetailerNotFound, not an internal error", async () => {
  const { id: retailerId } = await t.retailer();
  let deleted: Promise<void> | undefined;
  const db = delayed(t.ctx.db, () => (deleted ??= deleteRetailer(t.ctx, { retailerId })));
  const caller = createCaller({ ...t.ctx, db });
  const call = caller.customizations.post({ retailerId, body: { barcode: "1", hidden: true } });
  await expect(call).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});

test("refuses a retailer with a store", async () => {
  const { id: retailerId } = await t.retailer();
  await t.store(retailerId);
  await expect(deleteRetailer(t.ctx, { retailerId })).rejects.toMatchObject({ code: "RetailerNotEmpty" });
});

test("removes all rows of the retailer from all tables", async () => {
  const { db } = t.ctx;
  const { id: retailerId } = await t.retailer();
  const now = t.ctx.now();
  const times = { createdAt: now, updatedAt: now };
  await db.prisma.product.create({ data: { retailerId, itemKey: "1", updatedAt: now } });
  await db.prisma.customization.create({
    data: { retailerId, id: retailerId, itemKey: "1", barcode: "1", ...times },
  });
  await db.prisma.user.create({ data: { id: "u", name: "Ann", email: "ann@other.example" } });
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

test("leaves no store without its retailer if a concurrent call adds a store", async () => {
  for (let round = 0; round < 5; round++) {
    const { id: retailerId } = await t.retailer();
    const [deleted, added] = await Promise.allSettled([deleteRetailer(t.ctx, { retailerId }), t.store(retailerId)]);
    expect([deleted.status, added.status].sort()).toEqual(["fulfilled", "rejected"]);
    const failed = deleted.status === "rejected" ? deleted.reason : added.status === "rejected" ? added.reason : null;
    expect(["RetailerNotEmpty", "RetailerNotFound"]).toContain(failed.code);
  }
});
