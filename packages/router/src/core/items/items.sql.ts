const joined = (table: string, alias: string, condition: string): string =>
  `LEFT JOIN ${table} ${alias} ON ${condition}`;

/** Joins one row of a table by one key lookup per item, so that the plan does not depend on the size of the table. */
const lookedUp = (table: string, alias: string, condition: string): string =>
  `LEFT JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${condition} LIMIT 1) ${alias} ON true`;

/** The texts that rules can set, of the joins in `effectiveValues`: where edits have them, and where product data has them. */
const textSources = {
  title: ["one.title, every.title", "p.title, f.title"],
  description: ["one.description, every.description", "p.description"],
  brand: ["one.brand, every.brand", "p.brand, f.brand"],
  category: ["NULL::text", "p.category, f.category"],
} as const;
export type RuledText = keyof typeof textSources;
export const ruledTexts = Object.keys(textSources) as RuledText[];

const effectiveText = (field: RuledText): string => {
  const [edits, data] = textSources[field];
  return `COALESCE(${edits}, m.${field}, ${data})`;
};

/** Of each level, the text for search comes before the plain one. */
const searchText = (field: "title" | "description"): string =>
  `COALESCE(one.search_${field}, one.${field}, every.search_${field}, every.${field}, m.${field}, ${textSources[field][1]}) AS search_${field}`;

/** The texts that rules give the item, because no edit has them. null: none. */
const ruled = `CASE WHEN num_nonnulls(${ruledTexts.map((field) => `m.${field}`).join(", ")}) > 0 THEN jsonb_strip_nulls(jsonb_build_object(${ruledTexts
  .map((field) => `'${field}', CASE WHEN num_nonnulls(${textSources[field][0]}) = 0 THEN m.${field} END`)
  .join(", ")})) END`;

/** Each text of edits, of product data and of rules by itself. */
const factColumns = ruledTexts
  .map((field) => {
    const [edits, data] = textSources[field];
    return `COALESCE(${edits}) AS ${field}_of_edit, COALESCE(${data}) AS ${field}_of_data, m.${field} AS ${field}_by_rules`;
  })
  .join(", ");

const ofStore = (retailer = "i.retailer_id"): string =>
  `one.retailer_id = ${retailer} AND one.item_key = i.item_key AND one.store_id = i.store_id`;
const ofAllStores = (retailer = "i.retailer_id"): string =>
  `every.retailer_id = ${retailer} AND every.item_key = i.item_key AND every.store_id IS NULL`;
const ofFiles = (retailer = "i.retailer_id"): string =>
  `f.retailer_id = ${retailer} AND f.store_id = i.store_id AND f.item_key = i.item_key`;
const ofRules = (retailer = "i.retailer_id"): string =>
  `m.retailer_id = ${retailer} AND m.store_id = i.store_id AND m.item_key = i.item_key`;

/** The effective condition of an item. A stock line without a condition says `new`, so another one of the product feed counts. */
export const effectiveCondition = (item: string, ofProduct: string): string =>
  `CASE ${item} WHEN 'new' THEN COALESCE(${ofProduct}, 'new') ELSE ${item} END`;

/** What makes an item an edited one: data or channels of its own. Its visibility is no edit. */
const dataOf = (edit: string): string =>
  [
    "title",
    "description",
    "brand",
    "image",
    "channels",
    "search_title",
    "search_description",
    "search_image",
    "search_pickup",
  ]
    .map((field) => `${edit}.${field}`)
    .join(", ");

/**
 * The rule of effective values, as a sub-select. For each field, the customization of the store comes first, then the
 * customization for all stores, then the rules, then the product feed, then the stock files of the store. `channels` is null for an item
 * that every channel may show. `images_of_file` is null for an item without product data in the stock files. The search engine gets `search_…`:
 * the texts for search of a level come before the other texts of the level.
 * @param items rows (alias `i`) with `retailer_id`, `store_id` and `item_key`
 * @param own the columns of the items to return unchanged
 * @param retailer the retailer of the items. A parameter lets a distributed database see that all rows are on one machine
 */
const effectiveValues = (items: string, own: string, join = joined, retailer = "i.retailer_id"): string => `(
  SELECT ${own},
         COALESCE(one.hidden, every.hidden, m.hidden, false) AS hidden,
         COALESCE(one.channels, every.channels, m.channels) AS channels,
         ${ruledTexts.map((field) => `${effectiveText(field)} AS ${field}`).join(", ")}, ${ruled} AS ruled,
         COALESCE(one.image, every.image, NULLIF(p.images, '{}'), f.images, '{}') AS images,
         ${searchText("title")}, ${searchText("description")},
         COALESCE(one.search_image, one.image, every.search_image, every.image, NULLIF(p.images, '{}'), f.images, '{}') AS search_images,
         COALESCE(one.search_pickup, every.search_pickup) AS search_pickup,
         p.color, p.size, p.group_id, p.condition AS product_condition,
         f.title AS title_of_file, f.brand AS brand_of_file, f.images AS images_of_file,
         one.version AS version_here, one.hidden AS hidden_here, every.hidden AS hidden_everywhere,
         one.channels AS channels_here, every.channels AS channels_everywhere, every.version AS version_everywhere,
         num_nonnulls(${dataOf("one")}, ${dataOf("every")}) > 0 AS is_edited,
         m.matched AS rules_matched, m.hidden AS hidden_by_rules, m.channels AS channels_by_rules, m.decided_by, m.paused, m.safety_stock
  FROM ${items} i
  ${join("customization", "one", ofStore(retailer))}
  ${join("customization", "every", ofAllStores(retailer))}
  ${join("product", "p", `p.retailer_id = ${retailer} AND p.item_key = i.item_key`)}
  ${join("store_product", "f", ofFiles(retailer))}
  ${join("rule_effect", "m", ofRules(retailer))}
)`;

const stockColumns = `i.retailer_id, i.store_id, i.item_key, i.barcode, i.status, i.quantity, i.price, i.regular_price, i.sale_price, i.sale_from, i.sale_until, i.currency, ${effectiveCondition("i.condition", "p.condition")} AS condition,
         i.announced_status, i.announced_price, i.announced_currency, i.announced_sequence, i.created_at,
         GREATEST(i.updated_at, one.updated_at, every.updated_at, p.updated_at, f.updated_at, m.updated_at) AS updated_at`;

/**
 * The stock items with their effective values. Narrow the sub-select by `retailer_id`, `store_id` and `item_key`: PostgreSQL pushes
 * these conditions inside.
 */
export const effectiveItem = effectiveValues("stock_item", stockColumns);

/**
 * The stock items of some products with their effective title. A search finds ten thousand products by their titles, and reads none
 * of them again.
 * @param products `item_key` and `title` of products. The title is null for a key without a product, or of a product without a title
 */
export const titledItemsOf = (products: string): string => `(
  SELECT i.*, ${effectiveText("title")} AS title
  FROM stock_item i
  JOIN (${products}) p ON p.item_key = i.item_key
  ${joined("customization", "one", ofStore())}
  ${joined("customization", "every", ofAllStores())}
  ${joined("store_product", "f", ofFiles())}
  ${joined("rule_effect", "m", ofRules())}
)`;

/** The same as `effectiveItem` for few rows of `stock_item` of the retailer `$1`. Reads the other tables by key. */
export const effectiveItemsOf = (items: string): string => effectiveValues(items, stockColumns, lookedUp, "$1");

/** Adds effective values to items of the retailer `$1` that are not in `stock_item`, or not yet. Keeps all columns of `items`. */
export const withEffectiveValues = (items: string): string => effectiveValues(items, "i.*", joined, "$1");

/** The same for few items. Reads the other tables by key. */
export const withLookedUpValues = (items: string): string => effectiveValues(items, "i.*", lookedUp, "$1");

const withFactsBy =
  (join: typeof joined) =>
  (items: string): string =>
    effectiveValues(items, `i.*, ${factColumns}`, join, "$1");

/** Both, with `<text>_of_edit`, `<text>_of_data` and `<text>_by_rules` for each of `ruledTexts`, because rules judge without rules. */
export const withFacts = { many: withFactsBy(joined), few: withFactsBy(lookedUp) };

/** The SQL condition of `isVisibleIn`, on the columns of an effective item. `channel`: an SQL expression. */
export const visibleIn = (channel: string, item = ""): string =>
  `(NOT ${item}hidden AND (${item}channels IS NULL OR ${channel} = ANY (${item}channels)) AND ${notPaused(channel, item)})`;

/** SQL: the pause of the store leaves the channel alone. It stands above edits and rules. */
export const notPaused = (channel: string, item = ""): string =>
  `(${item}paused IS NULL OR ${channel} <> ALL (${item}paused))`;

/**
 * SQL: the channel shows an item in stock as out of stock, because its quantity does not exceed the safety stock. An item without a quantity
 * has none. `safety`: the column of the safety stock.
 */
export const isKeptBack = (channel: string, item = "", safety = "safety_stock"): string =>
  `COALESCE(${item}status <> 'out_of_stock' AND ${item}quantity <= (${item}${safety}->>${channel})::numeric, false)`;

/** SQL: the status that the channel shows. The status of the item stays that of the till. */
export const seenStatus = (channel: string, item = ""): string =>
  `CASE WHEN ${isKeptBack(channel, item)} THEN 'out_of_stock' ELSE ${item}status END`;

/** Whether an effective item `item` of the retailer `$1` has a picture that does not load, for search or for the others. */
export const hasBrokenPicture = (item: string): string => `EXISTS (
  SELECT FROM broken_picture b
  WHERE b.retailer_id = $1 AND b.item_key = ${item}.item_key AND b.is_certain
    AND (b.images && ${item}.images OR b.images && ${item}.search_images))`;

/** The SQL condition of `gtinOf`: the key is a GTIN. In 14 digits, every odd digit counts three times. */
export const isGtin = (key: string): string => {
  const digits = Array.from(
    { length: 14 },
    (_, n) => `${n % 2 ? "" : "3 * "}substr(lpad(${key}, 14, '0'), ${n + 1}, 1)::int`,
  );
  return `(CASE WHEN ${key} ~ '^[0-9]{7,14}$' AND (length(${key}) <= 8 OR lpad(${key}, 14, '0') !~ '^.(02|04|2)')
    THEN (${digits.join(" + ")}) % 10 = 0 ELSE false END)`;
};

/** The item `key` of the store `store`, or of all stores of the retailer `$1` (null). `found`: columns and clauses of items `i`. */
const inStores = (key: string, store: string, [columns, clauses]: [columns: string, clauses: string]): string => `
  SELECT ${columns} FROM store s CROSS JOIN LATERAL (
    SELECT barcode FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = ${key} LIMIT 1) i
  WHERE s.retailer_id = $1 AND (${store}::uuid IS NULL OR s.store_id = ${store}) ${clauses}`;

/** Those of the keys `$3` that the store `$2` has, or any store (null). */
export const existingKeysSql = `
  SELECT item_key AS "itemKey" FROM unnest($3::text[]) k (item_key) WHERE EXISTS (${inStores("k.item_key", "$2", ["", ""])})`;

/** The longest spelling of an item: of those in its stores, and of the one that a call has. */
export const longestBarcode = (barcode: string, key: string, store: string): string =>
  `COALESCE((${inStores(key, store, [
    "i.barcode",
    `AND length(i.barcode) > length(${barcode}) ORDER BY length(i.barcode) DESC LIMIT 1`,
  ])}), ${barcode})`;

export const longestOf = (barcode: string): string => `(array_agg(${barcode} ORDER BY length(${barcode}) DESC))[1]`;

/**
 * Gives staged lines the key of their spelling (`exact_key`) if the store `$2` has this item, or any store (null). Run it before
 * `deleteSuperseded`. `barcode`: whether lines have one, which then is the key, so that the item keeps its own.
 */
export const keepExactKeys = (stage: string, barcode?: "barcode"): string => `
  WITH exact AS MATERIALIZED (SELECT DISTINCT exact_key FROM ${stage} WHERE exact_key IS NOT NULL),
  found AS MATERIALIZED (SELECT exact_key FROM exact WHERE EXISTS (${inStores("exact_key", "$2", ["", ""])}))
  UPDATE ${stage} SET item_key = exact_key${barcode ? ", barcode = exact_key" : ""} WHERE exact_key IN (SELECT exact_key FROM found)`;

export const deleteSuperseded = (stage: string): string => `
  DELETE FROM ${stage} s USING (
    SELECT item_key, max(line) AS line FROM ${stage} GROUP BY item_key HAVING count(*) > 1
  ) kept
  WHERE s.item_key = kept.item_key AND s.line < kept.line`;

/**
 * Whether the statistics of a table (`$1`) know less than five times as many rows as a feed has added (`$2`). The coordinator of a
 * distributed database has no statistics, and its workers renew theirs.
 */
export const needsStatisticsSql = `
  SELECT reltuples < 5 * $2::float8 AND NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS due
  FROM pg_class WHERE oid = $1::regclass`;

export const renewStatisticsSql = {
  stock_item: "ANALYZE stock_item",
  product: "ANALYZE product",
  store_product: "ANALYZE store_product",
};
