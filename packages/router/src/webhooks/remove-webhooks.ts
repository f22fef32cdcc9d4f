import { channelNotEnabled, deleteChannel, readChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import type { StoreRow } from "../stores/index.ts";
import { awaitLane } from "./await-lane.ts";
import { isDeliverable } from "./deliverable.ts";

const takeCursor = `DELETE FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 RETURNING cursor`;

const failRetries = `
  WITH waiting AS (
    DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 RETURNING sequence, attempts
  )
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, outcome, answer)
  SELECT $1, $2, sequence, attempts + 1, $3, 'failed', 'channel_removed' FROM waiting`;

const failUntried = `
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, outcome, answer)
  SELECT $1, $2, e.sequence, 1, $3, 'failed', 'channel_removed'
  FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $4 AND ${isDeliverable}
    AND NOT EXISTS (SELECT FROM delivery_attempt a
                    WHERE a.retailer_id = $1 AND a.store_id = $2 AND a.sequence = e.sequence)`;

const ownerOf = `SELECT owner FROM delivery_work WHERE retailer_id = $1 AND store_id = $2`;

const clear = `DELETE FROM delivery_work w WHERE w.retailer_id = $1 AND w.store_id = $2
  AND NOT EXISTS (SELECT FROM delivery_cursor c WHERE c.retailer_id = $1 AND c.store_id = $2)`;

/**
 * Removes the webhooks channel: what waits becomes `failed` (`channel_removed`), the log stays (contract §5). When this
 * returns, no call starts any more.
 * @throws ChannelNotEnabled
 */
export async function removeWebhooks(ctx: Context, store: StoreRow): Promise<void> {
  const now = ctx.now();
  const ids = [store.retailerId, store.storeId];
  await ctx.db.transaction(async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await readChannel(tx, store, "webhooks"))) throw channelNotEnabled("webhooks");
    const [position] = await tx.query<{ cursor: number }>(takeCursor, ids);
    if (!position) throw new Error(`the webhooks channel of store ${store.storeId} has no cursor`);
    await tx.query(failRetries, [...ids, now]);
    await tx.query(failUntried, [...ids, now, position.cursor]);
    await deleteChannel(tx, store, "webhooks");
    const [work] = await tx.query<{ owner: string | null }>(ownerOf, ids);
    tx.afterCommit(async (sql) => {
      await awaitLane(sql, store, work?.owner ?? null);
      await sql.query(clear, ids);
    });
  });
}
