import { candidatesIn } from "../../kernel/kernel.sql.ts";

/**
 * SQL: rows of the retailer `r` in the order of the table's key. The limit hides from the planner that all of them are needed. Otherwise
 * the planner reads the whole table if one retailer has most rows.
 */
const ofRetailer = (table: string, order: string): string =>
  `(SELECT * FROM ${table} WHERE retailer_id = r.retailer_id ORDER BY ${order} ${candidatesIn("2147483647")})`;

/**
 * Counts the stores of the retailers `$1` by the state of their source and channels: for each retailer one scan of each table.
 *
 * Reads each retailer separately, so that no plan reads the stores of other retailers.
 */
export const countStores = `
  SELECT r.retailer_id AS "retailerId", s.stores, i.connected AS "sourcesConnected", s.stores - i.ended AS "sourcesPending",
         c.connected AS "channelsConnected", c.pending AS "channelsPending"
  FROM retailer r
  CROSS JOIN LATERAL (SELECT count(*) AS stores FROM ${ofRetailer("store", "store_id")} s) s
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'connected') AS connected, count(*) FILTER (WHERE status <> 'pending') AS ended
    FROM ${ofRetailer("inventory_source", "store_id")} i
  ) i
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE is_connected) AS connected, count(*) FILTER (WHERE NOT is_connected) AS pending
    FROM (
      SELECT bool_and(status = 'connected') AS is_connected FROM ${ofRetailer("channel", "store_id, channel")} c GROUP BY store_id
    ) c
  ) c
  WHERE r.retailer_id = ANY ($1::uuid[])`;
