import { awaitRelease, lockCursor } from "@highstreet/delivery";
import { type ChannelRow, newChannel, readChannel, saveChannel } from "../../core/channels/index.ts";
import { appendEvents, lockStores } from "../../core/log/index.ts";
import { type StoreRow, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { WebhooksParameters } from "../channels/parameters.schema.ts";
import { nameEndpoint, pingOf, replaceEndpoint } from "./internal/endpoint.ts";
import { currentSecret, openSecrets, replaceSecret, sealSecrets } from "./internal/signing-secrets.ts";

/**
 * Enables the webhooks channel or replaces its endpoint. The position in the log and waiting retries stay. Every call sends
 * `webhook.enabled`, and events wait until a new URL answers with 2xx. With the same URL and another secret, the old secret stays
 * valid for a day (`replaceSecret`). After the return no call of the old endpoint starts. The caller has checked the URL.
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
    // A new address knows only the secret that comes with it.
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
    const row = await saveChannel(tx, before, after, "call", now);
    const endpoint = cursor && isSameUrl && isSameSecret ? cursor.endpoint : await nameEndpoint(tx, store, webhookUrl);
    const next = { ping, earlierPing: cursor?.pingSequence, endpoint, url: webhookUrl };
    const workerId = await replaceEndpoint(tx, store, next, now);
    tx.afterCommit((sql) => awaitRelease(sql, store, workerId));
    return { created: !before, row };
  });
}
