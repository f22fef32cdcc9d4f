import type { Prisma } from "@highstreet/db";
import { effectiveItem, effectiveItemsOf, visibleIn, withEffectiveValues } from "../../core/items/index.ts";
import { candidatesIn, scan } from "../../kernel/scan.sql.ts";
import type { Item, Product } from "./inventory.schema.ts";

type Stored = Omit<
  Item,
  "id" | "quantity" | "price" | "attributes" | "visibility" | "version" | "createdAt" | "updatedAt" | "hiddenEverywhere"
>;

/** A row of `itemColumns`. Read as JSON, its decimals are numbers and its times are strings. */
export interface ItemRow extends Stored {
  itemKey: string;
  retailerId: string;
  quantity: string | number;
  price: string | number;
  color: string | null;
  size: string | null;
  versionHere: number | null;
  hiddenHere: boolean | null;
  hiddenEverywhere: boolean | null;
  channelsHere: string[] | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  /** null: the item was never marked for the search engine. */
  listing: ListingFacts | null;
}

/** The facts of a listing that decide whether the search engine shows the item. */
export interface ListingFacts extends Pick<Prisma.ListingModel, "state"> {
  problem: { code: string; message: string } | null;
  /** The stock status that the search engine last accepted; null: it has no listing. */
  sentStatus: string | null;
}

/** The columns of an `ItemRow`, of effective items `e`. */
const itemColumns = `e.item_key AS "itemKey", e.retailer_id AS "retailerId", e.store_id AS "storeId", e.barcode, e.status,
  e.quantity, e.price, e.currency, e.condition, e.hidden, e.channels, e.title, e.description, e.brand, e.images, e.category,
  e.color, e.size, e.group_id AS "groupId", e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.hidden_here AS "hiddenHere", e.hidden_everywhere AS "hiddenEverywhere",
  e.version_here AS "versionHere", e.channels_here AS "channelsHere",
  (SELECT json_build_object('state', l.state, 'problem', l.problem, 'sentStatus', l.sent->>'status') FROM listing l
   WHERE l.retailer_id = e.retailer_id AND l.store_id = e.store_id AND l.item_key = e.item_key) AS listing`;

/** The answer of `itemInStoreSql`. The item is null if the store does not have it. */
export interface ItemInStoreRow {
  found: (ItemRow | { itemKey: null }) & {
    owner: string;
    partnerId: string;
    inStore: string | null;
    country: string;
    /** The status of each channel of the store. */
    enabled: Record<string, string> | null;
  };
}

/**
 * The retailer, store, item and channels of one call in one statement, because this is the most frequent read. The answer is one
 * JSON column: PostgreSQL takes longer to describe thirty columns than to read them.
 */
export const itemInStoreSql = `
  SELECT to_json(found) AS found
  FROM (
    SELECT r.retailer_id AS "owner", r.partner_id AS "partnerId", s.store_id AS "inStore", s.country, ${itemColumns},
      (SELECT json_object_agg(c.channel, c.status) FROM channel c
       WHERE c.retailer_id = r.retailer_id AND c.store_id = s.store_id) AS "enabled"
    FROM retailer r
    LEFT JOIN store s ON s.retailer_id = r.retailer_id AND s.store_id = $2
    LEFT JOIN ${effectiveItem} e ON e.retailer_id = r.retailer_id AND e.store_id = s.store_id AND e.item_key = $3
    WHERE r.retailer_id = $1
  ) found`;

/** The values of a product that its stores share, with the retailer for the check of access. */
export type ProductRow = Pick<Product, "title" | "description" | "brand" | "images" | "version"> & {
  retailerId: string;
  partnerId: string;
};

export const productSql = `
  SELECT r.retailer_id AS "retailerId", r.partner_id AS "partnerId", e.title, e.description, e.brand, e.images,
         COALESCE(e.version_everywhere, 0) AS version
  FROM retailer r
  CROSS JOIN ${withEffectiveValues(`(SELECT $1::uuid AS retailer_id, NULL::uuid AS store_id, $2::text AS item_key)`)} e
  WHERE r.retailer_id = $1`;

export const productInStoresSql = `
  SELECT ${itemColumns}, s.country
  FROM store s JOIN ${effectiveItem} e ON e.retailer_id = s.retailer_id AND e.store_id = s.store_id
  WHERE s.retailer_id = $1 AND e.retailer_id = $1 AND e.item_key = $2
  ORDER BY s.store_id`;

/** `$1` retailer, `$2` store, `$3` key, `$4` candidates, `$5` matches, `$6…` filters. */
const list = (order: "ASC" | "DESC"): string =>
  scan({
    order,
    candidates: `
      SELECT i.item_key AS key, i.* FROM stock_item i
      WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key ${order === "ASC" ? ">" : "<"} $3
      ORDER BY i.item_key ${order} ${candidatesIn("$4")}`,
    found: `
      SELECT e.item_key AS key, ${itemColumns}
      FROM ${effectiveItemsOf("candidate")} e
      WHERE ($6::text IS NULL OR e.status = $6)
        AND ($7::boolean IS NULL OR e.hidden = $7)
        AND ($8::text IS NULL OR ${visibleIn("$8", "e.")})
        AND ($9::text IS NULL OR starts_with(e.barcode, $9) OR starts_with(e.item_key, $9) OR e.title ILIKE ALL ($10::text[]))
        AND ($11::timestamptz IS NULL OR e.updated_at >= $11)
      ORDER BY e.item_key ${order} LIMIT $5`,
  });

export const itemsSql = { forward: list("ASC"), back: list("DESC") };
