import { awaitRelease } from "@highstreet/delivery";
import { channelNotEnabled, deleteChannel, readChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { clearWorkSql } from "./endpoints.sql.ts";
import { failWaiting } from "./internal/expire-events.ts";

/**
 * Removes the webhooks channel. Waiting events are `failed` (`channel_removed`) or stay `superseded`, and the log stays. After the return no call
 * starts.
 * @throws ChannelNotEnabled
 */
export async function removeWebhooks(ctx: Context, store: StoreRow): Promise<void> {
  const now = ctx.now();
  const ids = [store.retailerId, store.storeId];
  await ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await readChannel(tx, store, "webhooks"))) throw channelNotEnabled("webhooks");
    const { retailerId, storeId } = store;
    const position = await tx.prisma.deliveryCursor.delete({ where: { retailerId_storeId: { retailerId, storeId } } });
    const all = { upTo: Number.MAX_SAFE_INTEGER, except: null, reason: "channel_removed" } as const;
    await failWaiting(tx, store, { cursor: Number(position.cursor), ...all }, now);
    await deleteChannel(tx, store, "webhooks", now);
    const work = await tx.prisma.deliveryWork.findUnique({ where: { retailerId_storeId: { retailerId, storeId } } });
    tx.afterCommit(async (sql) => {
      await awaitRelease(sql, store, work?.workerId ?? null);
      await sql.query(clearWorkSql, ids);
    });
  });
}
