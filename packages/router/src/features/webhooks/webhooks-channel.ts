import { awaitRelease, lockCursor } from "@highstreet/delivery";
import { checkOutboundUrl } from "../../access/check-outbound-url.ts";
import {
  type ChannelChange,
  type ChannelKind,
  type ChannelRow,
  deleteChannel,
  newChannel,
  saveChannel,
} from "../../core/channels/index.ts";
import { appendEvents } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { WebhooksParameters } from "../channels/channels.schema.ts";
import { clearWorkSql } from "./endpoints.sql.ts";
import { nameEndpoint, pingOf, replaceEndpoint } from "./internal/endpoint.ts";
import { currentSecret, openSecrets, replaceSecret, sealSecrets } from "./internal/signing-secrets.ts";
import { failWaiting } from "./retain-logs.ts";

/**
 * The position in the log and waiting retries stay. Every call sends `webhook.enabled`, and events wait until a new URL answers with 2xx.
 * With the same URL and another secret, the old secret stays valid for a day. After the return no call of the old endpoint starts.
 */
async function enable(
  { vault }: Context,
  { tx, store, before, now }: ChannelChange,
  { webhookUrl, secret, enhancedProductData }: WebhooksParameters,
): Promise<ChannelRow> {
  const cursor = await lockCursor(tx, store);
  const isSameUrl = before?.parameters.webhookUrl === webhookUrl;
  const secrets = before?.secret ? openSecrets(vault, store, before.secret) : [];
  const isSameSecret = currentSecret(secrets) === secret;
  // A new address knows only the secret that comes with it.
  const immediate = !isSameUrl && !isSameSecret;
  const after: ChannelRow = {
    ...(before ?? newChannel(store, "webhooks", now)),
    status: isSameUrl ? before.status : "pending",
    warnings: [],
    waitsForReceiver: false,
    parameters: { webhookUrl, enhancedProductData },
    ...sealSecrets(vault, store, replaceSecret(secrets, secret, { now, immediate })),
  };
  const [ping = 0] = await appendEvents(tx, store, [pingOf(store)], now);
  const row = await saveChannel(tx, before, after, "call", now);
  const endpoint = cursor && isSameUrl && isSameSecret ? cursor.endpoint : await nameEndpoint(tx, store, webhookUrl);
  const next = { ping, earlierPing: cursor?.pingSequence, endpoint, url: webhookUrl };
  const workerId = await replaceEndpoint(tx, store, next, now);
  tx.afterCommit((sql) => awaitRelease(sql, store, workerId));
  return row;
}

/** Waiting events are `failed` (`channel_removed`) or stay `superseded`, and the log stays. After the return no call starts. */
async function remove(_: Context, { tx, store, now }: ChannelChange): Promise<undefined> {
  const { retailerId, storeId } = store;
  const where = { retailerId_storeId: { retailerId, storeId } };
  const { cursor } = await tx.prisma.deliveryCursor.delete({ where });
  const upTo = Number.MAX_SAFE_INTEGER;
  await failWaiting(tx, store, { cursor: Number(cursor), upTo, except: null, reason: "channel_removed" }, now);
  await deleteChannel(tx, store, "webhooks", now);
  const work = await tx.prisma.deliveryWork.findUnique({ where });
  tx.afterCommit(async (sql) => {
    await awaitRelease(sql, store, work?.workerId ?? null);
    await sql.query(clearWorkSql, [retailerId, storeId]);
  });
}

export const webhooksChannel: ChannelKind<WebhooksParameters> = {
  checkParameters: async (ctx, { webhookUrl }, before) => {
    if (webhookUrl === undefined) return;
    await checkOutboundUrl(webhookUrl, "/parameters/webhookUrl", ctx.settings, before?.parameters.webhookUrl);
  },
  readSecrets: ({ vault }, row) => {
    const secret = row.secret && currentSecret(openSecrets(vault, row, row.secret));
    return secret ? { secret } : {};
  },
  enable,
  remove,
};
