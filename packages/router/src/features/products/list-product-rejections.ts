import type { Context } from "../../kernel/context.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { pageRejections } from "../inventory/index.ts";
import type { Rejection } from "../inventory/inventory.schema.ts";
import { findProductIngest } from "./get-product-ingest.ts";
import type { ListProductRejections } from "./products.schema.ts";

/** The rejected lines of a feed of product data. Only the first 10,000 are stored. @throws RetailerNotFound, IngestNotFound */
export async function listProductRejections(
  ctx: Context,
  input: ListProductRejections,
): Promise<PageResult<Rejection>> {
  return pageRejections(ctx, await findProductIngest(ctx, input), input.page);
}
