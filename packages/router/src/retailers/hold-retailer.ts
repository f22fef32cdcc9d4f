import type { SqlTx } from "@highstreet/db";

const hold = "SELECT FROM retailer WHERE retailer_id = $1 FOR KEY SHARE";

/**
 * Keeps a retailer from being deleted until the transaction ends. The statement is sent, not waited for. Foreign keys refuse rows of
 * a retailer that is gone; this lock comes first so that a writer never waits for `deleteRetailer` while that waits for the writer.
 * To be called before any other row of the retailer is locked.
 */
export function holdRetailer(tx: SqlTx, retailerId: string): void {
  tx.send(hold, [retailerId]);
}
