import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores, readLogFloor } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { wakeStore } from "./begin-generation.ts";
import { failWaiting } from "./fail-waiting.ts";

/** Events that expire in one transaction, while the store's lock is held. */
const BATCH = 5_000;

/** Stores of all retailers whose log begins with an event that is too old. One look-up each, whatever the planner knows. */
const due = `
  SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId" FROM store s
  WHERE (SELECT e.created_at FROM store_event e
         WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id AND e.sequence = s.log_floor + 1) < $1`;

/** Where the too old ones end, of the next few: always a prefix of the log. */
const prefix = `
  SELECT COALESCE(min(sequence) FILTER (WHERE created_at >= $4) - 1, max(sequence)) AS "upTo"
  FROM (SELECT sequence, created_at FROM store_event
        WHERE retailer_id = $1 AND store_id = $2 AND sequence > $3 ORDER BY sequence LIMIT ${BATCH}) e`;

const lock = `SELECT cursor, generation FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE`;

/** Whoever is sending reads all anew. */
const passBy = `
  UPDATE delivery_cursor SET epoch = epoch + 1, cursor = GREATEST(cursor, $3), claimed_to = GREATEST(claimed_to, $3)
  WHERE retailer_id = $1 AND store_id = $2`;

const raise = `UPDATE store SET log_floor = $3 WHERE retailer_id = $1 AND store_id = $2`;

/** What of it waits to be sent is given up, but for the ping: an endpoint that never answered is asked for good. */
async function giveUp(tx: SqlTx, store: StoreIds, upTo: number, now: Date): Promise<void> {
  const ids = [store.retailerId, store.storeId];
  const [channel] = await tx.query<{ cursor: number; generation: number }>(lock, ids);
  if (!channel) return;
  const { cursor, generation } = channel;
  const given = await failWaiting(tx, store, { cursor, upTo, except: generation, reason: "expired" }, now);
  if (!given && cursor >= upTo) return;
  await tx.query(passBy, [...ids, upTo]);
  await wakeStore(tx, store);
}

/** @returns false: nothing of this store's log is too old any more */
async function expireOldest(ctx: Context, store: StoreIds, before: Date): Promise<boolean> {
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const floor = await readLogFloor(tx, store);
    const ids = [store.retailerId, store.storeId];
    const [found] = await tx.query<{ upTo: number | null }>(prefix, [...ids, floor, before]);
    const upTo = found?.upTo ?? floor;
    if (upTo <= floor) return false;
    await giveUp(tx, store, upTo, ctx.now());
    await tx.query(raise, [...ids, upTo]);
    return upTo - floor >= BATCH;
  });
}

/**
 * Lets events expire that are older than `before` (contract §6): they are read and sent no more, and what of them waited is
 * `failed`. Batch by batch, so that no store's lock is held for long.
 */
export async function expireEvents(ctx: Context, before: Date): Promise<void> {
  for (const store of await ctx.db.query<StoreIds>(due, [before])) {
    while (await expireOldest(ctx, store, before));
  }
}
