import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { LOWEST_ID } from "../../kernel/paging.ts";
import { firstStores, presentStore } from "../stores/index.ts";
import { presentWithStores } from "./present-retailer.ts";
import { type RetailerId, type RetailerWithStores, STORES_SHOWN } from "./retailers.schema.ts";
import { summariseStores } from "./summarise-stores.ts";

/**
 * One retailer with its oldest stores and the path of the list of all stores.
 * @throws RetailerNotFound
 */
export async function getRetailer(ctx: Context, input: RetailerId): Promise<RetailerWithStores> {
  const row = await findRetailer(ctx, input.retailerId);
  const { retailerId } = row;
  const [stores, summaries] = await Promise.all([
    ctx.db.query<StoreRow>(firstStores, [retailerId, LOWEST_ID, STORES_SHOWN]),
    summariseStores(ctx.db, [retailerId]),
  ]);
  const summary = summaries(retailerId);
  return presentWithStores(row, summary, stores.map(presentStore), summary.storesTotal);
}
