import type { Sql } from "@highstreet/db";
import type { ListingStore } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";

const find = "SELECT told FROM search_setup WHERE retailer_id = $1 AND store_id = $2 AND access_at IS NOT NULL";

/** Where a store's items go: the store as the provider knows it; null: nowhere, as its channel is set up anew or we are not let in. */
export async function findTarget(sql: Sql, { retailerId, storeId }: StoreIds): Promise<ListingStore | null> {
  const [row] = await sql.query<{ told: ListingStore | null }>(find, [retailerId, storeId]);
  return row?.told ?? null;
}
