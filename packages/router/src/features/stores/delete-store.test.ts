import { randomUUID } from "node:crypto";
import { createTestContext, londonStore } from "@highstreet/router/testing";
import { afterAll, expect, test, vi } from "vitest";
import type { StoreBody } from "../../core/stores/stores.schema.ts";
import { createCaller } from "../../router.ts";
import { createStore } from "./create-store.ts";
import { deleteStore } from "./delete-store.ts";
import { getStore } from "./read-stores.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const other = await t.retailer();
const make = (fields: Partial<StoreBody>) => createStore(t.ctx, { retailerId, body: { ...londonStore, ...fields } });

const rowsOf = async (storeId: string): Promise<Record<string, number>> => {
  const tables = await t.ctx.db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'store_id'",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await t.ctx.db.query<{ n: number }>(
      `SELECT count(*) AS n FROM ${name} WHERE retailer_id = $1 AND store_id = $2`,
      [retailerId, storeId],
    );
    counts[name] = row?.n ?? 0;
  }
  const [rejected] = await t.ctx.db.query<{ n: number }>(
    "SELECT count(*) AS n FROM ingest_rejection WHERE retailer_id = $1",
    [retailerId],
  );
  return { ...counts, ingest_rejection: rejected?.n ?? 0 };
};

test("removes all rows of the store from all tables, and no rows of another store", async () => {
  const caller = createCaller(t.ctx);
  const fill = async () => {
    const { id: storeId } = await make({});
    const ids = { retailerId, storeId };
    const lines = [{ barcode: "5000000000017", price: 5, quantity: 5, title: "Mug" }, { barcode: "" }];
    await caller.inventory.connect({ ...ids, body: { provider: "csv-upload", parameters: {} } });
    await caller.inventory.patchStock({ ...ids, body: lines });
    await caller.customizations.post({ ...ids, body: { barcode: "5000000000017", hidden: true } });
    return ids;
  };
  const [gone, kept] = [await fill(), await fill()];
  const where = [gone.retailerId, gone.storeId];
  // Rows that the calls above do not write.
  await t.ctx.db.query("INSERT INTO delivery_work (retailer_id, store_id, due_at) VALUES ($1, $2, now())", where);
  await t.ctx.db.query(
    "INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver) VALUES ($1, $2, 0, 0, 1, 1, 1, 'receiver')",
    where,
  );
  await t.ctx.db.query(
    "INSERT INTO delivery_endpoint (retailer_id, store_id, endpoint, url) VALUES ($1, $2, 1, 'https://shop.example')",
    where,
  );
  await t.ctx.db.query(
    "INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, due_at) VALUES ($1, $2, 1, 1, now())",
    where,
  );
  await t.ctx.db.query(
    "INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, duration_ms, outcome) VALUES ($1, $2, 1, 1, now(), 1, 'failed')",
    where,
  );
  for (const text of [
    "INSERT INTO delivery_position (retailer_id, store_id, endpoint_id, cursor, in_flight_high_water, due_at) VALUES ($1, $2, $1, 0, 0, now())",
    "INSERT INTO endpoint_retry (retailer_id, store_id, endpoint_id, sequence, tries, due_at) VALUES ($1, $2, $1, 1, 1, now())",
    "INSERT INTO endpoint_attempt (retailer_id, store_id, endpoint_id, sequence, attempt, attempted_at, outcome) VALUES ($1, $2, $1, 1, 1, now(), 'failed')",
  ])
    await t.ctx.db.query(text, where);
  const before = await rowsOf(kept.storeId);
  expect(before.ingest_rejection).toBe(2);
  expect(await rowsOf(gone.storeId)).toMatchObject({
    stock_item: 1,
    store_product: 1,
    customization: 1,
    ingest: 1,
    inventory_source: 1,
    upload_key: 1,
    delivery_work: 1,
  });

  await deleteStore(t.ctx, gone);
  const after = await rowsOf(gone.storeId);
  // The retailer's history keeps the entries of the store.
  expect({ ...after, ingest_rejection: 0, history_entry: 0 }).toEqual(
    Object.fromEntries(Object.keys(after).map((table) => [table, 0])),
  );
  expect(await rowsOf(kept.storeId)).toEqual({ ...before, ingest_rejection: 1 });
  await expect(deleteStore(t.ctx, gone)).rejects.toMatchObject({ code: "StoreNotFound" });
});

test("waits for a running edit without a deadlock", async () => {
  const caller = createCaller(t.ctx);
  const { id: storeId } = await make({});
  const ids = { retailerId, storeId };
  await caller.inventory.patchStock({ ...ids, body: [{ barcode: "5000000000024", price: 5, quantity: 5 }] });
  await caller.customizations.post({ ...ids, body: { barcode: "5000000000024", hidden: true } });
  const editing = await t.ctx.db.pool.connect();
  try {
    await editing.query("BEGIN");
    const mine = [retailerId, storeId];
    await editing.query("SELECT FROM customization WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE", mine);
    const deleted = deleteStore(t.ctx, ids);
    const blocked = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect(await t.ctx.db.query(blocked)).toEqual([{ n: 1 }]));
    await editing.query("SELECT FROM store WHERE retailer_id = $1 AND store_id = $2 FOR NO KEY UPDATE", mine);
    await editing.query("COMMIT");
    await deleted;
  } finally {
    editing.release(true);
  }
  await expect(getStore(t.ctx, ids)).rejects.toMatchObject({ code: "StoreNotFound" });
});

test("refuses a store with a channel, and changes nothing", async () => {
  const { id: storeId } = await make({});
  const ids = { retailerId, storeId };
  const now = t.ctx.now();
  await t.ctx.db.prisma.channel.create({
    data: { ...ids, channel: "local_ads", status: "pending", createdAt: now, updatedAt: now },
  });
  await expect(deleteStore(t.ctx, ids)).rejects.toMatchObject({ code: "ChannelInUse" });
  expect(await getStore(t.ctx, ids)).toMatchObject({ id: storeId });
});

test("does not find a store of another retailer", async () => {
  const { id: storeId } = await make({});
  await expect(deleteStore(t.ctx, { retailerId: other.id, storeId })).rejects.toMatchObject({
    code: "StoreNotFound",
  });
  await expect(deleteStore(t.ctx, { retailerId, storeId: randomUUID() })).rejects.toMatchObject({
    code: "StoreNotFound",
  });
});
