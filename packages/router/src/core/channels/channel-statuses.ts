import type { Sql } from "@highstreet/db";
import type { ChannelId, ChannelStatus } from "./channel.schema.ts";
import { type ChannelStatusRow, channelStatusesSql, enabledChannelsSql } from "./channels.sql.ts";

/** The status of each enabled channel of one store. */
export type ChannelStatuses = ReadonlyMap<ChannelId, ChannelStatus>;

/** The channels of one store or, with null, of all stores of the retailer, by store. Stores without channels are left out. */
export async function channelStatuses(
  sql: Sql,
  retailerId: string,
  storeId: string | null,
): Promise<ReadonlyMap<string, ChannelStatuses>> {
  const rows = await sql.query<ChannelStatusRow>(channelStatusesSql, [retailerId, storeId]);
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
  const rows = await sql.query<Pick<ChannelStatusRow, "channel">>(enabledChannelsSql, [retailerId, storeId]);
  return new Set(rows.map((row) => row.channel));
}
