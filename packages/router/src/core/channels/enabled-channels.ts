import type { Sql } from "@highstreet/db";
import type { ChannelId } from "./channel.schema.ts";

const enabled = `SELECT DISTINCT channel FROM channel WHERE retailer_id = $1 AND ($2::uuid IS NULL OR store_id = $2)`;

/**
 * The channels that a store has, pending ones included; without a store, those that at least one of the retailer's has.
 * An edit may name these (contract §4, `channels`).
 */
export async function enabledChannels(
  sql: Sql,
  retailerId: string,
  storeId: string | null,
): Promise<ReadonlySet<ChannelId>> {
  const rows = await sql.query<{ channel: ChannelId }>(enabled, [retailerId, storeId]);
  return new Set(rows.map((row) => row.channel));
}
