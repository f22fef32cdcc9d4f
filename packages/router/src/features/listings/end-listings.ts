import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";

const tables = ["listing_change", "listing", "publication"];

/**
 * A store's items are no longer published, as its search channel was removed or serves another location: what was sent is
 * forgotten. The provider is told nothing, since our access ends. The caller holds the store's lock. It is sent, not waited for.
 */
export function endListings(tx: SqlTx, { retailerId, storeId }: StoreIds): void {
  for (const table of tables) {
    tx.send(`DELETE FROM ${table} WHERE retailer_id = $1 AND store_id = $2`, [retailerId, storeId]);
  }
}
