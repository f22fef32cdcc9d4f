import { within } from "@highstreet/db";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import { recordHistory } from "../history/index.ts";
import { enableLocalAds } from "../local-ads/index.ts";
import { enableSearch } from "../search/index.ts";
import { findStore } from "../stores/index.ts";
import { checkWebhookUrl, enableWebhooks } from "../webhooks/index.ts";
import { readChannel } from "./channel-row.ts";
import { channelWrite } from "./channel-write.ts";
import type { EnableChannel, EnabledChannel } from "./channels.schema.ts";
import { presentChannel } from "./present-channel.ts";
import { resolveChannel } from "./resolve-channel.ts";

/**
 * Enables a channel for a store, or changes an enabled one (contract §5).
 * @throws RetailerNotFound, StoreNotFound; ValidationFailed for a webhook URL that may not be called; ChannelInUse,
 *   SearchChannelNotConnected, InsufficientInStockProducts
 */
export async function enableChannel(ctx: Context, input: EnableChannel): Promise<EnabledChannel> {
  const { retailerId, storeId } = await findStore(ctx, input);
  // Asks the resolver, which no transaction should wait for.
  if ("webhookUrl" in input.body.parameters) await checkWebhookUrl(input.body.parameters.webhookUrl, ctx.settings);
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    // Its clocks may have changed before the lock was had.
    const store = await findStore(inTx, input);
    const before = await readChannel(tx, store, resolveChannel(input.body.type));
    const { created, row } = await enable(inTx, store, input.body);
    const channel = presentChannel(row, store.timezone);
    recordHistory(ctx, tx, [channelWrite(store, before && presentChannel(before, store.timezone), channel)]);
    return { created, channel };
  });
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
