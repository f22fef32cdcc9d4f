import { itemKeyOf } from "../../core/items/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { productNotFound } from "../inventory/index.ts";
import type { Customization, EditProduct } from "./customizations.schema.ts";
import { saveCustomization } from "./save-customization.ts";

const item = `SELECT FROM store s JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = r.retailer_id AND i.item_key = $2`;

/** Tenancy gate, store and item in one statement: this is the call that is made most. */
const inAny = `
  SELECT r.retailer_id AS "retailerId", r.partner_id AS "partnerId", true AS "hasStore", EXISTS (${item}) AS "hasItem"
  FROM retailer r WHERE r.retailer_id = $1`;
const inOne = `
  SELECT r.retailer_id AS "retailerId", r.partner_id AS "partnerId",
         EXISTS (SELECT FROM store s WHERE s.retailer_id = r.retailer_id AND s.store_id = $3) AS "hasStore",
         EXISTS (${item} AND s.store_id = $3) AS "hasItem"
  FROM retailer r WHERE r.retailer_id = $1`;

interface Found {
  retailerId: string;
  partnerId: string;
  hasStore: boolean;
  hasItem: boolean;
}

/**
 * PATCH of a product for all stores, or for one (spec.md, Product editing).
 * @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order; what `saveCustomization` throws
 */
export async function editProduct(ctx: Context, input: EditProduct): Promise<Customization> {
  const barcode = sanitizeForPostgres(input.barcode.trim());
  if (!isId(input.retailerId)) throw retailerNotFound();
  const storeId = input.storeId ?? null;
  const storeIds = storeId === null ? [] : [isId(storeId) ? storeId : null];
  const keys = [input.retailerId, itemKeyOf(barcode), ...storeIds];
  const [found] = await ctx.db.query<Found>(storeId === null ? inAny : inOne, keys);
  if (!found || !canAccessRetailer(ctx.actor, found)) throw retailerNotFound();
  if (!found.hasStore) throw storeNotFound();
  if (!found.hasItem) throw productNotFound();
  const target = { retailerId: found.retailerId, storeId: storeId?.toLowerCase() ?? null, barcode };
  const { customization } = await ctx.db.sqlTransaction(target, (tx) => saveCustomization(ctx, tx, target, input.body));
  return customization;
}
