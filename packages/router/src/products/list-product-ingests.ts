import type { Context } from "../context.ts";
import { type Ingest, pageIngests } from "../inventory/index.ts";
import type { PageResult } from "../paging.ts";
import { findRetailer } from "../retailers/index.ts";
import type { ListProductIngests } from "./products.schema.ts";

/** The product-data feeds of a retailer, the newest first. */
export async function listProductIngests(ctx: Context, input: ListProductIngests): Promise<PageResult<Ingest>> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  return pageIngests(ctx, { retailerId, storeId: null }, input.page);
}
