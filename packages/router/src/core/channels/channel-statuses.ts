import type { Sql } from "@highstreet/db";
import type { ChannelId, ChannelStatus } from "./channel.schema.ts";

/** The status of the channels that one store has enabled. */
export type ChannelStatuses = ReadonlyMap<ChannelId, ChannelStatus>;

const ofStores = `SELECT store_id AS "storeId", channel, status FROM channel
  WHERE retailer_id = $1 AND ($2::uuid IS NULL OR store_id = $2)`;

/** The channels of one store, or of all of a retailer's, by store. A store that has none is not in it. */
export async function channelStatuses(
  sql: Sql,
  retailerId: string,
  storeId: string | null,
): Promise<ReadonlyMap<string, ChannelStatuses>> {
  const rows = await sql.query<{ storeId: string; channel: ChannelId; status: ChannelStatus }>(ofStores, [
    retailerId,
    storeId,
  ]);
  const byStore = Map.groupBy(rows, (row) => row.storeId);
  return new Map(
    [...byStore].map(([store, of]) => [store, new Map(of.map(({ channel, status }) => [channel, status]))]),
  );
}
