import type { Sql } from "@highstreet/db";

/**
 * Locks the store rows, in the one order that all announcing verbs use; null: all of the retailer's.
 * To be taken before stock is written and as a statement of its own: a later statement then sees what was committed meanwhile.
 * @returns the stores found
 */
export async function lockStores(tx: Sql, retailerId: string, storeIds: string[] | null): Promise<string[]> {
  const rows = await tx.query<{ store_id: string }>(
    `SELECT store_id FROM store
     WHERE retailer_id = $1 AND ($2::uuid[] IS NULL OR store_id = ANY ($2))
     ORDER BY store_id FOR NO KEY UPDATE`,
    [retailerId, storeIds],
  );
  return rows.map((row) => row.store_id);
}
