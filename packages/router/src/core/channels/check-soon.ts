import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "./channel-row.ts";

const due = `
  UPDATE search_setup SET next_check_at = $3 WHERE retailer_id = $1 AND store_id = $2 AND next_check_at > $3`;

/**
 * Has a store's search channel be looked at by the next run, as something that its warnings rest on has changed; a check that is
 * under way is done again. The caller holds the store's lock. It is sent, not waited for.
 */
export function checkSoon(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(due, [retailerId, storeId, now]);
}
