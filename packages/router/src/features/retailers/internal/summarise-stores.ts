import type { Sql } from "@highstreet/db";
import type { Summary } from "../retailers.schema.ts";
import { countStores } from "../retailers.sql.ts";

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

/** The one rule of the summary. A store that is neither connected nor pending is disconnected. */
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
  const rows = await sql.query<Counts>(countStores, [retailerIds]);
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
