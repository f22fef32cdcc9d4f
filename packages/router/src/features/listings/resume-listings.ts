import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";

const resume = `
  UPDATE publication SET due_at = $3, paused_until = NULL, failures = 0, problem = NULL
  WHERE retailer_id = $1 AND store_id = $2`;

/** A store's items are sent on, as we are let in again: what was sent still counts. It is sent, not waited for. */
export function resumeListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(resume, [retailerId, storeId, now]);
}
