import type { Prisma, Sql, Tx } from "@highstreet/db";
import type { ChannelId, ChannelStatus, Warning } from "./channel.schema.ts";
import { enabledChannelsSql } from "./channels.sql.ts";

/** The status of each enabled channel of one store. */
export type ChannelStatuses = ReadonlyMap<ChannelId, ChannelStatus>;

/** The channels of some stores, by store. Stores without channels are left out. */
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

/** The database, or a transaction with Prisma. */
export type WithPrisma = Pick<Tx, "prisma">;

type Columns = Omit<Prisma.ChannelModel, "channel" | "status" | "warnings" | "parameters" | "eventSequence">;

/** A stored channel. */
export interface ChannelRow extends Columns {
  channel: ChannelId;
  status: ChannelStatus;
  warnings: Warning[];
  /** The parameters of the last call of enable, without secrets. */
  parameters: Record<string, unknown>;
  /** local_ads: the last budget change that has not been made, in pence, and its time. */
  upcomingBudget: number | null;
  upcomingActivates: Date | null;
  /** webhooks: when the last event was given up. */
  lastGivenUpAt: Date | null;
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

async function readLastGivenUp({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<Date | null> {
  const where = { retailerId_storeId: { retailerId, storeId } };
  const cursor = await prisma.deliveryCursor.findUnique({ where, select: { lastGivenUpAt: true } });
  return cursor?.lastGivenUpAt ?? null;
}

async function toRow(db: WithPrisma, stored: Omit<Prisma.ChannelModel, "eventSequence">): Promise<ChannelRow> {
  return {
    ...stored,
    ...(stored.channel === "local_ads" ? await readUpcoming(db, stored) : noChange),
    lastGivenUpAt: stored.channel === "webhooks" ? await readLastGivenUp(db, stored) : null,
    channel: stored.channel,
    status: stored.status,
    warnings: stored.warnings as Warning[],
    parameters: stored.parameters as Record<string, unknown>,
  };
}

/** The channels of a store, in the order in which they were enabled. */
export async function readChannels(db: WithPrisma, { retailerId, storeId }: StoreIds): Promise<ChannelRow[]> {
  const rows = await db.prisma.channel.findMany({
    where: { retailerId, storeId },
    orderBy: [{ createdAt: "asc" }, { channel: "asc" }],
    omit: { eventSequence: true },
  });
  return Promise.all(rows.map((row) => toRow(db, row)));
}

/** One channel of a store; undefined if the store has not enabled it. */
export async function readChannel(
  db: WithPrisma,
  { retailerId, storeId }: StoreIds,
  channel: ChannelId,
): Promise<ChannelRow | undefined> {
  const row = await db.prisma.channel.findUnique({
    where: { retailerId_storeId_channel: { retailerId, storeId, channel } },
    omit: { eventSequence: true },
  });
  return row ? toRow(db, row) : undefined;
}

/** A channel that is about to be enabled. */
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
    lastGivenUpAt: null,
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
}
