import type { Context } from "../context.ts";
import { presentStore, type StoreRow, storeColumns } from "../stores/index.ts";
import { findRetailer } from "./find-retailer.ts";
import { presentRetailer } from "./present-retailer.ts";
import type { RetailerId, RetailerWithStores } from "./retailers.schema.ts";
import { summariseStores } from "./summarise-stores.ts";

const storesOf = `SELECT ${storeColumns} FROM store s WHERE s.retailer_id = $1 ORDER BY s.store_id`;

/**
 * One retailer with its stores, the oldest first.
 * @throws RetailerNotFound
 */
export async function getRetailer(ctx: Context, input: RetailerId): Promise<RetailerWithStores> {
  const row = await findRetailer(ctx, input.retailerId);
  const [stores, summaries] = await Promise.all([
    ctx.db.query<StoreRow>(storesOf, [row.retailerId]),
    summariseStores(ctx.db, [row.retailerId]),
  ]);
  return { ...presentRetailer(row, summaries(row.retailerId)), stores: stores.map(presentStore) };
}
