import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { FindProducts, FoundProducts } from "./find-products.schema.ts";
import { matchProducts } from "./internal/match-products.ts";
import { summariseProducts } from "./internal/summarise-products.ts";

/**
 * A page of the products of a retailer, in all of its stores or in one, with the number of all that match.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function findProducts(ctx: Context, input: FindProducts): Promise<FoundProducts> {
  const { filter, order, pageNumber, pageSize } = input;
  const { storeId } = filter;
  const { retailerId } = storeId
    ? await findStore(ctx, { retailerId: input.retailerId, storeId })
    : await findRetailer(ctx, input.retailerId);
  const rows = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  const { itemKeys, ...matches } = await matchProducts(ctx.db, retailerId, { filter, order }, rows);
  return { data: await summariseProducts(ctx.db, { retailerId, storeId }, itemKeys), ...matches };
}
