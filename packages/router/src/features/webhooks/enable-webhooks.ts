import { type ChannelRow, newChannel, readChannel, saveChannel } from "../../core/channels/index.ts";
import { appendEvents, lockStores } from "../../core/log/index.ts";
import { type StoreRow, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { WebhooksParameters } from "../channels/parameters.schema.ts";
import { awaitLane } from "./await-lane.ts";
import { beginGeneration, lockCursor } from "./begin-generation.ts";
import { nameEndpoint } from "./name-endpoint.ts";
import { pingOf } from "./ping.ts";
import { currentSecret, openSecrets, replaceSecret, sealSecrets } from "./signing-secrets.ts";

/**
 * Enables the webhooks channel, or replaces its endpoint: position in the log and waiting retries stay (contract §5).
 * Every call sends `webhook.enabled`; events wait until a new URL has answered it with a 2xx. The same URL with another
 * secret keeps the one before in force for a day (`replaceSecret`). When this returns, no call of the endpoint before starts
 * any more.
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
  return ctx.db.transaction(store, async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const cursor = await lockCursor(tx, store);
    const before = await readChannel(tx, store, "webhooks");
    const isSameUrl = before?.parameters.webhookUrl === webhookUrl;
    const secrets = before?.secret ? openSecrets(ctx.vault, store, before.secret) : [];
    const isSameSecret = currentSecret(secrets) === secret;
    // What another address knows is the secret given with it.
    const immediate = !isSameUrl && !isSameSecret;
    const after: ChannelRow = {
      ...(before ?? newChannel(store, "webhooks", now)),
      status: isSameUrl ? before.status : "pending",
      warnings: [],
      parameters: { webhookUrl, enhancedProductData },
      ...sealSecrets(ctx.vault, store, replaceSecret(secrets, secret, { now, immediate })),
    };
    const [ping] = await appendEvents(tx, store, [pingOf(store)], now);
    if (ping === undefined) throw new Error("the ping was not appended");
    const row = await saveChannel(tx, before, after, now);
    const endpoint = cursor && isSameUrl && isSameSecret ? cursor.endpoint : await nameEndpoint(tx, store, webhookUrl);
    const owner = await beginGeneration(tx, store, { ping, endpoint, url: webhookUrl }, now);
    tx.afterCommit((sql) => awaitLane(sql, store, owner));
    return { created: !before, row };
  });
}
