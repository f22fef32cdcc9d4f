import type { Prisma, Tx } from "@highstreet/db";
import { releaseHold } from "@highstreet/delivery";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { NewEvent } from "../../../core/log/index.ts";
import { checkOutboundUrl } from "../../../kernel/check-outbound-url.ts";
import type { Settings } from "../../../kernel/context.ts";

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

type PingAttempt = Pick<Prisma.DeliveryAttemptUncheckedCreateInput, "attemptedAt" | "outcome"> &
  Partial<Prisma.DeliveryAttemptUncheckedCreateInput>;

/** Ends a ping that waits, with its last attempt. The caller holds the cursor's lock. */
export async function endPing(
  { prisma }: Tx,
  { retailerId, storeId }: StoreIds,
  sequence: number,
  attempt: PingAttempt,
): Promise<void> {
  const ids = { retailerId, storeId, sequence };
  const where = { retailerId_storeId_sequence: ids };
  const waiting = await prisma.deliveryRetry.findUnique({ where, select: { attempts: true } });
  if (!waiting) return;
  await prisma.deliveryRetry.deleteMany({ where: ids });
  await prisma.deliveryAttempt.createMany({ data: { ...attempt, ...ids, attempt: waiting.attempts + 1 } });
}

/** Where the deliveries of a store start and go: the end of the log, and the receiver of an address. */
async function placeOf({ prisma }: Tx, { retailerId, storeId }: StoreIds, url: string) {
  const { partnerId } = await prisma.retailer.findUniqueOrThrow({
    where: { id: retailerId },
    select: { partnerId: true },
  });
  const { nextSequence } = await prisma.store.findUniqueOrThrow({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { nextSequence: true },
  });
  return { end: nextSequence - 1n, receiver: `${partnerId} ${new URL(url).origin}` };
}

/**
 * Replaces the endpoint of a webhooks channel and queues its ping. The first endpoint starts at the end of the log, and a later one
 * keeps the position. The current worker can no longer send or record calls. The caller holds the locks of the store and the cursor.
 * @param ping sequence of the `webhook.enabled` event
 * @param earlierPing sequence of the earlier endpoint's ping, which can still wait
 * @param endpoint the number of the new endpoint (`nameEndpoint`)
 * @param url the URL of the new endpoint
 * @returns the store's worker. Wait for it after the commit (`awaitRelease`)
 */
export async function replaceEndpoint(
  tx: Tx,
  store: StoreIds,
  {
    ping,
    earlierPing,
    endpoint,
    url,
  }: { ping: number; earlierPing: number | undefined; endpoint: number; url: string },
  now: Date,
): Promise<string | null> {
  const { retailerId, storeId } = store;
  const { end, receiver } = await placeOf(tx, store, url);
  const named = { pingSequence: ping, endpoint, receiver };
  await tx.prisma.deliveryCursor.upsert({
    where: { retailerId_storeId: { retailerId, storeId } },
    create: { retailerId, storeId, ...named, cursor: end, inFlightHighWater: end, startedAtSequence: end },
    // The new epoch takes the lease away from the worker.
    update: { ...named, leaseEpoch: { increment: 1 }, failures: 0, failingSince: null },
    select: { storeId: true },
  });
  if (earlierPing !== undefined) await endPing(tx, store, earlierPing, { attemptedAt: now, outcome: "superseded" });
  await tx.prisma.deliveryRetry.create({ data: { retailerId, storeId, sequence: ping, tries: 0, dueAt: now } });
  return releaseHold(tx, store);
}
