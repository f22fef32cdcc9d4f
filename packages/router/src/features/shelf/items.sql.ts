import type { Prisma } from "@highstreet/db";
import {
  effectiveItem,
  effectiveItemsOf,
  gtinOf,
  hasBrokenPicture,
  isGtin,
  isKeptBack,
  longestOf,
  notPaused,
  type RuledText,
  titledItemsOf,
  visibleIn,
  withEffectiveValues,
} from "../../core/items/index.ts";
import { candidatesIn, scan } from "../../kernel/kernel.sql.ts";
import type { Item, Missing, Product, ProductFilter, ProductOrder, ProductSummary } from "./shelf.schema.ts";
import { listingProblems } from "./visibility.schema.ts";

interface WantedField {
  field: Missing["field"];
  isLacking: (item: Pick<ItemRow, "searchImages" | "searchDescription" | "brand" | "itemKey">) => boolean;
  sql: string;
}

/** Google finds a product by its GTIN, otherwise by brand and title. */
export const wantedData: { channel: Missing["channel"]; wanted: WantedField[] }[] = [
  {
    channel: "search",
    wanted: [
      { field: "image", isLacking: ({ searchImages }) => searchImages.length === 0, sql: "e.search_images = '{}'" },
      {
        field: "description",
        isLacking: ({ searchDescription }) => searchDescription === null,
        sql: "e.search_description IS NULL",
      },
      {
        field: "brand",
        isLacking: ({ brand, itemKey }) => brand === null && gtinOf(itemKey) === null,
        sql: `e.brand IS NULL AND NOT ${isGtin("e.item_key")}`,
      },
    ],
  },
];

/** The fields of effective items `e` that a channel wants and that they lack, as an array. */
const lackedBy = (channel: string): string => {
  const cases = wantedData.map(({ channel: id, wanted }) => {
    const fields = wanted.map(({ field, sql }) => `CASE WHEN ${sql} THEN '${field}' END`);
    return `WHEN '${id}' THEN array_remove(ARRAY[${fields.join(", ")}], NULL)`;
  });
  return `(CASE ${channel} ${cases.join(" ")} ELSE '{}' END)`;
};

const lacksData = (channel: string): string => `${lackedBy(channel)} <> '{}'`;

type Enums = Pick<Prisma.StockItemModel, "status" | "condition">;
type Computed =
  | "id"
  | "quantity"
  | "price"
  | "regularPrice"
  | "sale"
  | "attributes"
  | "visibility"
  | "missing"
  | "version"
  | "createdAt"
  | "updatedAt"
  | "hiddenEverywhere";
type Stored = Enums & Omit<Item, Computed | keyof Enums>;

/** Read as JSON, its decimals are numbers and its times are strings. */
export interface ItemRow extends Stored {
  itemKey: string;
  /** What the search engine gets. */
  searchDescription: string | null;
  searchImages: string[];
  retailerId: string;
  quantity: string | number | null;
  price: string | number;
  regularPrice: string | number | null;
  salePrice: string | number | null;
  saleFrom: Date | string | null;
  saleUntil: Date | string | null;
  color: string | null;
  size: string | null;
  versionHere: number | null;
  hiddenHere: boolean | null;
  hiddenEverywhere: boolean | null;
  channelsHere: string[] | null;
  /** The channels that the pause of the store stops; null: none. */
  paused: string[] | null;
  /** By channel, the quantity at which it shows the item as out of stock; null: none. */
  safetyStock: Record<string, number> | null;
  /** Rules decide the channels, and no edit does. */
  isRuled: boolean;
  /** The rule that decides each field; null: none. */
  rules: Record<string, { id: string; name: string; storeId: string | null }> | null;
  /** The texts that rules give, because no edit has them; null: none. */
  ruled: Partial<Record<RuledText, string>> | null;
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

/** No edit decides the channels of the item `e`, so rules do. */
const isRuled = "(e.channels_by_rules IS NOT NULL AND num_nonnulls(e.channels_here, e.channels_everywhere) = 0)";

const ownColumns = `e.item_key AS "itemKey", e.retailer_id AS "retailerId", e.store_id AS "storeId", e.barcode, e.status,
  e.quantity, e.price, e.regular_price AS "regularPrice", e.sale_price AS "salePrice", e.sale_from AS "saleFrom",
  e.sale_until AS "saleUntil", e.currency, e.condition, e.hidden, e.channels, e.category,
  e.color, e.size, e.group_id AS "groupId", e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.hidden_here AS "hiddenHere", e.hidden_everywhere AS "hiddenEverywhere",
  e.version_here AS "versionHere", e.channels_here AS "channelsHere", e.paused, e.safety_stock AS "safetyStock", ${isRuled} AS "isRuled", e.ruled,
  CASE WHEN e.decided_by IS NOT NULL THEN (
    SELECT json_object_agg(d.key, json_build_object('id', r.rule_id, 'name', r.name, 'storeId', r.store_id))
    FROM jsonb_each_text(e.decided_by) d JOIN rule r ON r.retailer_id = $1 AND r.number = d.value::int) END AS rules,
  (SELECT json_build_object('state', l.state, 'problem', l.problem, 'sentStatus', l.sent->>'status') FROM listing l
   WHERE l.retailer_id = $1 AND l.store_id = e.store_id AND l.item_key = e.item_key) AS listing`;

const forSearch = `e.search_description AS "searchDescription", e.search_images AS "searchImages"`;
const itemColumns = `${ownColumns}, e.title, e.description, e.brand, e.images, ${forSearch}`;

/** The item is null if the store does not have it. */
export interface ItemInStoreRow {
  found: (ItemRow | { itemKey: null }) & {
    owner: string;
    partnerId: string;
    isTest: boolean;
    inStore: string | null;
    country: string;
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
    SELECT r.retailer_id AS "owner", r.partner_id AS "partnerId", r.is_test AS "isTest", s.store_id AS "inStore", s.country, ${itemColumns},
      (SELECT json_object_agg(c.channel, c.status) FROM channel c
       WHERE c.retailer_id = $1 AND c.store_id = s.store_id) AS "enabled"
    FROM retailer r
    LEFT JOIN store s ON s.retailer_id = $1 AND s.store_id = $2
    LEFT JOIN ${effectiveItem} e ON e.retailer_id = $1 AND e.store_id = s.store_id AND e.item_key = $3
    WHERE r.retailer_id = $1
  ) found`;

export type ProductRow = Pick<Product, "title" | "description" | "brand" | "images" | "version"> &
  Pick<ItemRow, "searchDescription" | "searchImages"> & {
    retailerId: string;
    partnerId: string;
    isTest: boolean;
  };

/** The values without a store: no store has the id of its retailer. */
export const productSql = `
  SELECT e.retailer_id AS "retailerId", e.partner_id AS "partnerId", e.is_test AS "isTest", e.title, e.description, e.brand, e.images, ${forSearch},
         COALESCE(e.version_everywhere, 0) AS version
  FROM ${withEffectiveValues(`(
    SELECT retailer_id, partner_id, is_test, retailer_id AS store_id, $2::text AS item_key FROM retailer WHERE retailer_id = $1)`)} e`;

/** An item in a store of `productInStoresSql`: the values that stores do not share, and the shared ones of feeds. */
export type InStoreRow = Omit<
  ItemRow,
  "title" | "description" | "brand" | "images" | "searchDescription" | "searchImages"
> & {
  titleOfFile: string | null;
  brandOfFile: string | null;
  /** null: the stock files of the store have no product data of the item. */
  imagesOfFile: string[] | null;
  country: string;
  storeName: string;
};

/** The first `$3` stores that have a product, and the number of all of them. `$4` leaves only these stores; NULL: all. */
export const storesOfProductSql = `
  SELECT s.store_id AS "storeId", count(*) OVER () AS total
  FROM store s JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = $1 AND i.retailer_id = $1 AND i.item_key = $2 AND ($4::uuid[] IS NULL OR s.store_id = ANY ($4))
  ORDER BY s.store_id LIMIT $3`;

export const productInStoresSql = `
  SELECT ${ownColumns}, s.country, s.name AS "storeName", e.title_of_file AS "titleOfFile", e.brand_of_file AS "brandOfFile",
         e.images_of_file AS "imagesOfFile"
  FROM store s JOIN ${effectiveItem} e ON e.retailer_id = s.retailer_id AND e.store_id = s.store_id
  WHERE s.retailer_id = $1 AND e.retailer_id = $1 AND e.item_key = $2
    AND s.store_id = ANY ($3::uuid[]) AND e.store_id = ANY ($3::uuid[])
  ORDER BY s.store_id`;

/** `$1` retailer, `$2` store, `$3` key, `$4` candidates, `$5` matches, `$6…` filters, `$14` the only item. */
const list = (order: "ASC" | "DESC", ofItem = false): string =>
  scan({
    order,
    candidates: `
      SELECT i.item_key AS key, i.* FROM stock_item i
      WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key ${order === "ASC" ? ">" : "<"} $3 ${ofItem ? "AND i.item_key = $14" : ""}
      ORDER BY i.item_key ${order} ${candidatesIn("$4")}`,
    found: `
      SELECT e.item_key AS key, ${itemColumns}
      FROM ${effectiveItemsOf("candidate")} e
      WHERE ($6::stock_status IS NULL OR e.status = $6)
        AND ($7::boolean IS NULL OR e.hidden = $7)
        AND ($8::text IS NULL OR ${visibleIn("$8", "e.")})
        AND ($9::text IS NULL OR starts_with(e.barcode, $9) OR starts_with(e.item_key, $9) OR e.item_key = $12 OR e.title ILIKE ALL ($10::text[]))
        AND ($11::timestamptz IS NULL OR e.updated_at >= $11)
        AND ($13::text IS NULL OR ${lacksData("$13")})
      ORDER BY e.item_key ${order} LIMIT $5`,
  });

export const itemsSql = {
  all: { forward: list("ASC"), back: list("DESC") },
  one: { forward: list("ASC", true), back: list("DESC", true) },
};

/** The most items of a retailer that a search finds. The others of a larger shop are found in one of its stores. */
export const MAX_SEARCHED = 300_000;

/** Joins the channel of items `e` as `alias`. */
export const channelOf = (channel: string, alias: string): string =>
  `LEFT JOIN channel ${alias} ON ${alias}.retailer_id = e.retailer_id AND ${alias}.store_id = e.store_id AND ${alias}.channel = ${channel}::channel_id`;

export const listingOf =
  "LEFT JOIN listing l ON l.retailer_id = e.retailer_id AND l.store_id = e.store_id AND l.item_key = e.item_key";

/** SQL of `explainVisibility`: the first reason why a channel `c` does not show an item `e`; null if it shows it. */
export const whyNotShown = (channel: string, c = "c"): string => `CASE
  WHEN ${c}.status IS NULL THEN 'ChannelNotEnabled'
  WHEN ${c}.status <> 'connected' THEN 'ChannelPending'
  WHEN NOT ${notPaused(channel, "e.")} THEN 'StorePaused'
  WHEN e.hidden THEN CASE WHEN num_nonnulls(e.hidden_here, e.hidden_everywhere) = 0 THEN 'HiddenByRule' ELSE 'Hidden' END
  WHEN NOT (e.channels IS NULL OR ${channel} = ANY (e.channels)) THEN CASE WHEN ${isRuled} THEN 'NotInChannelsByRule' ELSE 'NotInChannels' END
  WHEN ${channel} = 'webhooks' THEN NULL
  WHEN NOT (e.channels IS NULL OR 'search' = ANY (e.channels)) THEN 'NeedsSearchListing'
  WHEN e.status = 'out_of_stock' OR ${isKeptBack("'search'", "e.")} OR ${isKeptBack(channel, "e.")} THEN 'OutOfStock'
  WHEN l.state = 'disapproved' THEN 'ListingDisapproved'
  WHEN l.state IN ('refused', 'unidentified') THEN 'ListingRejected'
  WHEN COALESCE(l.sent->>'status', 'out_of_stock') = 'out_of_stock' THEN 'ListingPending' END`;

/** The search engine refuses the listing of an item of a channel `c`, whatever else hides the item. The tasks count the same. */
export const isRefused = (channel: string, c = "c"): string =>
  `(${c}.status IS NOT NULL AND ${channel} <> 'webhooks' AND l.state IN ('refused', 'disapproved', 'unidentified'))`;

/**
 * A meaning of a search text: words of titles as patterns, or the beginning of keys. `barcode`: only barcodes that begin with it, too.
 * `isWhole`: only the key itself.
 */
export type ProductWords = { start: string; barcode?: string; isWhole?: true } | { patterns: string[] };

/** `meanings`: each of them counts; empty for a search without a text. */
interface Wanted {
  filter: ProductFilter;
  itemKey: string | undefined;
  meanings: ProductWords[];
  order: ProductOrder;
}

type Bind = (value: unknown) => string;

const matches = (title: string, patterns: string[], bind: Bind): string =>
  patterns.map((pattern) => `${title} ILIKE ${bind(pattern)}`).join(" AND ");

/**
 * The keys of products with a title that may match, and the titles of the products: a title of the product, of an edit, of a
 * stock file, or of a rule. Each part has an index. No key comes twice.
 */
const named = (patterns: string[], bind: Bind): string => `
    SELECT item_key, title FROM product WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
    UNION ALL
    SELECT k.item_key, p.title FROM (
      SELECT item_key FROM customization WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
      UNION SELECT item_key FROM store_product WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
      UNION SELECT item_key FROM rule_effect WHERE retailer_id = $1 AND ${matches("title", patterns, bind)}
    ) k
    LEFT JOIN product p ON p.retailer_id = $1 AND p.item_key = k.item_key
    WHERE (${matches("p.title", patterns, bind)}) IS NOT TRUE`;

const wordsSql = (words: ProductWords, bind: Bind): string[] => {
  if ("start" in words) {
    const start = bind(words.start);
    if (words.isWhole) return [`e.item_key = ${start}`];
    const spelled = words.barcode === undefined ? [] : [`starts_with(e.barcode, ${bind(words.barcode)})`];
    return [`e.item_key >= ${start}`, `e.item_key < ${start} || U&'\\+10FFFF'`, ...spelled];
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
 * The items `e` of a product filter, from `FROM` on, with one meaning of the text and none of the `other` ones. `$1` is the retailer;
 * `bind` adds the other parameters. Joins the effective values only where they are needed, because that takes longer than reading the
 * items.
 */
function itemsOfFilter(
  { filter, itemKey, order }: Wanted,
  { words, others }: { words?: ProductWords | undefined; others: ProductWords[] },
  bind: Bind,
): string {
  const { storeId, status, hidden, edited, shownOn, notShownOn, because, missing, titled, brokenPicture, addedSince } =
    filter;
  const isPlain = [hidden, edited, shownOn, notShownOn, missing, titled, brokenPicture].every(
    (value) => value === undefined,
  );
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
  if (itemKey !== undefined) conditions.push(`e.item_key = ${bind(itemKey)}`);
  if (status) conditions.push(`e.status = ${bind(status)}`);
  if (hidden !== undefined) conditions.push(hidden ? "e.hidden" : "NOT e.hidden");
  if (edited !== undefined) conditions.push(`e.is_edited = ${edited}`);
  if (titled !== undefined) conditions.push(`e.title IS ${titled ? "NOT " : ""}NULL`);
  if (brokenPicture !== undefined) conditions.push(`${brokenPicture ? "" : "NOT "}${hasBrokenPicture("e")}`);
  if (addedSince) conditions.push(`e.created_at >= ${bind(addedSince)}::timestamptz`);
  if (missing) conditions.push(lacksData(`${bind(missing)}::text`));
  const joins: string[] = shownOn || notShownOn ? [listingOf] : [];
  if (shownOn) {
    const channel = `${bind(shownOn)}::text`;
    joins.push(channelOf(channel, "s"));
    conditions.push(`${whyNotShown(channel, "s")} IS NULL`);
  }
  if (notShownOn) {
    const channel = `${bind(notShownOn)}::text`;
    joins.push(channelOf(channel, "c"));
    if (because === "ListingRefused") conditions.push(isRefused(channel));
    else conditions.push(`${whyNotShown(channel)} ${because ? `= ${bind(because)}` : "IS NOT NULL"}`);
  }
  if (isPlain && patterns) conditions.push(matches("e.title", patterns, bind));
  else if (words) conditions.push(...wordsSql(words, bind));
  for (const other of others) conditions.push(`NOT (${wordsSql(other, bind).join(" AND ")})`);
  return `FROM ${items} e ${joins.join("\n    ")}
    WHERE ${conditions.join("\n      AND ")}`;
}

/** The keys of the products that match, in order, with their number. One row has no key if the page is empty. */
export interface MatchRow {
  itemKey: string | null;
  total: number;
}

/** `rows`: a page of the products. */
export function matchProductsSql(
  retailerId: string,
  wanted: Wanted,
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
  const [first, ...more] = wanted.meanings;
  const parts = [first, ...more].map((words, n) => {
    const from = itemsOfFilter(wanted, { words, others: wanted.meanings.slice(0, n) }, bind);
    return `SELECT e.item_key, ${each === "NULL" ? "NULL::int" : each} AS sort ${from}`;
  });
  const sql = `
    WITH matching AS (
      ${parts.join("\n      UNION ALL ")}
      LIMIT ${MAX_SEARCHED}),
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
  SELECT d.barcode, d.title, d.brand, d.image, d.price, d."highestPrice", d.currency, d.quantity, d.status, d.stores, d."hiddenIn",
         d."hiddenEverywhere", d.edited, d.refused, d.missing
  FROM unnest($3::text[]) WITH ORDINALITY k (item_key, n)
  CROSS JOIN LATERAL (
    SELECT ${longestOf("e.barcode")} AS barcode, min(e.title) AS title, min(e.brand) AS brand, min(e.images[1]) AS image,
      min(e.price) AS price, max(e.price) AS "highestPrice", min(e.currency) AS currency,
      CASE WHEN bool_and(e.quantity IS NOT NULL) THEN sum(e.quantity) END AS quantity, min(e.status) AS status, count(*)::int AS stores,
      (count(*) FILTER (WHERE e.hidden))::int AS "hiddenIn", bool_or(COALESCE(e.hidden_everywhere, false)) AS "hiddenEverywhere",
      bool_or(e.is_edited) AS edited,
      min(w.why) FILTER (WHERE w.why IN (${listingProblems.map((code) => `'${code}'`).join(", ")})) AS refused,
      COALESCE(max(w.lacked) FILTER (WHERE w.why IS DISTINCT FROM 'ChannelNotEnabled'), '{}') AS missing
    FROM ${effectiveItemsOf(`(
      SELECT i.* FROM store s CROSS JOIN LATERAL (
        SELECT * FROM stock_item i
        WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = k.item_key LIMIT 1) i
      WHERE s.retailer_id = $1 AND ($2::uuid IS NULL OR s.store_id = $2))`)} e
    LEFT JOIN LATERAL (
      SELECT ${whyNotShown("'search'")} AS why, ${lackedBy("'search'")} AS lacked FROM (SELECT) one
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

/** The level of each store `$2` before each of the ids `$3`, with the number of the id. Leaves out stores without one. */
export const levelsSql = `
  SELECT s.store_id AS "storeId", (e.n - 1)::int AS at, l.in_stock_items AS "inStock"
  FROM unnest($2::uuid[]) s (store_id)
  CROSS JOIN unnest($3::uuid[]) WITH ORDINALITY e (id, n)
  CROSS JOIN LATERAL (
    SELECT in_stock_items FROM ingest
    WHERE retailer_id = $1 AND store_id = s.store_id AND ingest_id < e.id
    ORDER BY ingest_id DESC LIMIT 1
  ) l`;
