import { type ChannelRow, newChannel, readChannel, saveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { appendEvents, lockStores } from "../events/index.ts";
import { type StoreRow, storeNotFound } from "../stores/index.ts";
import { awaitLane } from "./await-lane.ts";
import { beginGeneration, lockCursor } from "./begin-generation.ts";
import type { WebhooksParameters } from "./webhooks.schema.ts";

/**
 * Enables the webhooks channel, or replaces its endpoint: position in the log and waiting retries stay (contract §5).
 * Every call sends `webhook.enabled`; events wait until a new URL has answered it with a 2xx. When this returns, no call
 * of the endpoint before starts any more.
 * The caller has checked the URL (`checkWebhookUrl`).
 * @throws StoreNotFound
 */
export async function enableWebhooks(
  ctx: Context,
  store: StoreRow,
  parameters: WebhooksParameters,
): Promise<{ created: boolean; row: ChannelRow }> {
  const { webhookUrl, secret, enhancedProductData } = parameters;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    await lockCursor(tx, store);
    const before = await readChannel(tx, store, "webhooks");
    const isSameUrl = before?.parameters.webhookUrl === webhookUrl;
    const after: ChannelRow = {
      ...(before ?? newChannel(store, "webhooks", now)),
      status: isSameUrl ? before.status : "pending",
      warnings: [],
      parameters: { webhookUrl, enhancedProductData },
      secret: ctx.vault.seal(secret),
    };
    const data = { retailer: { id: store.retailerId }, store: { id: store.storeId } };
    const [ping] = await appendEvents(tx, store, [{ action: "webhook.enabled", subject: "ping", data }], now);
    if (ping === undefined) throw new Error("the ping was not appended");
    const row = await saveChannel(tx, before, after, now);
    const owner = await beginGeneration(tx, store, ping, now);
    tx.afterCommit((sql) => awaitLane(sql, store, owner));
    return { created: !before, row };
  });
}
