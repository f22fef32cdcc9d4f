import { channelStatuses } from "../../core/channels/index.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { productNotFound } from "./get-item.ts";
import type { GetProduct, Product } from "./inventory.schema.ts";
import { type ItemRow, itemColumns, items, presentItem } from "./present-item.ts";

const everywhere = `
  SELECT ${itemColumns}, s.country
  FROM store s JOIN ${items} ON e.retailer_id = s.retailer_id AND e.store_id = s.store_id
  WHERE s.retailer_id = $1 AND e.retailer_id = $1 AND e.item_key = $2
  ORDER BY s.store_id`;

/** The tenancy gate, and what the stores share, in one statement. */
const shared = `
  SELECT r.retailer_id AS "retailerId", r.partner_id AS "partnerId", COALESCE(c.title, p.title) AS title, COALESCE(c.description, p.description) AS description,
         COALESCE(c.brand, p.brand) AS brand, COALESCE(c.image, p.images, '{}') AS images,
         COALESCE(c.version, 0) AS version
  FROM retailer r
  LEFT JOIN customization c ON c.retailer_id = r.retailer_id AND c.item_key = $2 AND c.store_id IS NULL
  LEFT JOIN product p ON p.retailer_id = r.retailer_id AND p.item_key = $2
  WHERE r.retailer_id = $1`;

type Shared = Pick<Product, "title" | "description" | "brand" | "images" | "version">;

/** A product in all stores: the edit for all stores in the shared part, each store's own state below. @throws RetailerNotFound, ProductNotFound */
export async function getProduct(ctx: Context, input: GetProduct): Promise<Product> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const keys = [input.retailerId, itemKeyOf(sanitizeForPostgres(input.barcode))];
  const [found] = await ctx.db.query<Shared & { retailerId: string; partnerId: string }>(shared, keys);
  if (!found || !canAccessRetailer(ctx.actor, found)) throw retailerNotFound();
  const { retailerId, partnerId: _partnerId, ...data } = found;
  const rows = await ctx.db.query<ItemRow & { country: string }>(everywhere, keys);
  const enabled = await channelStatuses(ctx.db, retailerId, null);
  const stores = rows.map((row) => presentItem(row, row.country, enabled.get(row.storeId) ?? new Map()));
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
    stores: stores.map(({ storeId, status, quantity, price, currency, condition, hidden, channels, visibility }) => ({
      ...{ storeId, status, quantity, price, currency, condition, hidden, channels, visibility },
    })),
  };
}
