import type { Prisma } from "@highstreet/db";
import {
  effectiveItem,
  effectiveItemsOf,
  longestOf,
  titledItemsOf,
  visibleIn,
  withEffectiveValues,
} from "../../core/items/index.ts";
import { candidatesIn, scan } from "../../kernel/scan.sql.ts";
import type { ProductFilter, ProductOrder, ProductSummary } from "./find-products.schema.ts";
import type { Item, Product } from "./inventory.schema.ts";
import { listingProblems } from "./visibility.schema.ts";

type Enums = Pick<Prisma.StockItemModel, "status" | "condition">;
type Computed =
  | "id"
  | "quantity"
  | "price"
  | "attributes"
  | "visibility"
  | "version"
  | "createdAt"
  | "updatedAt"
  | "hiddenEverywhere";
type Stored = Enums & Omit<Item, Computed | keyof Enums>;

/** A row of `itemColumns`. Read as JSON, its decimals are numbers and its times are strings. */
export interface ItemRow extends Stored {
  itemKey: string;
  retailerId: string;
  quantity: string | number | null;
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

/** The columns of an `InStoreRow`, of effective items `e` of the retailer `$1`. */
const ownColumns = `e.item_key AS "itemKey", e.retailer_id AS "retailerId", e.store_id AS "storeId", e.barcode, e.status,
  e.quantity, e.price, e.currency, e.condition, e.hidden, e.channels, e.category,
  e.color, e.size, e.group_id AS "groupId", e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.hidden_here AS "hiddenHere", e.hidden_everywhere AS "hiddenEverywhere",
  e.version_here AS "versionHere", e.channels_here AS "channelsHere",
  (SELECT json_build_object('state', l.state, 'problem', l.problem, 'sentStatus', l.sent->>'status') FROM listing l
   WHERE l.retailer_id = $1 AND l.store_id = e.store_id AND l.item_key = e.item_key) AS listing`;

/** The columns of an `ItemRow`, of effective items `e` of the retailer `$1`. */
const itemColumns = `${ownColumns}, e.title, e.description, e.brand, e.images`;

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
       WHERE c.retailer_id = $1 AND c.store_id = s.store_id) AS "enabled"
    FROM retailer r
    LEFT JOIN store s ON s.retailer_id = $1 AND s.store_id = $2
    LEFT JOIN ${effectiveItem} e ON e.retailer_id = $1 AND e.store_id = s.store_id AND e.item_key = $3
    WHERE r.retailer_id = $1
  ) found`;

/** The values of a product that its stores share, with the retailer for the check of access. */
export type ProductRow = Pick<Product, "title" | "description" | "brand" | "images" | "version"> & {
  retailerId: string;
  partnerId: string;
};

/** The values without a store: no store has the id of its retailer. */
export const productSql = `
  SELECT e.retailer_id AS "retailerId", e.partner_id AS "partnerId", e.title, e.description, e.brand, e.images,
         COALESCE(e.version_everywhere, 0) AS version
  FROM ${withEffectiveValues(`(
    SELECT retailer_id, partner_id, retailer_id AS store_id, $2::text AS item_key FROM retailer WHERE retailer_id = $1)`)} e`;

/** An item in a store of `productInStoresSql`: the values that stores do not share, and the shared ones of feeds. */
export type InStoreRow = Omit<ItemRow, "title" | "description" | "brand" | "images"> & {
  titleOfFile: string | null;
  brandOfFile: string | null;
  /** null: the stock files of the store have no product data of the item. */
  imagesOfFile: string[] | null;
  country: string;
  storeName: string;
};

/** The first `$3` stores that have a product, and the number of all of them. */
export const storesOfProductSql = `
  SELECT s.store_id AS "storeId", count(*) OVER () AS total
  FROM store s JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = $1 AND i.retailer_id = $1 AND i.item_key = $2
  ORDER BY s.store_id LIMIT $3`;

/** A product in the stores `$3`. */
export const productInStoresSql = `
  SELECT ${ownColumns}, s.country, s.name AS "storeName", e.title_of_file AS "titleOfFile", e.brand_of_file AS "brandOfFile",
         e.images_of_file AS "imagesOfFile"
  FROM store s JOIN ${effectiveItem} e ON e.retailer_id = s.retailer_id AND e.store_id = s.store_id
  WHERE s.retailer_id = $1 AND e.retailer_id = $1 AND e.item_key = $2
    AND s.store_id = ANY ($3::uuid[]) AND e.store_id = ANY ($3::uuid[])
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
      WHERE ($6::stock_status IS NULL OR e.status = $6)
        AND ($7::boolean IS NULL OR e.hidden = $7)
        AND ($8::text IS NULL OR ${visibleIn("$8", "e.")})
        AND ($9::text IS NULL OR starts_with(e.barcode, $9) OR starts_with(e.item_key, $9) OR e.item_key = $12 OR e.title ILIKE ALL ($10::text[]))
        AND ($11::timestamptz IS NULL OR e.updated_at >= $11)
      ORDER BY e.item_key ${order} LIMIT $5`,
  });

export const itemsSql = { forward: list("ASC"), back: list("DESC") };

/** The most items of a retailer that a search finds. The others of a larger shop are found in one of its stores. */
export const MOST_SEARCHED = 300_000;

/** The channel and the listing of items `e`, for `whyNotShown`. */
const withChannel = (channel: string): string => `
  LEFT JOIN channel c ON c.retailer_id = e.retailer_id AND c.store_id = e.store_id AND c.channel = ${channel}::channel_id
  LEFT JOIN listing l ON l.retailer_id = e.retailer_id AND l.store_id = e.store_id AND l.item_key = e.item_key`;

/** SQL of `explainVisibility`: the first reason why a channel does not show an item `e`; null if it shows it. */
const whyNotShown = (channel: string): string => `CASE
  WHEN c.status IS NULL THEN 'ChannelNotEnabled'
  WHEN c.status <> 'connected' THEN 'ChannelPending'
  WHEN e.hidden THEN 'Hidden'
  WHEN NOT (e.channels IS NULL OR ${channel} = ANY (e.channels)) THEN 'NotInChannels'
  WHEN ${channel} = 'webhooks' THEN NULL
  WHEN e.status = 'out_of_stock' THEN 'OutOfStock'
  WHEN l.state = 'disapproved' THEN 'ListingDisapproved'
  WHEN l.state IN ('refused', 'unidentified') THEN 'ListingRejected'
  WHEN COALESCE(l.sent->>'status', 'out_of_stock') = 'out_of_stock' THEN 'ListingPending' END`;

/** A search text, resolved: one product, the beginning of barcodes, or words of titles as patterns. */
export type ProductWords = { key: string } | { start: string } | { patterns: string[] };

type Bind = (value: unknown) => string;

/** The conditions of a title that has all words. */
const matches = (title: string, patterns: string[], bind: Bind): string =>
  patterns.map((pattern) => `${title} ILIKE ${bind(pattern)}`).join(" AND ");

/**
 * The keys of products with a title that may match, and the titles of the products: a title of the product, of an edit, or of a
 * stock file. Each part has an index. No key comes twice.
 */
const named = (patterns: string[], bind: Bind): string => `
    SELECT item_key, title FROM product WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
    UNION ALL
    SELECT k.item_key, p.title FROM (
      SELECT item_key FROM customization WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
      UNION SELECT item_key FROM store_product WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
    ) k
    LEFT JOIN product p ON p.retailer_id = $1 AND p.item_key = k.item_key
    WHERE (${matches("p.title", patterns, bind)}) IS NOT TRUE`;

const wordsSql = (words: ProductWords, bind: Bind): string[] => {
  if ("key" in words) return [`e.item_key = ${bind(words.key)}`];
  if ("start" in words) {
    const start = bind(words.start);
    return [`e.item_key >= ${start}`, `e.item_key < ${start} || U&'\\+10FFFF'`];
  }
  return [
    `e.item_key IN (SELECT item_key FROM (${named(words.patterns, bind)}) n)`,
    matches("e.title", words.patterns, bind),
  ];
};

const sortColumns: Record<ProductOrder["sort"], { each: string; all: string }> = {
  barcode: { each: "NULL", all: "min" },
  name: { each: "lower(COALESCE(e.title, e.barcode))", all: "min" },
  price: { each: "e.price", all: "min" },
  quantity: { each: "e.quantity", all: "sum" },
  updated: { each: "e.updated_at", all: "max" },
};

/**
 * The items `e` of a product filter, from `FROM` on. The one home of its condition. `$1` is the retailer; `bind` adds the other
 * parameters. Joins the effective values only where they are needed, because that takes longer than reading the items.
 */
function itemsOfFilter(
  { filter, words, order }: { filter: ProductFilter; words: ProductWords | undefined; order: ProductOrder },
  bind: Bind,
): string {
  const { storeId, status, hidden, edited, notShownOn, because } = filter;
  const isPlain = hidden === undefined && edited === undefined && !notShownOn;
  const patterns = words && "patterns" in words ? words.patterns : undefined;
  const items = !isPlain
    ? effectiveItem
    : patterns
      ? titledItemsOf(named(patterns, bind))
      : order.sort === "name"
        ? effectiveItem
        : "stock_item";
  const conditions = ["e.retailer_id = $1"];
  if (storeId) conditions.push(`e.store_id = ${bind(storeId)}`);
  if (status) conditions.push(`e.status = ${bind(status)}`);
  if (hidden !== undefined) conditions.push(hidden ? "e.hidden" : "NOT e.hidden");
  if (edited !== undefined) {
    conditions.push(`(e.version_here IS NOT NULL OR e.version_everywhere IS NOT NULL) = ${edited}`);
  }
  const channel = notShownOn && `${bind(notShownOn)}::text`;
  if (channel) {
    conditions.push(`${whyNotShown(channel)} ${because ? `= ${bind(because)}` : "IS NOT NULL"}`);
  }
  if (isPlain && patterns) conditions.push(matches("e.title", patterns, bind));
  else if (words) conditions.push(...wordsSql(words, bind));
  return `FROM ${items} e ${channel ? withChannel(channel) : ""}
    WHERE ${conditions.join("\n      AND ")}`;
}

/** The keys of the products that match, in order, with their number. One row has no key if the page is empty. */
export interface MatchRow {
  itemKey: string | null;
  total: number;
}

/** The statement that finds the products of a filter: a page of `rows` in order, and the number of all. */
export function matchProductsSql(
  retailerId: string,
  wanted: { filter: ProductFilter; words: ProductWords | undefined; order: ProductOrder },
  rows: { limit: number; offset: number },
): { sql: string; values: unknown[] } {
  const values: unknown[] = [retailerId];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { sort, descending } = wanted.order;
  const { each, all } = sortColumns[sort];
  const direction = descending ? "DESC" : "ASC";
  const products = wanted.filter.storeId
    ? "SELECT item_key, sort FROM matching"
    : `SELECT item_key, ${all}(sort) AS sort FROM matching GROUP BY item_key`;
  const sql = `
    WITH matching AS (
      SELECT e.item_key, ${each === "NULL" ? "NULL::int" : each} AS sort ${itemsOfFilter(wanted, bind)}
      LIMIT ${MOST_SEARCHED}),
    products AS MATERIALIZED (${products}),
    page AS (
      SELECT item_key, row_number() OVER () AS n FROM (
        SELECT item_key FROM products
        ORDER BY ${sort === "barcode" ? "" : `sort ${direction} NULLS LAST,`} item_key ${direction}
        LIMIT ${bind(rows.limit)} OFFSET ${bind(rows.offset)}) one)
    SELECT p.item_key AS "itemKey", c.total
    FROM (SELECT count(*)::int AS total FROM products) c LEFT JOIN page p ON true
    ORDER BY p.n`;
  return { sql, values };
}

/** Whether a store of the retailer `$1` (only the store `$2`, unless null) has an item with a key that starts with `$3`. */
export const hasStartSql = `
  SELECT FROM store s CROSS JOIN LATERAL (
    SELECT FROM stock_item i
    WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key >= $3 AND i.item_key < $3 || U&'\\+10FFFF'
    ORDER BY i.item_key LIMIT 1) i
  WHERE s.retailer_id = $1 AND ($2::uuid IS NULL OR s.store_id = $2) LIMIT 1`;

export interface SummaryRow extends Omit<ProductSummary, "price" | "highestPrice" | "quantity"> {
  price: string;
  highestPrice: string;
  quantity: string | null;
}

/** The products `$3` of the retailer `$1` in its stores, or in the store `$2`, as rows of a list. */
export const summariseProductsSql = `
  SELECT d.barcode, d.title, d.image, d.price, d."highestPrice", d.currency, d.quantity, d.status, d.stores, d."hiddenIn",
         d."hiddenEverywhere", d.edited, d.refused
  FROM unnest($3::text[]) WITH ORDINALITY k (item_key, n)
  CROSS JOIN LATERAL (
    SELECT ${longestOf("e.barcode")} AS barcode, min(e.title) AS title, min(e.images[1]) AS image,
      min(e.price) AS price, max(e.price) AS "highestPrice", min(e.currency) AS currency,
      CASE WHEN bool_and(e.quantity IS NOT NULL) THEN sum(e.quantity) END AS quantity, min(e.status) AS status, count(*)::int AS stores,
      (count(*) FILTER (WHERE e.hidden))::int AS "hiddenIn", bool_or(COALESCE(e.hidden_everywhere, false)) AS "hiddenEverywhere",
      bool_or(e.version_here IS NOT NULL OR e.version_everywhere IS NOT NULL) AS edited,
      min(w.why) FILTER (WHERE w.why IN (${listingProblems.map((code) => `'${code}'`).join(", ")})) AS refused
    FROM ${effectiveItemsOf(`(
      SELECT i.* FROM store s CROSS JOIN LATERAL (
        SELECT * FROM stock_item i
        WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = k.item_key LIMIT 1) i
      WHERE s.retailer_id = $1 AND ($2::uuid IS NULL OR s.store_id = $2))`)} e
    LEFT JOIN LATERAL (
      SELECT ${whyNotShown("'search'")} AS why FROM (SELECT) one
      LEFT JOIN LATERAL (
        SELECT status FROM channel WHERE retailer_id = $1 AND store_id = e.store_id AND channel = 'search' LIMIT 1
      ) c ON true
      LEFT JOIN LATERAL (
        SELECT state, sent FROM listing
        WHERE retailer_id = $1 AND store_id = e.store_id AND item_key = e.item_key LIMIT 1
      ) l ON true
    ) w ON true
  ) d
  WHERE d.stores > 0
  ORDER BY k.n`;
