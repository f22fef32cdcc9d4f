import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { type IngestRow, presentIngest } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import type { GetProductIngest } from "./products.schema.ts";

/** One ingest of product data. @throws RetailerNotFound, IngestNotFound */
export async function findProductIngest(ctx: Context, input: GetProductIngest): Promise<IngestRow> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const row = isId(input.ingestId)
    ? await ctx.db.prisma.ingest.findFirst({ where: { retailerId, storeId: null, id: input.ingestId } })
    : null;
  if (!row) throw new DomainError("IngestNotFound", "The retailer has no ingest of product data with this id.");
  return row;
}

/** The record of one feed of product data. @throws RetailerNotFound, IngestNotFound */
export async function getProductIngest(ctx: Context, input: GetProductIngest): Promise<Ingest> {
  return presentIngest(await findProductIngest(ctx, input));
}
