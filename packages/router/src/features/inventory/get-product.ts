import { channelStatuses } from "../../core/channels/index.ts";
import { findItem, productNotFound } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { presentItem } from "./internal/present-item.ts";
import { type GetProduct, PRODUCT_STORES, type Product } from "./inventory.schema.ts";
import { type InStoreRow, type ProductRow, productInStoresSql, productSql, storesOfProductSql } from "./items.sql.ts";

/**
 * A product in the stores of a retailer. The shared part shows the edit for all stores, and each store shows its own state. The
 * barcode and the times come from the stores in the answer. What neither an edit nor the product feed has comes from the stock files
 * of the first store with product data.
 * @throws RetailerNotFound, ProductNotFound
 */
export async function getProduct(ctx: Context, input: GetProduct): Promise<Product> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const { itemKey } = await findItem(ctx.db, { retailerId: input.retailerId }, input.barcode);
  const keys = [input.retailerId, itemKey];
  const [found] = await ctx.db.query<ProductRow>(productSql, keys);
  if (!found || !canAccessRetailer(ctx.actor, found)) throw retailerNotFound();
  const { retailerId, partnerId: _partnerId, ...shared } = found;
  const first = await ctx.db.query<{ storeId: string; total: number }>(storesOfProductSql, [...keys, PRODUCT_STORES]);
  const storeIds = first.map(({ storeId }) => storeId);
  const rows = await ctx.db.query<InStoreRow>(productInStoresSql, [...keys, storeIds]);
  const file = rows.find(({ imagesOfFile }) => imagesOfFile !== null);
  const data = {
    ...shared,
    title: shared.title ?? file?.titleOfFile ?? null,
    brand: shared.brand ?? file?.brandOfFile ?? null,
    images: shared.images.length ? shared.images : (file?.imagesOfFile ?? []),
  };
  const enabled = await channelStatuses(ctx.db, retailerId, storeIds);
  const stores = rows.map((row) => ({
    ...presentItem({ ...row, ...data }, row.country, enabled.get(row.storeId) ?? new Map()),
    storeName: row.storeName,
  }));
  const [shown] = stores;
  if (!shown) throw productNotFound();
  const newest = stores
    .map((item) => item.updatedAt)
    .toSorted()
    .at(-1);
  const oldest = stores.map((item) => item.createdAt).toSorted()[0];
  const longest = stores.map((item) => item.barcode).reduce((a, b) => (b.length > a.length ? b : a));
  return {
    ...data,
    id: shown.id,
    barcode: longest,
    category: (file ?? shown).category,
    attributes: shown.attributes,
    groupId: shown.groupId,
    createdAt: oldest ?? shown.createdAt,
    updatedAt: newest ?? shown.updatedAt,
    stores: stores.map(({ storeId, storeName, status, quantity, price, currency, condition, hidden, ...rest }) => ({
      ...{ storeId, storeName, status, quantity, price, currency, condition, hidden },
      ...{ channels: rest.channels, visibility: rest.visibility, version: rest.version, updatedAt: rest.updatedAt },
    })),
    storesTotal: Number(first[0]?.total ?? stores.length),
    links: { stores: `/retailers/${retailerId}/stores` },
  };
}
