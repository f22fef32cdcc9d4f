import { isDeepStrictEqual } from "node:util";
import type { Prisma, Tx } from "@highstreet/db";
import { ENDPOINT_FAILING } from "@highstreet/delivery";
import { appendEvents } from "../log/index.ts";
import { type NotedAlert, noteAlerts } from "../stores/index.ts";
import type { ChannelId } from "./channel.schema.ts";
import { aboutChannel } from "./channel-names.ts";
import type { ChannelRow, StoreIds } from "./channel-row.ts";

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

/** The alerts of a channel with a new state. A channel that a call leaves pending has lost nothing. */
function alertsOf(before: ChannelRow | undefined, after: ChannelRow, by: "call" | "worker"): NotedAlert[] {
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
  if (!isSame) noteAlerts(tx, after, alertsOf(before, after, by), now);
  const { upcomingBudget: _, upcomingActivates: __, lastGivenUpAt: ___, ...stored } = row;
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
  return row;
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
