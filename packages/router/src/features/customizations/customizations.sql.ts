import { idOf, insertEditEntries } from "../../core/history/index.ts";
import {
  effectiveItem,
  effectiveItemsOf,
  longestBarcode,
  longestOf,
  seenStatus,
  visibleIn,
} from "../../core/items/index.ts";
import { publishedState } from "../../core/log/index.ts";
import { candidatesIn, scan } from "../../kernel/kernel.sql.ts";
import type { Customization } from "./customizations.schema.ts";

/** Prisma cannot read these rows, because it reads a null list (inherit) as an empty list (no channel). */
export interface CustomizationRow extends Omit<Customization, "createdAt" | "updatedAt" | "hiddenUntil"> {
  hiddenUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const textsFor = (table: string): string =>
  `customization_for_channels(${["title", "description", "image", "pickup"].map((field) => `${table}.search_${field}`).join(", ")})`;

const columns = `customization_id AS id, barcode, store_id AS "storeId", hidden, hidden_until AS "hiddenUntil",
  hidden_while AS "hiddenWhile", channels, title, description, brand, image, ${textsFor("customization")} AS "for",
  created_at AS "createdAt", updated_at AS "updatedAt", version`;

/** The row `c` in the form of `presentCustomization`. Functions of the migrations (docs/decisions/0061). */
const json = `jsonb_set(customization_record(c.customization_id, c.barcode, c.store_id, c.hidden, c.hidden_until, c.hidden_while, c.channels, c.title,
  c.description, c.brand, c.image, c.created_at, c.updated_at, c.version), '{for}', ${textsFor("c")})`;

export const searchFields = ["searchTitle", "searchDescription", "searchImage", "searchPickup"] as const;

/** The fields of an edit, and their columns. */
export const editedFields = [
  "hidden",
  "channels",
  "title",
  "description",
  "brand",
  "image",
  "hiddenUntil",
  "hiddenWhile",
  ...searchFields,
] as const;
const columnOf = (field: string): string => field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
const editedColumns = editedFields.map(columnOf);

export interface MergedRow {
  itemKey: string;
  storeId: string | null;
  /** null: there was none. */
  previous: Customization | null;
  customization: Customization;
}

const isNamed = (field: string): string => `'${field}' = ANY ($9::text[])`;
const namesVisibility = isNamed("hidden");
const namesChannels = isNamed("channels");

/** An edit to the same values keeps the version. */
const isEdited = [
  "length(c.barcode) < length(excluded.barcode)",
  ...editedFields.map((field) => {
    const column = columnOf(field);
    return `(${isNamed(field)} AND c.${column} IS DISTINCT FROM excluded.${column})`;
  }),
].join(" OR ");

/** Rows for `insertEditEntries`. */
const written = `RETURNING c.item_key, c.store_id, c.previous_record AS before, ${json} AS after`;

/** A person who shows a product leaves no value where the inherited one and the rules show it. A key's `false` stays. */
const savedValue = (field: string): string =>
  field === "hidden"
    ? `CASE WHEN "hidden" OR NOT "byPerson" OR ("storeId" IS NOT NULL AND EXISTS (
        SELECT FROM customization a WHERE a.retailer_id = $1 AND a.item_key = "itemKey" AND a.store_id IS NULL AND a.hidden))
      OR EXISTS (SELECT FROM store s JOIN rule_effect m ON m.retailer_id = $1 AND m.store_id = s.store_id AND m.item_key = "itemKey"
        WHERE s.retailer_id = $1 AND ("storeId" IS NULL OR s.store_id = "storeId") AND m.hidden) THEN "hidden" END`
    : `"${field}"`;

/**
 * Merges edits (JSON Merge Patch) into their customizations, which stay locked, and records them in the history (`entryValues`). `$8`: the
 * edits as JSON objects of `itemKey`, `storeId`, `barcode`, `byPerson`, `keepsEmpty` and the fields that `$9` names, no two of the same
 * customization. An edit without a barcode takes that of the stock, and is left out if no store has the item. An edit without a value makes
 * no customization, unless it keeps empty ones. An edit for all stores clears the `hidden` and `channels` that it names in those of single
 * stores.
 */
export const mergeEditsSql = `
  WITH edit AS (
    SELECT e.*, ${longestBarcode("COALESCE(e.barcode, '')", 'e."itemKey"', 'e."storeId"')} AS spelling
    FROM jsonb_to_recordset($8::jsonb) AS e (
      "itemKey" text, "storeId" uuid, barcode text, hidden boolean, channels text[], title text, description text, brand text, image text[],
      "hiddenUntil" timestamptz, "hiddenWhile" jsonb, "searchTitle" text, "searchDescription" text, "searchImage" text[], "searchPickup" jsonb, "byPerson" boolean,
      "keepsEmpty" boolean)
  ), merged AS (
    INSERT INTO customization AS c (retailer_id, customization_id, store_id, item_key, barcode, ${editedColumns.join(", ")},
                                    version, created_at, updated_at)
    SELECT $1::uuid, ${idOf(`"itemKey" || COALESCE("storeId"::text, '')`)}, "storeId", "itemKey", spelling,
           ${editedFields.map(savedValue).join(", ")}, 1, $2::timestamptz, $2
    FROM edit
    WHERE spelling <> '' AND ("keepsEmpty" OR num_nonnulls(${editedFields.map(savedValue).join(", ")}) > 0 OR EXISTS (
      SELECT FROM customization o WHERE o.retailer_id = $1 AND o.item_key = "itemKey" AND o.store_id IS NOT DISTINCT FROM "storeId"))
    ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
    SET ${editedFields.map((field) => `${columnOf(field)} = CASE WHEN ${isNamed(field)} THEN excluded.${columnOf(field)} ELSE c.${columnOf(field)} END`).join(", ")},
        barcode = CASE WHEN length(c.barcode) >= length(excluded.barcode) THEN c.barcode ELSE excluded.barcode END,
        version = c.version + CASE WHEN ${isEdited} THEN 1 ELSE 0 END,
        updated_at = CASE WHEN ${isEdited} THEN excluded.updated_at ELSE c.updated_at END, previous_record = ${json}
    ${written}
  ), cleared AS (
    UPDATE customization c
    SET hidden = CASE WHEN ${namesVisibility} THEN NULL ELSE hidden END,
        hidden_until = CASE WHEN ${namesVisibility} THEN NULL ELSE hidden_until END,
        hidden_while = CASE WHEN ${namesVisibility} THEN NULL ELSE hidden_while END,
        channels = CASE WHEN ${namesChannels} THEN NULL ELSE channels END,
        version = version + 1, updated_at = $2, previous_record = ${json}
    WHERE retailer_id = $1 AND item_key = ANY (ARRAY(SELECT "itemKey" FROM edit WHERE "storeId" IS NULL)) AND store_id IS NOT NULL
      AND ((${namesVisibility} AND hidden IS NOT NULL) OR (${namesChannels} AND channels IS NOT NULL))
    ${written}
  ), change AS (
    SELECT * FROM merged WHERE before->'version' IS DISTINCT FROM after->'version' UNION ALL SELECT * FROM cleared
  ), recorded AS (${insertEditEntries("change")})
  SELECT item_key AS "itemKey", store_id AS "storeId", before AS previous, after AS customization FROM merged`;

/** Gives the edits of staged lines, in the store `$2` or for all stores, the longer spelling of the line. */
export const spellEditsSql = `
  WITH stage AS MATERIALIZED (SELECT item_key, barcode FROM stock_stage WHERE barcode IS NOT NULL)
  UPDATE customization c SET barcode = s.barcode FROM stage s
  WHERE c.retailer_id = $1 AND (c.store_id = $2 OR c.store_id IS NULL) AND c.item_key = s.item_key
    AND length(c.barcode) < length(s.barcode)`;

/** The item `i` is within all limits of the hide `c`. */
const isWithin = `COALESCE(i.price < (c.hidden_while->>'priceUnder')::numeric, true)
  AND COALESCE(i.quantity < (c.hidden_while->>'quantityUnder')::numeric, true)`;
const itemsOfHide = `SELECT FROM store s
  JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id AND i.item_key = c.item_key
  WHERE s.retailer_id = $1 AND (c.store_id IS NULL OR s.store_id = c.store_id)`;

/** The end of a hide by the time `$8`, at most 500 at once, or by the stock of the store `$8`. */
const endedBy = {
  time: "c.hidden_until <= $8 ORDER BY c.item_key, c.store_id NULLS FIRST LIMIT 500",
  stock: `c.hidden_while IS NOT NULL AND (c.store_id IS NULL OR c.store_id = $8)
    AND EXISTS (${itemsOfHide}) AND NOT EXISTS (${itemsOfHide} AND ${isWithin})`,
};
const kept = editedColumns.filter((column) => !column.startsWith("hidden"));
const isDue = (only: string): string =>
  `c.retailer_id = $1 AND c.customization_id IN (SELECT customization_id FROM due WHERE ${only})`;

export interface EndedRow {
  itemKey: string;
  storeId: string | null;
}

/** Ends hides, and records it (`entryValues`). A record without another value is removed. */
export const endHidesSql = (reason: keyof typeof endedBy): string => `
  WITH due AS MATERIALIZED (
    SELECT customization_id, num_nonnulls(${kept.join(", ")}) > 0 AS "isKept" FROM customization c
    WHERE c.retailer_id = $1 AND ${endedBy[reason]} FOR UPDATE
  ), shown AS (
    UPDATE customization c
    SET hidden = NULL, hidden_until = NULL, hidden_while = NULL, version = version + 1, updated_at = $2, previous_record = ${json}
    WHERE ${isDue('"isKept"')}
    RETURNING c.item_key, c.store_id, c.previous_record AS before, ${json} AS after
  ), removed AS (
    DELETE FROM customization c WHERE ${isDue('NOT "isKept"')}
    RETURNING c.item_key, c.store_id, ${json} AS before, NULL::jsonb AS after
  ), ended AS (
    SELECT * FROM shown UNION ALL SELECT * FROM removed
  ), recorded AS (${insertEditEntries("ended")})
  SELECT item_key AS "itemKey", store_id AS "storeId" FROM ended`;

/** The visibility of one store in `c` is more than that for all stores in `a`: it hides the item, or shows one that is hidden. */
const isOwn = (c: string, a: string): string => `(${c}.hidden OR (NOT ${c}.hidden AND COALESCE(${a}.hidden, false)))`;

/**
 * The number of stores with own values of the items `$2` that an edit for all stores removes. `$3` hidden, `$4` channels. An own value
 * that equals the new one (`$5`, `$6`), or shows what is shown without it, does not count. A hide with an end counts.
 */
export const countOwnSql = `
  SELECT count(DISTINCT c.store_id)::int AS count
  FROM customization c LEFT JOIN customization a ON a.retailer_id = $1 AND a.item_key = c.item_key AND a.store_id IS NULL
  WHERE c.retailer_id = $1 AND c.item_key = ANY ($2::text[]) AND c.store_id IS NOT NULL
    AND (($4::boolean AND c.channels IS NOT NULL AND c.channels IS DISTINCT FROM $6::text[])
      OR ($3::boolean AND ((${isOwn("c", "a")} AND c.hidden IS DISTINCT FROM $5::boolean)
        OR num_nonnulls(c.hidden_until, c.hidden_while) > 0)))`;

export interface PlannedRow {
  storeId: string;
  items: number;
  events: number;
}

const thenPublished = publishedState({
  visible: "e.then_visible",
  status: seenStatus("'webhooks'", "e."),
  price: "e.price",
  currency: "e.currency",
  was: "e",
});

/** The edits of an item of the store, and that for all stores. */
const editsOfItem = `
  LEFT JOIN customization one ON one.retailer_id = $1 AND one.item_key = e.item_key AND one.store_id = e.store_id
  LEFT JOIN customization every ON every.retailer_id = $1 AND every.item_key = e.item_key AND every.store_id IS NULL`;

/** The edit changes a text for search that no text of the store replaces. */
const changesSearch = (isForAll: boolean, field: (typeof searchFields)[number]): string => {
  const column = columnOf(field);
  const replacing = field === "searchPickup" ? [column] : [column, column.replace("search_", "")];
  const replaced = isForAll ? `num_nonnulls(${replacing.map((name) => `one.${name}`).join(", ")}) > 0` : "false";
  return `(NOT ${replaced}
    AND to_jsonb(${isForAll ? "every" : "one"}.${column}) IS DISTINCT FROM NULLIF($9::jsonb->'${field}', 'null'))`;
};

/**
 * What the same edit of the items `$3` would change. `$4` and `$6`: whether it names `hidden` (`$5`) and `channels` (`$7`). `$8`: a brand.
 * `$9`: its values as JSON, if it names texts for search (`search`).
 */
export const planEditSql = (isForAll: boolean, search: (typeof searchFields)[number][]): string => {
  const then = (field: "hidden" | "channels", named: string, value: string): string =>
    isForAll
      ? `COALESCE(CASE WHEN ${named}::boolean THEN ${value} ELSE COALESCE(e.${field}_here, e.${field}_everywhere) END, e.${field}_by_rules)`
      : `COALESCE(CASE WHEN ${named}::boolean THEN ${value} ELSE e.${field}_here END, e.${field}_everywhere, e.${field}_by_rules)`;
  return `
  SELECT e.store_id AS "storeId", count(*)::int AS items, (count(*) FILTER (WHERE ${thenPublished.isChanged}))::int AS events
  FROM (
    SELECT e.*, ${visibleIn("'webhooks'", "e.then_")} AS then_visible
    FROM (
      SELECT e.*, COALESCE(${then("hidden", "$4", "$5::boolean")}, false) AS then_hidden,
             ${then("channels", "$6", "$7::text[]")} AS then_channels, e.paused AS then_paused
      FROM ${effectiveItem} e
      WHERE e.retailer_id = $1 AND ($2::uuid IS NULL OR e.store_id = $2) AND e.item_key = ANY ($3::text[])
    ) e
  ) e ${search.length ? editsOfItem : ""}
  WHERE e.then_hidden <> e.hidden OR e.then_channels IS DISTINCT FROM e.channels OR e.brand IS DISTINCT FROM COALESCE($8::text, e.brand)
    ${search.map((field) => `OR ${changesSearch(isForAll, field)}`).join(" ")}
  GROUP BY e.store_id ORDER BY e.store_id`;
};

/** The product `key` in a store, or in all stores of the retailer `$1` (null), with effective values. */
const itemsOfEdit = (key: string, store: string): string =>
  effectiveItemsOf(`(
      SELECT i.* FROM store s CROSS JOIN LATERAL (
        SELECT * FROM stock_item i
        WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = ${key} LIMIT 1) i
      WHERE s.retailer_id = $1 AND (${store}::uuid IS NULL OR s.store_id = ${store}))`);

/**
 * The first of the edits `$2` (items), `$3` (stores) without a title, as a number from 1. An item that no store has can only have the title
 * of the edit.
 */
export const untitledSql = `
  SELECT k.n::int AS n FROM unnest($2::text[], $3::uuid[]) WITH ORDINALITY k (item_key, store_id, n)
  LEFT JOIN LATERAL (
    SELECT c.title FROM customization c
    WHERE c.retailer_id = $1 AND c.item_key = k.item_key AND c.store_id IS NOT DISTINCT FROM k.store_id LIMIT 1) own ON true
  WHERE own.title IS NULL
    AND NOT EXISTS (SELECT FROM ${itemsOfEdit("k.item_key", "k.store_id")} e WHERE e.title IS NOT NULL)
  ORDER BY k.n LIMIT 1`;

export interface EditStateRow {
  itemKey: string;
  barcode: string;
  hiddenInAll: boolean;
  hiddenInSome: boolean;
  channels: string[] | null;
  channelLists: number;
  /** An edit that hides the item here, for all stores or for the store, ends by itself. */
  isLimited: boolean;
  title: string | null;
  description: string | null;
  brand: string | null;
  images: string[];
  /** Of the edit of the address. */
  for: Customization["for"];
  /** In a store of the edit. */
  isTitled: boolean;
  /** The stores with an own edit of the field. Empty for an edit of one store. */
  hiddenHere: string[];
  channelsHere: string[];
  dataHere: string[];
}

const storesWith = (condition: string): string => `COALESCE(array_agg(c.store_id) FILTER (WHERE ${condition}), '{}')`;

/** Of the first store with data in its stock files. As text, because the arrays have many lengths. */
const ofFirstFile = (field: string): string =>
  `(array_agg(e.${field}_of_file::text ORDER BY e.store_id) FILTER (WHERE e.images_of_file IS NOT NULL))[1] AS ${field}_of_file`;

/** Of the first store with a rule for it. */
const ofFirstRule = (field: string): string =>
  `(array_agg(e.ruled->>'${field}' ORDER BY e.store_id) FILTER (WHERE e.ruled ? '${field}'))[1] AS ruled_${field}`;

/** The values that an edit of the items `$3` starts from. Leaves out items that no store has. */
export const editStatesSql = `
  SELECT k.item_key AS "itemKey", d.barcode, d."hiddenInAll", d."hiddenInSome", d.channels, d."channelLists",
         COALESCE(one.title, every.title, d.ruled_title, p.title, d.title_of_file) AS title,
         COALESCE(one.description, every.description, d.ruled_description, p.description) AS description,
         COALESCE(one.brand, every.brand, d.ruled_brand, p.brand, d.brand_of_file) AS brand,
         COALESCE(one.image, every.image, NULLIF(p.images, '{}'), d.images_of_file::text[], '{}') AS images,
         CASE WHEN $2::uuid IS NULL THEN ${textsFor("every")} ELSE ${textsFor("one")} END AS "for",
         num_nonnulls(one.hidden_until, one.hidden_while, every.hidden_until, every.hidden_while) > 0 AS "isLimited", d."isTitled", h.*
  FROM unnest($3::text[]) WITH ORDINALITY k (item_key, n)
  CROSS JOIN LATERAL (
    SELECT ${longestOf("e.barcode")} AS barcode, bool_and(e.hidden) AS "hiddenInAll", bool_or(e.hidden) AS "hiddenInSome",
           (array_agg(to_jsonb(e.channels)))[1] AS channels,
           count(DISTINCT COALESCE(to_jsonb(e.channels), 'null'))::int AS "channelLists",
           bool_or(e.title IS NOT NULL) AS "isTitled", ${ofFirstFile("title")}, ${ofFirstFile("brand")}, ${ofFirstFile("images")},
           ${["title", "description", "brand"].map(ofFirstRule).join(", ")}
    FROM ${itemsOfEdit("k.item_key", "$2")} e
    HAVING count(*) > 0
  ) d
  LEFT JOIN LATERAL (
    SELECT * FROM customization WHERE retailer_id = $1 AND item_key = k.item_key AND store_id = $2 LIMIT 1) one ON true
  LEFT JOIN LATERAL (
    SELECT * FROM customization WHERE retailer_id = $1 AND item_key = k.item_key AND store_id IS NULL LIMIT 1) every ON true
  CROSS JOIN LATERAL (
    SELECT ${storesWith(isOwn("c", "every"))} AS "hiddenHere", ${storesWith("c.channels IS NOT NULL")} AS "channelsHere",
           ${storesWith("num_nonnulls(c.title, c.description, c.brand, c.search_title, c.search_description, c.search_image, c.search_pickup) > 0")} AS "dataHere"
    FROM customization c WHERE c.retailer_id = $1 AND c.item_key = k.item_key AND c.store_id IS NOT NULL AND $2::uuid IS NULL
  ) h
  LEFT JOIN LATERAL (SELECT * FROM product WHERE retailer_id = $1 AND item_key = k.item_key LIMIT 1) p ON true
  ORDER BY k.n`;

export const customizationSql = `SELECT ${columns} FROM customization WHERE retailer_id = $1 AND customization_id = $2`;

export const customizationOfSql = `SELECT ${columns} FROM customization
  WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT DISTINCT FROM $3`;

export type LockedRow = CustomizationRow & { itemKey: string };

/** By its id (`$2`), or by item and store (`$3`, `$4`). */
export const lockCustomizationSql = `SELECT ${columns}, item_key AS "itemKey" FROM customization
  WHERE retailer_id = $1 AND (customization_id = $2 OR (item_key = $3 AND store_id IS NOT DISTINCT FROM $4)) FOR UPDATE`;

export type RevertOf = "operation_id" | "history_id";

/** Each customization once, from its first record to its last. `items`: null for all items. */
const changes = (of: RevertOf, id: string, items: string): string => `
  SELECT item_key, store_id, (array_agg(before ORDER BY history_id))[1] AS before,
         (array_agg(after ORDER BY history_id DESC))[1] AS after
  FROM history_entry
  WHERE retailer_id = $1 AND ${of} = ${id} AND action LIKE 'customization.%' AND (${items}::text[] IS NULL OR item_key = ANY (${items}))
  GROUP BY item_key, store_id`;
const current = `c.retailer_id = $1 AND c.item_key = ch.item_key AND c.store_id IS NOT DISTINCT FROM ch.store_id`;

const contentOf = (record: string): string => `jsonb_strip_nulls(${record} - '{version,updatedAt}'::text[])`;
/** A later change that was taken back leaves the content, and not the version. */
const isSame = `c.customization_id = (ch.after->>'id')::uuid
  AND (c.version = (ch.after->>'version')::int OR ${contentOf(json)} = ${contentOf("ch.after")})`;
const isUnchanged = `${current} AND ${isSame}`;

/** Locks what `$2` has changed, in the order of all writers. */
export const lockChangedSql = (of: RevertOf): string => `
  WITH ch AS MATERIALIZED (${changes(of, "$2", "$3")})
  SELECT 1 FROM ch JOIN customization c ON ${current} ORDER BY c.item_key, c.store_id NULLS FIRST FOR UPDATE OF c`;

export interface ChangedSinceRow {
  barcode: string;
  storeId: string | null;
  current: Customization | null;
  total: number;
}

/** The first customizations that are no longer as `$2` left them. */
export const changedSinceSql = (of: RevertOf): string => `
  WITH ch AS MATERIALIZED (${changes(of, "$2", "$3")})
  SELECT COALESCE(ch.after, ch.before)->>'barcode' AS barcode, ch.store_id AS "storeId",
         CASE WHEN c.customization_id IS NOT NULL THEN ${json} END AS current, count(*) OVER ()::int AS total
  FROM ch LEFT JOIN customization c ON ${current}
  WHERE CASE WHEN ch.after IS NULL THEN c.customization_id IS NOT NULL ELSE (${isSame}) IS NOT TRUE END
  ORDER BY ch.item_key, ch.store_id NULLS FIRST LIMIT 100`;

export interface RestoredRow {
  itemKey: string;
  barcode: string;
  storeId: string | null;
  /** false: another call has changed the record since. */
  isRestored: boolean;
  after: Customization | null;
}

const textsOf = (
  member: string,
  record = "ch.before",
): string => `CASE WHEN jsonb_typeof(${record}->'${member}') = 'array'
  THEN ARRAY(SELECT jsonb_array_elements_text(${record}->'${member}')) END`;

const forSearch = "ch.before->'for'->'search'";

/** Restores what `$8` has changed of the items `$9`, and records it (`entryValues`). A record that another call has changed since stays. */
export const restoreSql = (of: RevertOf): string => `
  WITH ch AS MATERIALIZED (${changes(of, "$8", "$9")}),
  removed AS (
    DELETE FROM customization c USING ch WHERE ch.before IS NULL AND ${isUnchanged} RETURNING c.item_key, c.store_id
  ), restored AS (
    INSERT INTO customization AS c (retailer_id, item_key, store_id, customization_id, barcode, ${editedColumns.join(", ")},
                                    version, created_at, updated_at)
    SELECT $1, ch.item_key, ch.store_id, (ch.before->>'id')::uuid, ch.before->>'barcode', (ch.before->>'hidden')::boolean,
           ${textsOf("channels")}, ch.before->>'title', ch.before->>'description', ch.before->>'brand', ${textsOf("image")},
           (ch.before->>'hiddenUntil')::timestamptz, NULLIF(ch.before->'hiddenWhile', 'null'),
           ${forSearch}->>'title', ${forSearch}->>'description', ${textsOf("image", forSearch)}, NULLIF(${forSearch}->'pickup', 'null'),
           GREATEST((ch.before->>'version')::int, (ch.after->>'version')::int, c.version) + 1, (ch.before->>'createdAt')::timestamptz, $2
    FROM ch LEFT JOIN customization c ON ${isUnchanged}
    WHERE ch.before IS NOT NULL AND (ch.after IS NULL OR c.customization_id IS NOT NULL)
    ORDER BY ch.item_key, ch.store_id NULLS FIRST
    ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
    SET barcode = excluded.barcode, ${editedColumns.map((column) => `${column} = excluded.${column}`).join(", ")},
        version = excluded.version, updated_at = excluded.updated_at
    WHERE c.customization_id = excluded.customization_id AND c.version < excluded.version
    RETURNING c.item_key, c.store_id, ${json} AS record
  ), written AS (
    SELECT r.item_key, r.store_id, NULL::jsonb AS record FROM removed r UNION ALL SELECT * FROM restored
  ), change AS (
    SELECT w.item_key, w.store_id, ch.after AS before, w.record AS after
    FROM written w JOIN ch ON ch.item_key = w.item_key AND ch.store_id IS NOT DISTINCT FROM w.store_id
  ), recorded AS (${insertEditEntries("change")})
  SELECT ch.item_key AS "itemKey", ch.store_id AS "storeId", COALESCE(ch.after, ch.before)->>'barcode' AS barcode, w.record AS after,
         w.item_key IS NOT NULL AS "isRestored"
  FROM ch LEFT JOIN written w ON w.item_key = ch.item_key AND w.store_id IS NOT DISTINCT FROM ch.store_id`;

export interface EditableRow {
  hasStore: boolean;
  hasItem: boolean;
}

const editable = (hasStore: string, ofStore: string): string => `
  SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'edit', r.retailer_id, $2::text), 0))::text AS lock, ${hasStore} AS "hasStore",
         EXISTS (SELECT 1 FROM store s JOIN stock_item i ON i.retailer_id = $1 AND i.store_id = s.store_id
                 WHERE s.retailer_id = $1 AND i.item_key = $2 ${ofStore}) AS "hasItem"
  FROM retailer r WHERE r.retailer_id = $1 AND ($3::uuid IS NULL OR r.partner_id = $3)
    AND ($4::boolean IS NULL OR r.is_test = $4) FOR KEY SHARE OF r`;

/**
 * Checks an edit of the item `$2` for all stores or for the store `$5`, keeps the retailer, and makes other such edits wait. Gives no row
 * and locks nothing if the retailer is not of the partner `$3` (null: any) and of the kind `$4`.
 */
export const editableSql = {
  inAnyStore: editable("true", ""),
  inStore: editable(
    "EXISTS (SELECT 1 FROM store s WHERE s.retailer_id = $1 AND s.store_id = $5)",
    "AND s.store_id = $5",
  ),
};

/** `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` store, `$6` hidden, `$7` channel, `$8` since, `$9` item. */
const list = (order: "ASC" | "DESC", ofItem: boolean): string =>
  scan({
    order,
    // An item has at most one record per store.
    candidates: `
      SELECT customization_id AS key, store_id, hidden, channels, updated_at
      FROM ${ofItem ? "(SELECT * FROM customization WHERE retailer_id = $1 AND item_key = $9 OFFSET 0) c" : "customization"}
      WHERE retailer_id = $1 AND customization_id ${order === "ASC" ? ">" : "<"} $2
      ORDER BY customization_id ${order} ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM customization WHERE retailer_id = $1 AND customization_id = c.key LIMIT 1
      ) r
      WHERE ($5::uuid IS NULL OR c.store_id = $5) AND ($6::boolean IS NULL OR c.hidden = $6)
        AND ($7::text IS NULL OR $7 = ANY (c.channels)) AND ($8::timestamptz IS NULL OR c.updated_at >= $8)
      ORDER BY c.key ${order} LIMIT $4`,
  });

export const customizationsSql = {
  ofRetailer: { forward: list("ASC", false), back: list("DESC", false) },
  ofItem: { forward: list("ASC", true), back: list("DESC", true) },
};
