import { canAccessRetailer, storesOf } from "../../access/find-retailer.ts";
import type { ChannelId, ChannelStatus } from "../../core/channels/channel.schema.ts";
import { channelStatuses } from "../../core/channels/index.ts";
import { findItem, productNotFound, ruledTexts } from "../../core/items/index.ts";
import { findStore, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerNotFound } from "../../kernel/errors.ts";
import { isId, storeKeyOf } from "../../kernel/ids.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/paging.ts";
import { sanitizeForPostgres, wordPatterns } from "../../kernel/text.ts";
import {
  type InStoreRow,
  type ItemInStoreRow,
  type ItemRow,
  itemInStoreSql,
  itemsSql,
  type ProductRow,
  productInStoresSql,
  productSql,
  storesOfProductSql,
} from "./items.sql.ts";
import { presentItem } from "./present-item.ts";
import {
  type GetItem,
  type GetProduct,
  type Item,
  type ListItems,
  PRODUCT_STORES,
  type Product,
} from "./shelf.schema.ts";

/** One item of a store. @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order */
export async function getItem(ctx: Context, input: GetItem): Promise<Item> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const { itemKey } = await findItem(ctx.db, input, input.barcode);
  const [first] = await ctx.db.query<ItemInStoreRow>(itemInStoreSql, [input.retailerId, storeKeyOf(input), itemKey]);
  const row = first?.found;
  if (!row || !canAccessRetailer(ctx.actor, { ...row, retailerId: row.owner })) throw retailerNotFound();
  if (row.inStore === null) throw storeNotFound();
  if (row.itemKey === null) throw productNotFound();
  return presentItem(row, row.country, new Map(Object.entries(row.enabled ?? {}) as [ChannelId, ChannelStatus][]));
}

/** The items of a store by item key. The filter `status` ignores whether an item is hidden. */
export async function listItems(ctx: Context, input: ListItems): Promise<PageResult<Item>> {
  const store = await findStore(ctx, input);
  const q = sanitizeForPostgres(input.q?.trim() ?? "") || null;
  const filters = [
    input.status ?? null,
    input.hidden ?? null,
    input.channel ?? null,
    q,
    q && wordPatterns(q),
    input.updatedSince ?? null,
    q && (await findItem(ctx.db, store, q)).itemKey,
    input.missing ?? null,
  ];
  const item = input.barcode === undefined ? undefined : await findItem(ctx.db, store, input.barcode);
  const statements = item ? itemsSql.one : itemsSql.all;
  const page = await scanPage<ItemRow>(
    input.page,
    (row) => row.itemKey,
    async (position, candidates, limit) => {
      // The empty key is below every key.
      const start = [store.retailerId, store.storeId, position?.key ?? "", candidates, limit];
      const values = [...start, ...filters, ...(item ? [item.itemKey] : [])];
      const rows = await ctx.db.query<Scanned<ItemRow>>(position?.back ? statements.back : statements.forward, values);
      return windowOf(rows, candidates);
    },
  );
  const enabled = await channelStatuses(ctx.db, store.retailerId, [store.storeId]);
  const ofStore = enabled.get(store.storeId) ?? new Map();
  return { ...page, data: page.data.map((row) => presentItem(row, store.country, ofStore)) };
}

/**
 * A product in the stores of a retailer. The shared part shows the edit for all stores, and each store shows its own state. The
 * barcode and the times come from the stores in the answer. A text of rules is that of the first store with one. What neither an edit nor a
 * rule nor the product feed has comes from the stock files of the first store with product data.
 * @throws RetailerNotFound, ProductNotFound
 */
export async function getProduct(ctx: Context, input: GetProduct): Promise<Product> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const { itemKey } = await findItem(ctx.db, { retailerId: input.retailerId }, input.barcode);
  const keys = [input.retailerId, itemKey];
  const [found] = await ctx.db.query<ProductRow>(productSql, keys);
  if (!found || !canAccessRetailer(ctx.actor, found)) throw retailerNotFound();
  const { retailerId, partnerId: _partnerId, isTest: _isTest, searchDescription, searchImages, ...shared } = found;
  const own = storesOf(ctx.actor, retailerId);
  const first = await ctx.db.query<{ storeId: string; total: number }>(storesOfProductSql, [
    ...keys,
    PRODUCT_STORES,
    own ? [...own] : null,
  ]);
  const storeIds = first.map(({ storeId }) => storeId);
  const rows = await ctx.db.query<InStoreRow>(productInStoresSql, [...keys, storeIds]);
  const file = rows.find(({ imagesOfFile }) => imagesOfFile !== null);
  // Of the first store with a rule for the text. An edit for all stores leaves none.
  const ruled = Object.assign({}, ...rows.toReversed().map((row) => row.ruled)) as NonNullable<ItemRow["ruled"]>;
  const data = {
    ...shared,
    title: ruled.title ?? shared.title ?? file?.titleOfFile ?? null,
    description: ruled.description ?? shared.description,
    brand: ruled.brand ?? shared.brand ?? file?.brandOfFile ?? null,
    images: shared.images.length ? shared.images : (file?.imagesOfFile ?? []),
  };
  const search = {
    searchDescription: searchDescription ?? data.description,
    searchImages: searchImages.length ? searchImages : data.images,
  };
  const [enabled, broken] = await Promise.all([
    channelStatuses(ctx.db, retailerId, storeIds),
    ctx.db.prisma.brokenPicture.findFirst({ where: { retailerId, itemKey, isCertain: true } }),
  ]);
  const stores = rows.map((row) => ({
    ...presentItem({ ...row, ...data, ...search }, row.country, enabled.get(row.storeId) ?? new Map()),
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
    category: ruled.category ?? (file ?? shown).category,
    attributes: shown.attributes,
    groupId: shown.groupId,
    textsByRules: ruledTexts.flatMap(
      (field) => stores.flatMap(({ textsByRules }) => textsByRules).find((one) => one.field === field) ?? [],
    ),
    missing: shown.missing,
    createdAt: oldest ?? shown.createdAt,
    updatedAt: newest ?? shown.updatedAt,
    stores,
    brokenImages: [...new Set([...data.images, ...search.searchImages])].filter((url) => broken?.images.includes(url)),
    storesTotal: Number(first[0]?.total ?? stores.length),
    links: { stores: `/retailers/${retailerId}/stores` },
  };
}
