import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { pageIngests } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import type { ListProductIngests } from "./products.schema.ts";

/** The feeds of product data of a retailer, newest first. */
export async function listProductIngests(ctx: Context, input: ListProductIngests): Promise<PageResult<Ingest>> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  return pageIngests(ctx, { retailerId, storeId: null }, input.page);
}
