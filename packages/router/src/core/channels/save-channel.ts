import { isDeepStrictEqual } from "node:util";
import type { Prisma, Tx } from "@highstreet/db";
import { ENDPOINT_FAILING } from "@highstreet/delivery";
import type { Write } from "../history/index.ts";
import { appendEvents } from "../log/index.ts";
import { type NewAlert, recordAlerts } from "../stores/index.ts";
import {
  adsCurrency,
  type ChannelId,
  type ChannelRecord,
  type UpcomingBudget,
  type Warning,
} from "./channel.schema.ts";
import { aboutChannel, channelKind } from "./channel-kinds.ts";
import { type ChannelRow, isPaused, type StoreIds } from "./channel-row.ts";

export const penceToPounds = (pence: number): number => pence / 100;

/** A time in a store's time zone with its numeric offset (also `+00:00`), so that midnight is visible. */
function inZone(time: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });
}

export function presentUpcoming(pence: number, activates: Date, timezone: string): UpcomingBudget {
  return { dailyBudget: penceToPounds(pence), currency: adsCurrency, activates: inZone(activates, timezone) };
}

function secretFields({ channel, previousSecretUntil }: ChannelRow) {
  return channel === "webhooks" ? { previousSecretUntil: previousSecretUntil?.toISOString() ?? null } : {};
}

function adsFields(row: ChannelRow, timezone: string) {
  if (row.channel !== "local_ads") return {};
  return {
    parameters: { ...row.parameters, currency: adsCurrency },
    dailyBudget: penceToPounds(row.dailyBudget ?? 0),
    currency: adsCurrency,
    upcomingChange:
      row.upcomingBudget !== null && row.upcomingActivates !== null
        ? presentUpcoming(row.upcomingBudget, row.upcomingActivates, timezone)
        : null,
  };
}

export const GIVEN_UP_MS = 24 * 3_600_000;

/** Stays out of the stored warnings, because it begins and ends for all stores of a receiver at once. */
const receiverDown: Warning = {
  id: "WebhookReceiverDown",
  message:
    "The server of the address does not answer, so all updates for it wait. We try it again and again, and send them in order when it answers.",
};

export const deliveriesFailed: Warning = {
  id: "WebhookDeliveriesFailed",
  message:
    "In the last 24 hours we gave up at least one delivery. The log of deliveries lists it as failed. You can send it again.",
};

/** Stays out of the stored warnings, because a person makes it and it is no problem. Without the reason, which is for people of the shop. */
const storePaused: Warning = {
  id: "StorePaused",
  message:
    "The store is paused in this channel, so it shows no product of the store. The record of the store says until when.",
};

function warningsOf({ warnings, lastGivenUpAt, waitsForReceiver, isPaused }: ChannelRow, now: Date): Warning[] {
  const isRecent = lastGivenUpAt !== null && now.getTime() - lastGivenUpAt.getTime() < GIVEN_UP_MS;
  return [
    ...warnings,
    ...(isPaused ? [storePaused] : []),
    ...(waitsForReceiver ? [receiverDown] : []),
    ...(isRecent ? [deliveriesFailed] : []),
  ];
}

/**
 * The channel record of the API.
 * @param timezone of the store
 */
export function presentChannel(row: ChannelRow, timezone: string, now: Date): ChannelRecord {
  return {
    id: row.channel,
    channel: aboutChannel(row.channel),
    status: row.status,
    warnings: warningsOf(row, now),
    parameters: row.parameters,
    nextSteps: channelKind(row.channel).nextSteps?.(row),
    storefrontUrl: row.storefrontUrl,
    ...adsFields(row, timezone),
    ...secretFields(row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function channelWrite(
  { retailerId, storeId }: StoreIds,
  before: ChannelRecord | undefined,
  after: ChannelRecord | undefined,
): Write {
  return {
    retailerId,
    action: before ? (after ? "channel.update" : "channel.remove") : "channel.enable",
    target: { type: "channel", id: (after ?? before)?.id ?? null, storeId },
    before: before ?? null,
    after: after ?? null,
  };
}

const isSameState = (before: ChannelRow, after: ChannelRow): boolean =>
  before.status === after.status && isDeepStrictEqual(before.warnings, after.warnings);

async function appendUpdate(tx: Tx, row: ChannelRow, now: Date): Promise<number | undefined> {
  const { retailerId, storeId, channel, status, warnings } = row;
  const store = { id: storeId };
  const data = { store, retailer: { id: retailerId }, status, channel: aboutChannel(channel), warnings };
  const [sequence] = await appendEvents(
    tx,
    row,
    [{ action: "channel.update", subject: `channel:${channel}`, data }],
    now,
  );
  return sequence;
}

function alertsOf(before: ChannelRow | undefined, after: ChannelRow, by: "call" | "worker"): NewAlert[] {
  const { channel, status, warnings } = after;
  if (channel === "webhooks") {
    const failing = warnings.find(({ id }) => id === ENDPOINT_FAILING);
    return [{ kind: "endpoint_failing", subject: channel, message: failing?.message ?? null }];
  }
  const lost = { kind: "access_lost", subject: channel } as const;
  if (status === "connected") return [{ ...lost, message: null }];
  const [cause] = warnings;
  return before?.status === "connected" && by === "worker" && cause ? [{ ...lost, message: cause.message }] : [];
}

/**
 * Saves a channel. No other function writes channel records or `channel.update` events. Each change of status or warnings appends
 * an event and notes alerts, and so does the first enabling. A change by a call raises the version. The caller holds the store's lock and has read `before` under it.
 * @returns the saved record
 */
export async function saveChannel(
  tx: Tx,
  before: ChannelRow | undefined,
  after: ChannelRow,
  by: "call" | "worker",
  now: Date,
): Promise<ChannelRow> {
  const statusSince = before?.status === after.status ? before.statusSince : now;
  const row = { ...after, statusSince, version: after.version + (by === "call" ? 1 : 0), updatedAt: now };
  const isSame = before !== undefined && isSameState(before, after);
  const sequence = isSame ? undefined : await appendUpdate(tx, row, now);
  if (!isSame) await recordAlerts(tx, after, alertsOf(before, after, by), now);
  const {
    upcomingBudget: _,
    upcomingActivates: __,
    lastGivenUpAt: ___,
    waitsForReceiver: ____,
    isPaused: _____,
    ...stored
  } = row;
  const { retailerId, storeId, channel, createdAt, ...columns } = stored;
  const data = {
    ...columns,
    secret: columns.secret && new Uint8Array(columns.secret),
    warnings: columns.warnings as unknown as Prisma.InputJsonArray,
    parameters: columns.parameters as Prisma.InputJsonObject,
    ...(sequence !== undefined && { eventSequence: sequence }),
  };
  const key = { retailerId, storeId, channel };
  // The caller holds the lock of the store. No upsert, because a distributed database returns no enum from it, and the key has one.
  const { count } = await tx.prisma.channel.updateMany({ where: key, data });
  if (!count) await tx.prisma.channel.createMany({ data: { ...key, createdAt, ...data } });
  return { ...row, isPaused: before?.isPaused ?? (await isPaused(tx, row)) };
}

/** Deletes a channel record and ends its alerts, without an event. The caller holds the store's lock. */
export async function deleteChannel(
  tx: Tx,
  { retailerId, storeId }: StoreIds,
  channel: ChannelId,
  now: Date,
): Promise<void> {
  const over = { closedAt: now, dueAt: null, callDueAt: null };
  await tx.prisma.alert.updateMany({ where: { retailerId, storeId, subject: channel, closedAt: null }, data: over });
  await tx.prisma.channel.deleteMany({ where: { retailerId, storeId, channel } });
}
