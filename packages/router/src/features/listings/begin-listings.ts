import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";

const begin = `
  INSERT INTO publication (retailer_id, store_id, due_at, problems_due_at) VALUES ($1, $2, $3, $3)
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET
    due_at = excluded.due_at, paused_until = NULL, failures = 0, problem = NULL`;

const markAll = `
  INSERT INTO listing_change (retailer_id, store_id, item_key)
  SELECT retailer_id, store_id, item_key FROM stock_item WHERE retailer_id = $1 AND store_id = $2
  ON CONFLICT DO NOTHING`;

const forget = "DELETE FROM listing WHERE retailer_id = $1 AND store_id = $2";

/**
 * A store's items are published from now on, all of them anew: what was sent before may have been to another place. The caller
 * holds the store's lock. It is sent, not waited for.
 */
export function beginListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(forget, [retailerId, storeId]);
  tx.send(begin, [retailerId, storeId, now]);
  tx.send(markAll, [retailerId, storeId]);
}
