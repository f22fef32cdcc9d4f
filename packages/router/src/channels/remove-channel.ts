import { within } from "@highstreet/db";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import { recordHistory } from "../history/index.ts";
import { removeLocalAds } from "../local-ads/index.ts";
import { removeSearch } from "../search/index.ts";
import { findStore } from "../stores/index.ts";
import { removeWebhooks } from "../webhooks/index.ts";
import { readChannel } from "./channel-row.ts";
import { channelWrite } from "./channel-write.ts";
import type { ChannelId, ChannelRecord, RemoveChannel } from "./channels.schema.ts";
import { presentChannel } from "./present-channel.ts";
import { resolveChannel } from "./resolve-channel.ts";

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
