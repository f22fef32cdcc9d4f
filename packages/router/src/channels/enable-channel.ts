import type { Context } from "../context.ts";
import { enableLocalAds } from "../local-ads/index.ts";
import { enableSearch } from "../search/index.ts";
import { findStore } from "../stores/index.ts";
import { enableWebhooks } from "../webhooks/index.ts";
import type { EnableChannel, EnabledChannel } from "./channels.schema.ts";
import { presentChannel } from "./present-channel.ts";

/**
 * Enables a channel for a store, or changes an enabled one (contract §5).
 * @throws RetailerNotFound, StoreNotFound; ValidationFailed for a webhook URL that may not be called; ChannelInUse,
 *   SearchChannelNotConnected, InsufficientInStockProducts
 */
export async function enableChannel(ctx: Context, input: EnableChannel): Promise<EnabledChannel> {
  const store = await findStore(ctx, input);
  const { created, row } = await enable(ctx, store, input.body);
  return { created, channel: presentChannel(row, store.timezone) };
}

function enable(ctx: Context, store: Awaited<ReturnType<typeof findStore>>, body: EnableChannel["body"]) {
  switch (body.type) {
    case "search":
      return enableSearch(ctx, store, body.parameters);
    case "local_ads":
    case "local-ads":
      return enableLocalAds(ctx, store, body.parameters);
    case "webhooks":
    case "webhook":
      return enableWebhooks(ctx, store, body.parameters);
  }
}
