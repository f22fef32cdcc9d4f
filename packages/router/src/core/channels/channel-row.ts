import type { Prisma, Sql, Tx } from "@highstreet/db";
import type { ChannelId, ChannelStatus, NotShownIn, Warning } from "./channel.schema.ts";
import { enabledChannelsSql, storesWithoutSql } from "./channels.sql.ts";

export type ChannelStatuses = ReadonlyMap<ChannelId, ChannelStatus>;

export async function channelStatuses(
  { prisma }: WithPrisma,
  retailerId: string,
  storeIds: string[],
): Promise<ReadonlyMap<string, ChannelStatuses>> {
  const rows = await prisma.channel.findMany({
    where: { retailerId, storeId: { in: storeIds } },
    select: { storeId: true, channel: true, status: true },
  });
  const byStore = Map.groupBy(rows, (row) => row.storeId);
  return new Map(
    [...byStore].map(([store, of]) => [store, new Map(of.map(({ channel, status }) => [channel, status]))]),
  );
}

/** The channels that the store has enabled or, with null, that at least one store of the retailer has. Includes pending channels. */
export async function enabledChannels(
  sql: Sql,
  retailerId: string,
  storeId: string | null,
): Promise<ReadonlySet<ChannelId>> {
  const rows = await sql.query<{ channel: ChannelId }>(enabledChannelsSql, [retailerId, storeId]);
  return new Set(rows.map((row) => row.channel));
}

const MAX_NAMED = 100;

/** The stores of a retailer that lack one of some channels; undefined: each store has all of them. */
export async function storesWithout(
  sql: Sql,
  retailerId: string,
  channels: ChannelId[],
): Promise<NotShownIn | undefined> {
  if (!channels.length) return undefined;
  const [found] = await sql.query<NotShownIn>(storesWithoutSql, [retailerId, channels, MAX_NAMED]);
  return found?.count ? found : undefined;
}

export type WithPrisma = Pick<Tx, "prisma">;

type Columns = Omit<Prisma.ChannelModel, "channel" | "status" | "warnings" | "parameters" | "eventSequence">;

export interface ChannelRow extends Columns {
  channel: ChannelId;
  status: ChannelStatus;
  warnings: Warning[];
  /** The parameters of the last call of enable, without secrets. */
  parameters: Record<string, unknown>;
  /** local_ads: the last budget change that has not been made, in pence, and its time. */
  upcomingBudget: number | null;
  upcomingActivates: Date | null;
  lastGivenUpAt: Date | null;
  waitsForReceiver: boolean;
  /** The pause of the store is about this channel. */
  isPaused: boolean;
}

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

type Upcoming = Pick<ChannelRow, "upcomingBudget" | "upcomingActivates">;

const noChange: Upcoming = { upcomingBudget: null, upcomingActivates: null };

async function readUpcoming({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<Upcoming> {
  const last = await prisma.budgetChange.findFirst({
    where: { retailerId, storeId },
    orderBy: { localDate: "desc" },
    select: { budget: true, activatesAt: true, madeAt: true },
  });
  return last && !last.madeAt ? { upcomingBudget: last.budget, upcomingActivates: last.activatesAt } : noChange;
}

type Delivering = Pick<ChannelRow, "lastGivenUpAt" | "waitsForReceiver">;

const nothingSent: Delivering = { lastGivenUpAt: null, waitsForReceiver: false };

async function readDelivering(db: WithPrisma, { retailerId, storeId }: StoreIds): Promise<Delivering> {
  const where = { retailerId_storeId: { retailerId, storeId } };
  const cursor = await db.prisma.deliveryCursor.findUnique({ where, select: { lastGivenUpAt: true } });
  const waitsForReceiver = await isWaitingForReceiver(db, { retailerId, storeId });
  return { lastGivenUpAt: cursor?.lastGivenUpAt ?? null, waitsForReceiver };
}

/** Whether the events of a store wait because its receiver is down. Stores of a busy receiver are parked too, for a moment. */
export async function isWaitingForReceiver({ prisma }: WithPrisma, store: StoreIds): Promise<boolean> {
  const { retailerId, storeId } = store;
  const where = { retailerId_storeId: { retailerId, storeId } };
  const work = await prisma.deliveryWork.findUnique({ where, select: { parkedBy: true } });
  if (!work?.parkedBy) return false;
  const down = { receiver: work.parkedBy, downSince: { not: null } };
  return (await prisma.deliveryReceiver.count({ where: down })) > 0;
}

/** Whether the pause of the store is about the channel. */
export async function isPaused(
  { prisma }: WithPrisma,
  { retailerId, storeId, channel }: Pick<Stored, "retailerId" | "storeId" | "channel">,
): Promise<boolean> {
  const where = { retailerId_id: { retailerId, id: storeId } };
  return (await prisma.store.findUnique({ where, select: { paused: true } }))?.paused.includes(channel) ?? false;
}

type Stored = Omit<Prisma.ChannelModel, "eventSequence">;

const findStored = ({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds, channel: ChannelId) =>
  prisma.channel.findUnique({
    where: { retailerId_storeId_channel: { retailerId, storeId, channel } },
    omit: { eventSequence: true },
  });

async function toRow(db: WithPrisma, read: Stored): Promise<ChannelRow> {
  const isAds = read.channel === "local_ads";
  const upcoming = isAds ? await readUpcoming(db, read) : noChange;
  // The row that was read can be older than the end of a change.
  const isOld = isAds && upcoming === noChange;
  const stored = (isOld ? await findStored(db, read, read.channel) : null) ?? read;
  return {
    ...stored,
    ...upcoming,
    ...(stored.channel === "webhooks" ? await readDelivering(db, stored) : nothingSent),
    isPaused: await isPaused(db, stored),
    channel: stored.channel,
    status: stored.status,
    warnings: stored.warnings as Warning[],
    parameters: stored.parameters as Record<string, unknown>,
  };
}

export async function readChannels(db: WithPrisma, { retailerId, storeId }: StoreIds): Promise<ChannelRow[]> {
  const rows = await db.prisma.channel.findMany({
    where: { retailerId, storeId },
    orderBy: [{ createdAt: "asc" }, { channel: "asc" }],
    omit: { eventSequence: true },
  });
  return Promise.all(rows.map((row) => toRow(db, row)));
}

export async function readChannel(
  db: WithPrisma,
  { retailerId, storeId }: StoreIds,
  channel: ChannelId,
): Promise<ChannelRow | undefined> {
  const row = await findStored(db, { retailerId, storeId }, channel);
  return row ? toRow(db, row) : undefined;
}

export function newChannel({ retailerId, storeId }: StoreIds, channel: ChannelId, now: Date): ChannelRow {
  return {
    retailerId,
    storeId,
    channel,
    status: "pending",
    warnings: [],
    statusSince: now,
    parameters: {},
    storefrontUrl: null,
    waitingSince: null,
    secret: null,
    previousSecretUntil: null,
    dailyBudget: null,
    ...noChange,
    ...nothingSent,
    isPaused: false,
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
}
