import type { Tx } from "@highstreet/db";
import { releaseHold } from "@highstreet/delivery";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { NewEvent } from "../../../core/log/index.ts";
import { checkOutboundUrl } from "../../../kernel/check-outbound-url.ts";
import type { Settings } from "../../../kernel/context.ts";
import { replaceEndpointSql, supersedePingsSql } from "../endpoints.sql.ts";

/** Checks that a webhook URL may be called. @throws ValidationFailed */
export function checkWebhookUrl(url: string, settings: Settings): Promise<void> {
  return checkOutboundUrl(url, "/parameters/webhookUrl", settings);
}

/** The event that verifies an endpoint. */
export function pingOf({ retailerId, storeId }: StoreIds): NewEvent {
  return {
    action: "webhook.enabled",
    subject: "ping",
    data: { retailer: { id: retailerId }, store: { id: storeId } },
  };
}

/**
 * Numbers an endpoint, which is a URL with its secret. Attempts store only this number. The caller holds the store's lock.
 * @returns the number
 */
export async function nameEndpoint(tx: Tx, { retailerId, storeId }: StoreIds, url: string): Promise<number> {
  const { _max: last } = await tx.prisma.deliveryEndpoint.aggregate({
    where: { retailerId, storeId },
    _max: { endpoint: true },
  });
  const endpoint = (last.endpoint ?? 0) + 1;
  await tx.prisma.deliveryEndpoint.create({ data: { retailerId, storeId, endpoint, url } });
  return endpoint;
}

/**
 * Replaces the endpoint of a webhooks channel and queues its ping. The current worker can no longer send or record calls. The caller
 * holds the locks of the store and the cursor.
 * @param ping sequence of the `webhook.enabled` event
 * @param endpoint the number of the new endpoint (`nameEndpoint`)
 * @param url the URL of the new endpoint
 * @returns the store's worker. Wait for it after the commit (`awaitRelease`)
 */
export async function replaceEndpoint(
  tx: Tx,
  store: StoreIds,
  { ping, endpoint, url }: { ping: number; endpoint: number; url: string },
  now: Date,
): Promise<string | null> {
  const ids = [store.retailerId, store.storeId];
  await tx.query(replaceEndpointSql, [...ids, ping, endpoint, new URL(url).origin]);
  await tx.query(supersedePingsSql, [...ids, ping, now]);
  const { retailerId, storeId } = store;
  await tx.prisma.deliveryRetry.create({ data: { retailerId, storeId, sequence: ping, tries: 0, dueAt: now } });
  return releaseHold(tx, store);
}
