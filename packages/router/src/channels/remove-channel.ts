import type { Context } from "../context.ts";
import { removeLocalAds } from "../local-ads/index.ts";
import { removeSearch } from "../search/index.ts";
import { findStore } from "../stores/index.ts";
import { removeWebhooks } from "../webhooks/index.ts";
import type { ChannelRecord, RemoveChannel } from "./channels.schema.ts";
import { presentChannel } from "./present-channel.ts";
import { resolveChannel } from "./resolve-channel.ts";

/**
 * Removes a channel of a store (contract §5).
 * @returns null: gone; local ads: the record, with the budget's end that is to come
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled; ChannelInUse for search under local ads
 */
export async function removeChannel(ctx: Context, input: RemoveChannel): Promise<ChannelRecord | null> {
  const channel = resolveChannel(input.type);
  const store = await findStore(ctx, input);
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
