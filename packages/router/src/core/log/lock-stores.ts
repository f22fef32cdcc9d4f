import type { Sql } from "@highstreet/db";

const lock = (which: string): string => `
  SELECT store_id FROM store WHERE retailer_id = $1 ${which} ORDER BY store_id FOR NO KEY UPDATE`;

const lockAll = lock("");
const lockNamed = lock("AND store_id = ANY ($2::uuid[])");

/**
 * Locks the store rows, in the one order that all announcing verbs use; null: all of the retailer's.
 * To be taken before stock is written and as a statement of its own: a later statement then sees what was committed meanwhile.
 * @returns the stores found
 */
export async function lockStores(tx: Sql, retailerId: string, storeIds: string[] | null): Promise<string[]> {
  const rows = await (storeIds === null
    ? tx.query<{ store_id: string }>(lockAll, [retailerId])
    : tx.query<{ store_id: string }>(lockNamed, [retailerId, storeIds]));
  return rows.map((row) => row.store_id);
}
