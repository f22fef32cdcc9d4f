import type { Prisma, Tx } from "@highstreet/db";
import { ENDPOINT_FAILING, releaseHold } from "@highstreet/delivery";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import { readChannel, type StoreIds, saveChannel } from "../../../core/channels/index.ts";
import type { NewEvent } from "../../../core/log/index.ts";
import { endpointMessage, recordAlerts } from "../../../core/stores/index.ts";

export function pingOf({ retailerId, storeId }: StoreIds): NewEvent {
  return {
    action: "webhook.enabled",
    subject: "ping",
    data: { retailer: { id: retailerId }, store: { id: storeId } },
  };
}

/** The body of the first call of an endpoint of a retailer or, without one, of a partner. */
export function endpointPing({ id, retailerId }: { id: string; retailerId: string | null }): string {
  const data = { endpoint: { id }, ...(retailerId !== null && { retailer: { id: retailerId } }) };
  return JSON.stringify({ action: "webhook.enabled", data });
}

/** Numbers an endpoint, a URL with its secret. Attempts store only this number. The caller holds the store's lock. */
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

/** The caller holds the cursor's lock. */
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
 * Replaces the endpoint and queues its ping. The first endpoint starts at the end of the log, a later one keeps the position. The current
 * worker can no longer send or record calls. The caller holds the locks of the store and the cursor.
 * @param ping sequence of the `webhook.enabled` event
 * @param earlierPing of the earlier endpoint, which can still wait
 * @param endpoint from `nameEndpoint`
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
    // Takes the lease away from the worker.
    update: { ...named, leaseEpoch: { increment: 1 }, failures: 0, failingSince: null },
    select: { storeId: true },
  });
  if (earlierPing !== undefined) await endPing(tx, store, earlierPing, { attemptedAt: now, outcome: "superseded" });
  await tx.prisma.deliveryRetry.create({ data: { retailerId, storeId, sequence: ping, tries: 0, dueAt: now } });
  return releaseHold(tx, store);
}

export const endpointWarnings = {
  verificationFailed: {
    id: "WebhookVerificationFailed",
    message:
      "The address has not accepted our first call (webhook.enabled). It is called again, in the end every hour; until it accepts, no stock updates are sent.",
  },
  failing: {
    id: ENDPOINT_FAILING,
    message:
      "The address did not accept our last calls. It is called every 30 seconds until it does; other updates wait.",
  },
} satisfies Record<string, Warning>;

/** The caller holds the locks of the store and the cursor. */
export async function changeEndpoint(
  tx: Tx,
  store: StoreIds,
  change: { status?: "connected"; add?: Warning; remove?: Warning },
  now: Date,
): Promise<void> {
  const before = await readChannel(tx, store, "webhooks");
  if (!before) throw new Error(`the webhooks channel of store ${store.storeId} has a cursor, but no record`);
  const ids = new Set([change.add?.id, change.remove?.id]);
  const had = before.warnings.some((warning) => warning.id === change.add?.id);
  const rest = before.warnings.filter((warning) => !ids.has(warning.id));
  const warnings = had ? before.warnings : change.add ? [...rest, change.add] : rest;
  const status = change.status ?? before.status;
  if (status === before.status && warnings.length === before.warnings.length) return;
  await saveChannel(tx, before, { ...before, status, warnings }, "worker", now);
}

export const alertFields = {
  id: true,
  retailerId: true,
  storeIds: true,
  description: true,
  urls: true,
  isOn: true,
  warnings: true,
  alertOpenedAt: true,
  alertClosedAt: true,
  alertAnnouncedAt: true,
} satisfies Prisma.WebhookEndpointSelect;

type AlertRow = Prisma.WebhookEndpointGetPayload<{ select: typeof alertFields }>;

const HOUR_MS = 3_600_000;

/** The problem of a partner's endpoint, by the rules of `recordAlerts`. The caller holds the lock of the record. */
async function notePartnerAlert({ prisma }: Tx, row: AlertRow, isOpen: boolean, now: Date): Promise<void> {
  const { id, alertOpenedAt, alertClosedAt, alertAnnouncedAt } = row;
  if (isOpen === (alertOpenedAt !== null && alertClosedAt === null)) return;
  const alertDueAt = new Date(Math.max(now.getTime(), (alertAnnouncedAt?.getTime() ?? 0) + HOUR_MS));
  const data = isOpen
    ? { alertOpenedAt: now, alertClosedAt: null, alertDueAt }
    : { alertClosedAt: now, alertDueAt: null };
  await prisma.webhookEndpoint.updateMany({ where: { id }, data });
}

/**
 * Notes the first warning of an endpoint as an alert, or its end, in the transaction that writes the record. An alert belongs to a store, so
 * that of a retailer's endpoint stands at the first one of the endpoint. A partner's endpoint belongs to no shop, so its alert is in its record.
 */
export async function noteEndpointAlert(tx: Tx, endpoint: AlertRow, now: Date): Promise<void> {
  const { id: subject, retailerId, ...row } = endpoint;
  const kind = "endpoint_failing";
  const [warning] = row.isOn ? (row.warnings as unknown as Warning[]) : [];
  if (retailerId === null) return notePartnerAlert(tx, endpoint, warning !== undefined, now);
  const noted = await tx.prisma.alert.findFirst({ where: { retailerId, kind, subject }, select: { storeId: true } });
  if (!noted && !warning) return;
  const id = row.storeIds.length ? { in: row.storeIds } : {};
  const of = { where: { retailerId, id }, orderBy: { id: "asc" }, select: { id: true } } as const;
  const storeId = noted?.storeId ?? (await tx.prisma.store.findFirst(of))?.id;
  if (storeId === undefined) return;
  const message = warning ? endpointMessage(row, warning) : null;
  await recordAlerts(tx, { retailerId, storeId }, [{ kind, subject, message }], now);
}
