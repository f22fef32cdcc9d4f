import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";

const seen = `SELECT widget_seen_at AS "seenAt" FROM store WHERE retailer_id = $1 AND store_id = $2`;

/** When a store's in-store widget was last seen; null: never. */
export async function widgetSeenAt(sql: Sql, store: StoreIds): Promise<Date | null> {
  const [row] = await sql.query<{ seenAt: Date | null }>(seen, [store.retailerId, store.storeId]);
  return row?.seenAt ?? null;
}
