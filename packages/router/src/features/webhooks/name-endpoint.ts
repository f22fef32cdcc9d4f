import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";

const add = `
  INSERT INTO delivery_endpoint (retailer_id, store_id, endpoint, url)
  SELECT $1, $2, COALESCE(max(endpoint), 0) + 1, $3 FROM delivery_endpoint WHERE retailer_id = $1 AND store_id = $2
  RETURNING endpoint`;

/**
 * Gives an endpoint (a URL with its secret) its number, by which attempts name it: an attempt has no room for a URL. Earlier
 * secrets are not kept. The caller holds the store's lock.
 */
export async function nameEndpoint(tx: Sql, store: StoreIds, url: string): Promise<number> {
  const [row] = await tx.query<{ endpoint: number }>(add, [store.retailerId, store.storeId, url]);
  if (!row) throw new Error("an endpoint got no number");
  return row.endpoint;
}
