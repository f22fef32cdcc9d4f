import { editLimits } from "../items/edit-limits.schema.ts";
import {
  effectiveCondition,
  isGtin,
  isKeptBack,
  type RuledText,
  ruledTexts,
  seenStatus,
  visibleIn,
  withFacts,
} from "../items/index.ts";
import { publishedState } from "../log/index.ts";
import type { placeholders } from "./title-pattern.schema.ts";

/** The columns of a compiled rule (`compileRule`) and their types. null: the rule does not ask. */
const testColumns = {
  price_from: "numeric",
  price_under: "numeric",
  quantity_from: "numeric",
  quantity_under: "numeric",
  brands: "text[]",
  not_brands: "text[]",
  categories: "text[]",
  not_categories: "text[]",
  conditions: "text[]",
  not_conditions: "text[]",
  title_any: "text[]",
  title_all: "text[]",
  title_none: "text[]",
  keys: "jsonb",
  starts: "text[]",
  has: "text[]",
  lacks: "text[]",
  stores: "uuid[]",
  not_stores: "uuid[]",
} as const;
export type TestColumn = keyof typeof testColumns;

/** The fields that a rule decides. Each channel is one of its own. */
const channels = ["search", "local_ads", "webhooks"] as const;

/** Whole words in lower case, each between spaces. So no sign of LIKE is left in a text. */
const words = (text: string): string => `regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')`;
const patternOf = (word: string): string =>
  `'% ' || btrim(${words(word)}) || CASE WHEN right(${word}, 1) = '*' THEN '%' ELSE ' %' END`;
const each = (list: string, value: string): string => `(SELECT array_agg(${value}) FROM unnest(t.${list}) v)`;

/** How a column of a rule reads its list: case is folded here on both sides. */
const folded: Partial<Record<TestColumn, string>> = {
  ...Object.fromEntries(
    ["brands", "not_brands", "categories", "not_categories"].map((one) => [one, each(one, "lower(v)")]),
  ),
  ...Object.fromEntries(["title_any", "title_all", "title_none"].map((one) => [one, each(one, patternOf("v"))])),
};

/** A rule matches an item that passes all tests of one of its conjunctions. A missing value passes the negative ones only. */
const tests: Record<TestColumn, string> = {
  price_from: "f.price >= c.price_from",
  price_under: "f.price < c.price_under",
  quantity_from: "f.quantity >= c.quantity_from",
  quantity_under: "f.quantity < c.quantity_under",
  brands: "f.brand = ANY (c.brands)",
  not_brands: "f.brand IS NULL OR f.brand <> ALL (c.not_brands)",
  categories: "f.category = ANY (c.categories)",
  not_categories: "f.category IS NULL OR f.category <> ALL (c.not_categories)",
  conditions: "f.condition = ANY (c.conditions)",
  not_conditions: "f.condition <> ALL (c.not_conditions)",
  title_any: "f.words LIKE ANY (c.title_any)",
  title_all: "f.words LIKE ALL (c.title_all)",
  title_none: "f.words IS NULL OR f.words NOT LIKE ALL (c.title_none)",
  keys: "c.keys ? f.item_key",
  starts: "f.barcode LIKE ANY (c.starts)",
  has: "f.given @> c.has",
  lacks: "NOT f.given && c.lacks",
  stores: "f.store_id = ANY (c.stores)",
  not_stores: "f.store_id <> ALL (c.not_stores)",
};
const matching = Object.entries(tests)
  .map(([column, test]) => `(c.${column} IS NULL OR ${test})`)
  .join("\n      AND ");

/** Whether a rule asks for one of the columns. Other statements do not pay for their facts. */
const isAsked = (...columns: TestColumn[]): string =>
  `(SELECT bool_or(num_nonnulls(${columns.map((column) => `c.${column}`).join(", ")}) > 0) FROM cases c)`;
/** A text without rules. */
const fact = (field: RuledText): string => `COALESCE(e.${field}_of_edit, e.${field}_of_data)`;
const given = {
  title: `${fact("title")} IS NOT NULL`,
  picture: "cardinality(e.images) > 0",
  gtin: isGtin("e.item_key"),
  brand: `${fact("brand")} IS NOT NULL`,
  description: `${fact("description")} IS NOT NULL`,
  category: `${fact("category")} IS NOT NULL`,
};

/** The order in which the first rule that speaks of a field decides it. */
const inOrder = "ORDER BY r.store_id IS NULL, r.position, r.number";
const first = (value: string, speaks: string): string => `(array_agg(${value} ${inOrder}) FILTER (WHERE ${speaks}))[1]`;
const speaksOf = (channel: string): string => `(r.effect ? 'onlyIn' OR r.effect->'notIn' ? '${channel}')`;
/** Whether a rule gives such a text. Other statements do not carry its facts. */
const isGiven = (field: RuledText): string => `(SELECT bool_or(r.effect ? '${field}') FROM rules r)`;

/** What stands for each placeholder of a title, for the item `f`. */
const valuesOfItem: Record<(typeof placeholders)[number], string> = {
  "{title}": "f.fact_title",
  "{brand}": "f.fact_brand",
};
/** As a format, so that no placeholder in a value is filled. */
const filled = `format(${Object.keys(valuesOfItem).reduce(
  (text, name, n) => `replace(${text}, '${name}', '%${n + 1}$s')`,
  "replace(d.title, '%', '%%')",
)}, ${Object.values(valuesOfItem).join(", ")})`;
/** A title that lacks a value, or would be too long, is none. */
const ruledTitle = `CASE WHEN ${Object.entries(valuesOfItem)
  .map(([name, value]) => `(strpos(d.title, '${name}') = 0 OR ${value} IS NOT NULL)`)
  .join(" AND ")} AND length(${filled}) <= ${editLimits.title} THEN ${filled} END`;

const ruleColumns = "number, store_id, position, is_on, changed, tests, effect";
const storedRules = `SELECT ${ruleColumns} FROM rule WHERE retailer_id = $1`;

/** What a store itself says about all of its items. */
const storedShelves =
  "SELECT store_id, NULLIF(paused, '{}') AS paused, safety_stock FROM store WHERE retailer_id = $1 AND num_nonnulls(pause, safety_stock) > 0";

/** The safety stock of a channel: that of the rules, otherwise of the channel, otherwise of the store. */
const safetyOf = (channel: string): string =>
  `NULLIF(COALESCE(d.safety, (h.safety_stock->>'${channel}')::int, (h.safety_stock->>'all')::int), 0)`;

/**
 * The effects of rules on items, as a `WITH` list that ends with `next`: each item with what the rules do to it, and what they did before
 * (`was_…`). All rules with a change after version `$2` are evaluated, the others keep what they matched. Whether a rule matches depends
 * on the values without rules, so no rule sees another one. A rule that rests in a store matches, and decides nothing there.
 * @param items rows with `retailer_id`, `store_id`, `item_key`, `barcode`, `price`, `quantity` and `condition`
 * @param more columns of the effective item `e` to keep
 */
const effects = (
  items: string,
  withValues: typeof withFacts.many,
  { rules = storedRules, shelves = storedShelves, more = "", resting = "$5" } = {},
): string => `
  items AS MATERIALIZED (${items}),
  rules AS MATERIALIZED (${rules}),
  shelves AS MATERIALIZED (${shelves}),
  rests AS MATERIALIZED (
    SELECT s.key::uuid AS store_id, ARRAY(SELECT jsonb_array_elements_text(s.value)::int) AS numbers FROM jsonb_each(${resting}::jsonb) s),
  cases AS MATERIALIZED (
    SELECT r.number, r.store_id, ${Object.keys(testColumns)
      .map((column) => `${folded[column as TestColumn] ?? `t.${column}`} AS ${column}`)
      .join(", ")}
    FROM rules r CROSS JOIN LATERAL jsonb_to_recordset(r.tests) AS t (${Object.entries(testColumns)
      .map(([column, type]) => `${column} ${type}`)
      .join(", ")})
    WHERE r.is_on AND r.changed > $2
  ), facts AS MATERIALIZED (
    SELECT e.store_id, e.item_key, e.barcode, e.price, e.quantity, lower(${fact("brand")}) AS brand, lower(${fact("category")}) AS category,
           (${effectiveCondition("e.condition", "e.product_condition")})::text AS condition,
           CASE WHEN ${isAsked("title_any", "title_all", "title_none")} THEN ' ' || ${words(fact("title"))} || ' ' END AS words,
           CASE WHEN ${isAsked("has", "lacks")} THEN array_remove(ARRAY[${Object.entries(given)
             .map(([name, is]) => `CASE WHEN ${is} THEN '${name}' END`)
             .join(", ")}], NULL) END AS given,
           ${(["title", "brand"] as const).map((field) => `CASE WHEN ${isGiven("title")} THEN ${fact(field)} END AS fact_${field}`).join(", ")},
           ${ruledTexts.map((field) => `e.${field}_by_rules AS was_${field}`).join(", ")},
           e.rules_matched AS was_matched, e.hidden_by_rules AS was_hidden, e.channels_by_rules AS was_channels,
           e.decided_by AS was_decided, e.paused AS was_paused, e.safety_stock AS was_safety${more}
    FROM ${withValues("items")} e
  ), pairs AS (
    SELECT f.store_id, f.item_key, c.number
    FROM facts f JOIN cases c ON (c.store_id IS NULL OR c.store_id = f.store_id) AND ${matching}
    UNION
    SELECT f.store_id, f.item_key, r.number
    FROM facts f CROSS JOIN LATERAL unnest(f.was_matched) m (number) JOIN rules r ON r.number = m.number AND r.is_on AND r.changed <= $2
  ), found AS (
    SELECT p.*, COALESCE(x.numbers, '{}') AS resting
    FROM (SELECT store_id, item_key, array_agg(number ORDER BY number) AS matched FROM pairs GROUP BY store_id, item_key) p
    LEFT JOIN rests x ON x.store_id = p.store_id
  ), decided AS (
    SELECT s.matched, s.resting, ${first("(r.effect->>'hidden')::boolean", "r.effect ? 'hidden'")} AS hidden,
           ${first("r.number", "r.effect ? 'hidden'")} AS hidden_by,
           ${first("(r.effect->>'safetyStock')::int", "r.effect ? 'safetyStock'")} AS safety,
           ${first("r.number", "r.effect ? 'safetyStock'")} AS safety_by,
           ${ruledTexts.map((field) => `${first(`r.effect->>'${field}'`, `r.effect ? '${field}'`)} AS ${field}, ${first("r.number", `r.effect ? '${field}'`)} AS ${field}_by`).join(",\n           ")},
           ${channels
             .map(
               (
                 channel,
               ) => `${first(`COALESCE(r.effect->'onlyIn' ? '${channel}', false)`, speaksOf(channel))} AS ${channel},
           ${first("r.number", speaksOf(channel))} AS ${channel}_by`,
             )
             .join(",\n           ")}
    FROM (SELECT DISTINCT matched, resting FROM found) s
    JOIN rules r ON r.number = ANY (s.matched) AND r.number <> ALL (s.resting) GROUP BY s.matched, s.resting
  ), next AS MATERIALIZED (
    SELECT f.*, COALESCE(n.matched, '{}') AS matched, d.hidden,
           CASE WHEN NOT (${channels.map((channel) => `COALESCE(d.${channel}, true)`).join(" AND ")})
             THEN array_remove(ARRAY[${channels.map((channel) => `CASE WHEN COALESCE(d.${channel}, true) THEN '${channel}' END`).join(", ")}], NULL)
           END AS channels,
           h.paused, CASE WHEN num_nonnulls(d.safety, h.safety_stock) > 0 THEN NULLIF(jsonb_strip_nulls(jsonb_build_object(${channels
             .map((channel) => `'${channel}', ${safetyOf(channel)}`)
             .join(", ")})), '{}') END AS safety_stock,
           ${ruledTexts.map((field) => `t.${field} AS set_${field}`).join(", ")},
           CASE WHEN n.matched IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('hidden', d.hidden_by, 'safetyStock', d.safety_by, ${[
             ...channels.map((channel) => `'${channel}', d.${channel}_by`),
             ...ruledTexts.map((field) => `'${field}', CASE WHEN t.${field} IS NOT NULL THEN d.${field}_by END`),
           ].join(", ")})) END AS decided_by
    FROM facts f LEFT JOIN found n ON n.store_id = f.store_id AND n.item_key = f.item_key
    LEFT JOIN decided d ON d.matched = n.matched AND d.resting = n.resting
    LEFT JOIN shelves h ON h.store_id = f.store_id
    CROSS JOIN LATERAL (SELECT ${ruledTexts.map((field) => `${field === "title" ? ruledTitle : `d.${field}`} AS ${field}`).join(", ")}) t
  )`;

const own = ["matched", "decided_by", "hidden", "channels", "paused", "safety_stock", ...ruledTexts];
/** The same in `next`, which has the folded brand and category as facts. */
const computed = own.map((column) => (ruledTexts.some((field) => field === column) ? `set_${column}` : column));
const was = [
  "COALESCE(was_matched, '{}')",
  "was_decided",
  "was_hidden",
  "was_channels",
  "was_paused",
  "was_safety",
  ...ruledTexts.map((field) => `was_${field}`),
];

/** Writes the effects that differ at `$3`. Returns the items with another visibility or text by rules. */
const settle = (items: string, withValues: typeof withFacts.many): string => `
  WITH ${effects(items, withValues)}, changed AS MATERIALIZED (
    SELECT * FROM next
    WHERE (${computed.join(", ")}) IS DISTINCT FROM (${was.join(", ")})
  ), settled AS (
    INSERT INTO rule_effect (retailer_id, store_id, item_key, ${own.join(", ")}, updated_at)
    SELECT $1::uuid, store_id, item_key, ${computed.join(", ")}, $3::timestamptz FROM changed ORDER BY store_id, item_key
    ON CONFLICT (retailer_id, store_id, item_key) DO UPDATE
    SET ${[...own, "updated_at"].map((column) => `${column} = excluded.${column}`).join(", ")}
  )
  SELECT store_id AS "storeId", item_key AS "itemKey" FROM changed
  WHERE (${computed.slice(2).join(", ")}) IS DISTINCT FROM (${was.slice(2).join(", ")})`;

const itemColumns = ["retailer_id", "store_id", "item_key", "barcode", "price", "quantity", "condition"];
const stored = itemColumns.map((column) => `i.${column}`).join(", ");

/** Looks up each item by its whole key. */
const lookedUp = (rows: string): string => `
    SELECT ${stored} FROM ${rows} k CROSS JOIN LATERAL (
      SELECT * FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = k.store_id AND i.item_key = k.item_key LIMIT 1) i`;

const namedKeys = `
    (SELECT s.store_id, k.item_key FROM (SELECT DISTINCT unnest($4::uuid[]) AS store_id) s
     CROSS JOIN (SELECT DISTINCT unnest($6::text[]) AS item_key) k)`;

/** `n` and `c` are the effects of new and changed items (`compare` of the feature `ingest`). */
const stagedItems = `
    SELECT $1::uuid AS retailer_id, $4::uuid AS store_id, item_key, barcode, price, quantity, condition
    FROM stock_change WHERE effect IN ('n', 'c')`;

const ofProducts = (stage: string, data: string, stores: string): string => `
    WITH stage AS MATERIALIZED (SELECT item_key FROM ${stage})
    SELECT ${stored} FROM stage s
    JOIN ${data} p ON p.retailer_id = $1 AND p.item_key = s.item_key AND p.updated_at = $3
    JOIN stock_item i ON i.retailer_id = $1 AND i.item_key = s.item_key AND ${stores}`;

/** `$1` retailer, `$2` version, `$3` time, `$4` stores or a store, `$5` rules that rest, by store (`Resting`), `$6` keys. */
export const settleSql = {
  /** The items `$6` in the stores `$4`. */
  named: settle(lookedUp(namedKeys), withFacts.few),
  /** The rows of `stock_change` in the store `$4`, before they are written: few lines, or a feed. */
  lines: settle(stagedItems, withFacts.few),
  feed: settle(stagedItems, withFacts.many),
  /** The items of the store `$4` with data in its files that changed at `$3`, and the items with such product data in the stores `$4`. */
  storeProducts: settle(
    ofProducts("store_product_stage", "store_product", "i.store_id = $4 AND p.store_id = $4"),
    withFacts.many,
  ),
  products: settle(ofProducts("product_stage", "product", "i.store_id = ANY ($4::uuid[])"), withFacts.many),
  /** All items of the stores `$4`. */
  stores: settle(
    `SELECT ${stored} FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = ANY ($4::uuid[])`,
    withFacts.many,
  ),
};

/** The rules with a period that are on, for the stores `$2`, once for each time zone. */
export const periodsSql = `
  SELECT s.timezone AS zone, array_agg(s.store_id) AS "storeIds", t.clock_ahead AS "clockAhead", r.number, r.period
  FROM rule r JOIN retailer t ON t.retailer_id = $1
  JOIN store s ON s.retailer_id = $1 AND s.store_id = ANY ($2::uuid[]) AND (r.store_id IS NULL OR r.store_id = s.store_id)
  WHERE r.retailer_id = $1 AND r.is_on AND r.period IS NOT NULL
  GROUP BY s.timezone, t.clock_ahead, r.number, r.period`;

/** Keeps the rules as they are until the transaction ends. */
export const holdRulesSql = `
  SELECT rule_version AS "ruleVersion", EXISTS (SELECT FROM rule r WHERE r.retailer_id = $1 AND r.period IS NOT NULL) AS "hasPeriods"
  FROM retailer WHERE retailer_id = $1 FOR SHARE`;

/** The rules of the retailer with those in `$3` instead, as JSON objects of the columns. A deleted rule is one that is off. */
const plannedRules = `
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset($3::jsonb) AS g (
        number int, store_id uuid, position int, is_on boolean, changed int, tests jsonb, effect jsonb))
    ${storedRules} AND number NOT IN (SELECT number FROM given) UNION ALL SELECT ${ruleColumns} FROM given`;

const plannedState = publishedState({
  visible: "then_visible",
  status: seenStatus("'webhooks'", "s."),
  price: "s.price",
  currency: "s.currency",
  was: "s",
});
const moved = (change: "hides" | "shows", channel: string): string =>
  change === "hides" ? `is_${channel} AND NOT then_${channel}` : `then_${channel} AND NOT is_${channel}`;
const names = (change: "hides" | "shows"): string =>
  `array_remove(ARRAY[${channels.map((channel) => `CASE WHEN ${moved(change, channel)} THEN '${channel}' END`).join(", ")}], NULL)`;

/** A channel shows the item `j`, with the columns of one side: before or after. */
const showsOn = (channel: string, side: "is" | "then"): string =>
  `(${visibleIn(`'${channel}'`, `j.${side}_`)} AND NOT ${isKeptBack(`'${channel}'`, "j.", side === "is" ? "was_safety" : "safety_stock")})`;

/** A text before and after. It is the same if no rule gives it, so such an item carries no data. */
const carried = ruledTexts.map(
  (field) =>
    `e.${field}_of_edit, CASE WHEN ${isGiven(field)} OR e.${field}_by_rules IS NOT NULL THEN e.${field}_of_data END AS ${field}_of_data`,
);
const textOf = (field: RuledText, side: "was" | "set"): string =>
  `COALESCE(${field}_of_edit, ${side}_${field}, ${field}_of_data)`;
/** null: no text changes. */
const changedTexts = `CASE WHEN (${ruledTexts.map((field) => `was_${field}`).join(", ")}) IS DISTINCT FROM (${ruledTexts.map((field) => `set_${field}`).join(", ")}) THEN (
    SELECT json_agg(json_build_object('field', field, 'before', before, 'after', after))
    FROM (VALUES ${ruledTexts.map((field) => `('${field}', ${textOf(field, "was")}, ${textOf(field, "set")})`).join(", ")}) t (field, before, after)
    WHERE before IS DISTINCT FROM after) END`;

/** An edit wins over what the rule `$6` speaks of. No edit has a safety stock or a category. */
const hasOwn = `CASE $6::text WHEN 'hidden' THEN own_hidden IS NOT NULL WHEN 'safetyStock' THEN false ${ruledTexts.map((field) => `WHEN '${field}' THEN ${field}_of_edit IS NOT NULL`).join(" ")} ELSE own_channels IS NOT NULL END`;

const planOf = (changes: { rules?: string; shelves?: string; resting: string }): string => `
  WITH ${effects(
    "SELECT i.* FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = ANY ($4::uuid[])",
    withFacts.many,
    {
      ...changes,
      more: `, e.title, e.hidden AS is_hidden, e.channels AS is_channels, e.paused AS is_paused, e.status, e.currency, e.announced_status,
           e.announced_price, e.announced_currency, COALESCE(e.hidden_here, e.hidden_everywhere) AS own_hidden,
           COALESCE(e.channels_here, e.channels_everywhere) AS own_channels, ${carried.join(", ")}`,
    },
  )}, judged AS (
    SELECT *, COALESCE(own_hidden, hidden, false) AS then_hidden, COALESCE(own_channels, channels) AS then_channels, paused AS then_paused
    FROM next
  ), shown AS (
    SELECT j.*, $5 = ANY (j.matched) AS is_matched, ${channels
      .map((channel) => `${showsOn(channel, "is")} AS is_${channel}, ${showsOn(channel, "then")} AS then_${channel}`)
      .join(", ")}, ${visibleIn("'webhooks'", "j.then_")} AS then_visible
    FROM judged j
  ), seen AS MATERIALIZED (
    SELECT s.*, (${channels.map((channel) => `is_${channel} <> then_${channel}`).join(" OR ")}) AS is_changed,
           ${plannedState.isChanged} AS is_news, ${changedTexts} AS texts
    FROM shown s
  )
  SELECT json_build_object(
    'stores', (SELECT COALESCE(json_agg(one ORDER BY one."storeId"), '[]') FROM (
      SELECT store_id AS "storeId", count(*) FILTER (WHERE is_matched) AS matches, count(*) FILTER (WHERE is_changed) AS changes,
             count(texts) AS texts,
             count(*) FILTER (WHERE is_news) AS events,
             count(*) FILTER (WHERE is_matched AND ${hasOwn}) AS "ownSettings",
             json_build_object(${channels
               .map(
                 (channel) =>
                   `'${channel}', json_build_object(${(["hides", "shows"] as const).map((change) => `'${change}', count(*) FILTER (WHERE ${moved(change, channel)})`).join(", ")})`,
               )
               .join(", ")}) AS channels
      FROM seen GROUP BY store_id HAVING count(*) FILTER (WHERE is_matched OR is_changed OR is_news OR texts IS NOT NULL) > 0) one),
    'overlaps', (SELECT COALESCE(json_agg(one ORDER BY one.products DESC, one.number), '[]') FROM (
      SELECT m.number, count(*) AS products FROM seen CROSS JOIN LATERAL unnest(matched) m (number)
      WHERE is_matched AND m.number <> $5 GROUP BY m.number) one),
    'samples', (SELECT COALESCE(json_agg(one), '[]') FROM (
      SELECT store_id AS "storeId", barcode, title, ${names("hides")} AS hides, ${names("shows")} AS shows, COALESCE(texts, '[]') AS texts
      FROM seen WHERE is_changed OR texts IS NOT NULL ORDER BY item_key, store_id LIMIT 20) one)) AS plan`;

/**
 * What a change of rules does to the items of the stores `$4`, from the same effects as `settleSql` and without a write. `$5` is the number
 * of the rule, or 0 for another order. `$6`: the member of its effect. `$7`: the rules that rest.
 */
export const planRulesSql = planOf({ rules: plannedRules, resting: "$7" });

/** The same for a change of what the store `$4` says: `$3` paused channels, `$7` rules that rest, `$8` safety stock. */
export const planShelfSql = planOf({
  resting: "$7",
  shelves: "SELECT ($4::uuid[])[1] AS store_id, $3::text[] AS paused, $8::jsonb AS safety_stock",
});
