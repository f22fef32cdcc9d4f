import { itemKeyOf } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import type { GetProductData, ProductData } from "./products.schema.ts";

/**
 * The product data of the retailer's product feed, without the edits.
 * @returns null if no product feed names the barcode
 * @throws RetailerNotFound
 */
export async function getProductData(ctx: Context, input: GetProductData): Promise<ProductData | null> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const itemKey = itemKeyOf(sanitizeForPostgres(input.barcode));
  const product = await ctx.db.prisma.product.findUnique({
    where: { retailerId_itemKey: { retailerId, itemKey } },
    select: { title: true, description: true, brand: true, images: true, updatedAt: true },
  });
  return product && { ...product, updatedAt: product.updatedAt.toISOString() };
}
