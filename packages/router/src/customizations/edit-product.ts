import type { Context } from "../context.ts";
import { itemKeyOf, productNotFound } from "../inventory/index.ts";
import type { Customization, EditProduct } from "./customizations.schema.ts";
import { findScope } from "./find-scope.ts";
import { saveCustomization } from "./save-customization.ts";

const anyItem = `
  SELECT FROM store s JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = $1 AND ($2::uuid IS NULL OR s.store_id = $2) AND i.item_key = $3
  LIMIT 1`;

/** PATCH of a product for all stores, or for one (spec.md, Product editing). @throws ProductNotFound */
export async function editProduct(ctx: Context, input: EditProduct): Promise<Customization> {
  const scope = await findScope(ctx, input);
  const barcode = input.barcode.trim();
  const key = itemKeyOf(barcode.replaceAll("\0", ""));
  const known = await ctx.db.query(anyItem, [scope.retailerId, scope.storeId, key]);
  if (!known.length) throw productNotFound();
  const { customization } = await ctx.db.transaction((tx) =>
    saveCustomization(ctx, tx, { ...scope, barcode }, input.body),
  );
  return customization;
}
