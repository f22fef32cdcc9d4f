import { channelStatuses } from "../../core/channels/index.ts";
import { itemKeyOf, productNotFound } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { presentItem } from "./internal/present-item.ts";
import type { GetProduct, Product } from "./inventory.schema.ts";
import { type ItemRow, type ProductRow, productInStoresSql, productSql } from "./items.sql.ts";

/**
 * A product in all stores of a retailer. The shared part shows the edit for all stores, and each store shows its own state.
 * @throws RetailerNotFound, ProductNotFound
 */
export async function getProduct(ctx: Context, input: GetProduct): Promise<Product> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const keys = [input.retailerId, itemKeyOf(sanitizeForPostgres(input.barcode))];
  const [found] = await ctx.db.query<ProductRow>(productSql, keys);
  if (!found || !canAccessRetailer(ctx.actor, found)) throw retailerNotFound();
  const { retailerId, partnerId: _partnerId, ...data } = found;
  const rows = await ctx.db.query<ItemRow & { country: string; storeName: string }>(productInStoresSql, keys);
  const enabled = await channelStatuses(ctx.db, retailerId, null);
  const stores = rows.map((row) => ({
    ...presentItem(row, row.country, enabled.get(row.storeId) ?? new Map()),
    storeName: row.storeName,
  }));
  const [first] = stores;
  if (!first) throw productNotFound();
  const newest = stores
    .map((item) => item.updatedAt)
    .toSorted()
    .at(-1);
  const oldest = stores.map((item) => item.createdAt).toSorted()[0];
  const longest = stores.map((item) => item.barcode).reduce((a, b) => (b.length > a.length ? b : a));
  return {
    ...data,
    id: first.id,
    barcode: longest,
    category: first.category,
    attributes: first.attributes,
    groupId: first.groupId,
    createdAt: oldest ?? first.createdAt,
    updatedAt: newest ?? first.updatedAt,
    stores: stores.map(({ storeId, storeName, status, quantity, price, currency, condition, hidden, ...rest }) => ({
      ...{ storeId, storeName, status, quantity, price, currency, condition, hidden },
      ...{ channels: rest.channels, visibility: rest.visibility, version: rest.version, updatedAt: rest.updatedAt },
    })),
  };
}
