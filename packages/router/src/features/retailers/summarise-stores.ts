import type { Sql } from "@highstreet/db";
import { candidatesIn } from "../../kernel/scan.sql.ts";
import type { Summary } from "./retailers.schema.ts";

export interface Summaries {
  inventoryStatus: Summary;
  channelStatus: Summary;
}

interface Counts {
  retailerId: string;
  stores: number;
  sourcesConnected: number;
  sourcesPending: number;
  channelsConnected: number;
  channelsPending: number;
}

/**
 * Reads each retailer separately, store by store, so that no plan reads the stores of other retailers. The query hides from the
 * planner that it needs all stores of a retailer. Otherwise the planner reads the whole table if one retailer has most rows.
 */
const counts = `
  SELECT r.id AS "retailerId", counted.*
  FROM unnest($1::uuid[]) AS r (id)
  CROSS JOIN LATERAL (
    SELECT count(*) AS stores,
      count(*) FILTER (WHERE i.status = 'connected') AS "sourcesConnected",
      count(*) FILTER (WHERE COALESCE(i.status, 'pending') = 'pending') AS "sourcesPending",
      count(*) FILTER (WHERE c.connected) AS "channelsConnected",
      count(*) FILTER (WHERE NOT c.connected) AS "channelsPending"
    FROM (SELECT store_id FROM store WHERE retailer_id = r.id ORDER BY store_id ${candidatesIn("2147483647")}) s
    LEFT JOIN LATERAL (
      SELECT status FROM inventory_source WHERE retailer_id = r.id AND store_id = s.store_id LIMIT 1
    ) i ON true
    CROSS JOIN LATERAL (
      SELECT bool_and(status = 'connected') AS connected FROM channel WHERE retailer_id = r.id AND store_id = s.store_id
    ) c
  ) counted`;

/** The one rule of the summary (contract §2). A store that is neither connected nor pending is disconnected. */
export function summaryOf(stores: number, connected: number, pending: number): Summary {
  if (stores === 0) return "unknown";
  if (connected === stores) return "connected";
  if (connected > 0) return "partial";
  return pending === stores ? "pending" : "disconnected";
}

/** Summaries and numbers of stores for each retailer. A store's channels count as connected if all are, and as disconnected if it has none. */
export async function summariseStores(
  sql: Sql,
  retailerIds: string[],
): Promise<(retailerId: string) => Summaries & { storesTotal: number }> {
  const rows = await sql.query<Counts>(counts, [retailerIds]);
  const found = new Map(rows.map((row) => [row.retailerId, row]));
  return (retailerId) => {
    const row = found.get(retailerId);
    if (!row) return { inventoryStatus: "unknown", channelStatus: "unknown", storesTotal: 0 };
    return {
      inventoryStatus: summaryOf(row.stores, row.sourcesConnected, row.sourcesPending),
      channelStatus: summaryOf(row.stores, row.channelsConnected, row.channelsPending),
      storesTotal: row.stores,
    };
  };
}
