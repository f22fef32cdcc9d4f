import { channelNotEnabled, deleteChannel, readChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { awaitLane } from "./await-lane.ts";
import { failWaiting } from "./fail-waiting.ts";

const takeCursor = `DELETE FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 RETURNING cursor`;

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
  await ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await readChannel(tx, store, "webhooks"))) throw channelNotEnabled("webhooks");
    const [position] = await tx.query<{ cursor: number }>(takeCursor, ids);
    if (!position) throw new Error(`the webhooks channel of store ${store.storeId} has no cursor`);
    const all = { upTo: Number.MAX_SAFE_INTEGER, except: null, reason: "channel_removed" };
    await failWaiting(tx, store, { cursor: position.cursor, ...all }, now);
    await deleteChannel(tx, store, "webhooks");
    const [work] = await tx.query<{ owner: string | null }>(ownerOf, ids);
    tx.afterCommit(async (sql) => {
      await awaitLane(sql, store, work?.owner ?? null);
      await sql.query(clear, ids);
    });
  });
}
