import type { Sql } from "@highstreet/db";
import type { ChannelId, ChannelStatus } from "./channel.schema.ts";
import type { WithPrisma } from "./channel-row.ts";
import { enabledChannelsSql } from "./channels.sql.ts";

/** The status of each enabled channel of one store. */
export type ChannelStatuses = ReadonlyMap<ChannelId, ChannelStatus>;

/** The channels of one store or, with null, of all stores of the retailer, by store. Stores without channels are left out. */
export async function channelStatuses(
  { prisma }: WithPrisma,
  retailerId: string,
  storeId: string | null,
): Promise<ReadonlyMap<string, ChannelStatuses>> {
  const rows = await prisma.channel.findMany({
    where: { retailerId, ...(storeId !== null && { storeId }) },
    select: { storeId: true, channel: true, status: true },
  });
  const byStore = Map.groupBy(rows, (row) => row.storeId);
  return new Map(
    [...byStore].map(([store, of]) => [
      store,
      new Map(of.map(({ channel, status }) => [channel as ChannelId, status as ChannelStatus])),
    ]),
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
