import { within } from "@highstreet/db";
import { channelWrite, presentChannel, readChannel, resolveChannel } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { enableLocalAds } from "../local-ads/index.ts";
import { enableSearch } from "../search/index.ts";
import { checkWebhookUrl, enableWebhooks } from "../webhooks/index.ts";
import type { EnableChannel, EnabledChannel } from "./channels.schema.ts";

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
