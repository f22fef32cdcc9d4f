import { within } from "@highstreet/db";
import type { ChannelId, ChannelRecord } from "../../core/channels/channel.schema.ts";
import { channelWrite, presentChannel, readChannel, resolveChannel } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { removeLocalAds } from "../local-ads/index.ts";
import { removeSearch } from "../search/index.ts";
import { removeWebhooks } from "../webhooks/index.ts";
import type { RemoveChannel } from "./channels.schema.ts";

/**
 * Removes a channel of a store (contract §5).
 * @returns null: gone; local ads: the record, with the budget's end that is to come
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled; ChannelInUse for search under local ads
 */
export async function removeChannel(ctx: Context, input: RemoveChannel): Promise<ChannelRecord | null> {
  const channel = resolveChannel(input.type);
  const { retailerId, storeId } = await findStore(ctx, input);
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    // Its clocks may have changed before the lock was had.
    const store = await findStore(inTx, input);
    const row = await readChannel(tx, store, channel);
    const after = await remove(inTx, store, channel);
    const before = row && presentChannel(row, store.timezone);
    recordHistory(ctx, tx, [channelWrite(store, before, after ?? undefined)]);
    return after;
  });
}

async function remove(
  ctx: Context,
  store: Awaited<ReturnType<typeof findStore>>,
  channel: ChannelId,
): Promise<ChannelRecord | null> {
  switch (channel) {
    case "search":
      await removeSearch(ctx, store);
      return null;
    case "local_ads":
      return presentChannel(await removeLocalAds(ctx, store), store.timezone);
    case "webhooks":
      await removeWebhooks(ctx, store);
      return null;
  }
}
