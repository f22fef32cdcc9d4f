import type { SqlTx } from "@highstreet/db";

const hold = "SELECT FROM retailer WHERE retailer_id = $1 FOR KEY SHARE";

/**
 * Prevents the deletion of a retailer until the transaction ends. Sends the statement without waiting for it. Foreign keys already
 * refuse rows of a deleted retailer; this lock also prevents a deadlock between a writer and `deleteRetailer`.
 * Call this function before the transaction locks any other row of the retailer.
 */
export function holdRetailer(tx: SqlTx, retailerId: string): void {
  tx.send(hold, [retailerId]);
}
