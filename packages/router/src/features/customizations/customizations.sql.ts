import { idOf, insertEditEntries } from "../../core/history/index.ts";
import { effectiveItem, effectiveItemsOf, longestBarcode, longestOf, visibleIn } from "../../core/items/index.ts";
import { publishedState } from "../../core/log/index.ts";
import { candidatesIn, scan } from "../../kernel/scan.sql.ts";
import type { Customization } from "./customizations.schema.ts";

/** A row of `columns`. Prisma cannot read these rows, because it reads a null list (inherit) as an empty list (no channel). */
export interface CustomizationRow extends Omit<Customization, "createdAt" | "updatedAt" | "hiddenUntil"> {
  hiddenUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `customization_id AS id, barcode, store_id AS "storeId", hidden, hidden_until AS "hiddenUntil",
  hidden_while AS "hiddenWhile", channels, title, description, brand, image, created_at AS "createdAt", updated_at AS "updatedAt", version`;

/** The row `c` as JSON, in the form that `presentCustomization` returns. A function of the migrations (docs/decisions/0061). */
const json = `customization_record(c.customization_id, c.barcode, c.store_id, c.hidden, c.hidden_until, c.hidden_while, c.channels, c.title,
  c.description, c.brand, c.image, c.created_at, c.updated_at, c.version)`;

/** A customization after an edit. */
export interface EditedRow extends CustomizationRow {
  /** The customization before the edit; null: there was none. */
  previous: Customization | null;
}

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
] as const;
const editedColumns = editedFields.map((field) => field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`));

/** The values of a new customization, with the types of their columns. */
const newValues = `$1::uuid, $2::uuid, $3::uuid, $4::text, ${longestBarcode("$5::text", "$4", "$3")}, $6::boolean, $7::text[], $8::text, $9::text, $10::text, $11::text[],
    $12::timestamptz, $13::jsonb, 1, $22::timestamptz, $22`;

const longest =
  "barcode = CASE WHEN length(c.barcode) >= length(excluded.barcode) THEN c.barcode ELSE excluded.barcode END";

/**
 * JSON Merge Patch of rows (`newValues`), which also locks the records. An edit to the same values keeps the version.
 * @param first the first of eight parameters: whether the request names each field
 */
const merge = (rows: string, first: number): string => {
  const fields = editedColumns.map((column, n) => ({ column, isNamed: `$${first + n}::boolean` }));
  const isEdited = [
    "length(c.barcode) < length(excluded.barcode)",
    ...fields.map(({ column, isNamed }) => `(${isNamed} AND c.${column} IS DISTINCT FROM excluded.${column})`),
  ].join(" OR ");
  return `
  INSERT INTO customization AS c (retailer_id, customization_id, store_id, item_key, barcode, ${editedColumns.join(", ")},
                                  version, created_at, updated_at)
  ${rows}
  ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
  SET ${fields.map(({ column, isNamed }) => `${column} = CASE WHEN ${isNamed} THEN excluded.${column} ELSE c.${column} END`).join(", ")},
      ${longest}, version = c.version + CASE WHEN ${isEdited} THEN 1 ELSE 0 END,
      updated_at = CASE WHEN ${isEdited} THEN excluded.updated_at ELSE c.updated_at END, previous_record = ${json}`;
};

const mergeOne = (rows: string): string => `${merge(rows, 14)} RETURNING ${columns}, previous_record AS previous`;

/** Merges one edit. `$14` to `$21`: whether the request names each field. */
export const mergeCustomizationSql = mergeOne(`VALUES (${newValues})`);

/** Assignments that clear `hidden_until` and `hidden_while` if the edit names `hidden`. */
const unlimitedIf = (named: string, row = ""): string =>
  ["hidden_until", "hidden_while"]
    .map((column) => `${column} = CASE WHEN ${named} THEN NULL ELSE ${row}${column} END`)
    .join(", ");

/** An edit for all stores clears the same fields in the customizations of single stores: `$3` hidden, `$4` channels. */
export const clearStoresSql = `
  UPDATE customization c
  SET ${unlimitedIf("$3")}, hidden = CASE WHEN $3 THEN NULL ELSE hidden END, channels = CASE WHEN $4 THEN NULL ELSE channels END,
      version = version + 1, updated_at = $5, previous_record = ${json}
  WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT NULL
    AND (($3 AND hidden IS NOT NULL) OR ($4 AND channels IS NOT NULL))
  RETURNING ${columns}, previous_record AS previous`;

/** Gives the edits of staged lines in the store `$2`, and those for all stores, the spelling of the line if it is longer. */
export const spellEditsSql = `
  WITH stage AS MATERIALIZED (SELECT item_key, barcode FROM stock_stage WHERE barcode IS NOT NULL)
  UPDATE customization c SET barcode = s.barcode FROM stage s
  WHERE c.retailer_id = $1 AND (c.store_id = $2 OR c.store_id IS NULL) AND c.item_key = s.item_key
    AND length(c.barcode) < length(s.barcode)`;

/** An item `i` is still within all limits of the hide `c`. */
const isWithin = `COALESCE(i.price < (c.hidden_while->>'priceUnder')::numeric, true)
  AND COALESCE(i.quantity < (c.hidden_while->>'quantityUnder')::numeric, true)`;
const itemsOfHide = `SELECT FROM store s
  JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id AND i.item_key = c.item_key
  WHERE s.retailer_id = $1 AND (c.store_id IS NULL OR s.store_id = c.store_id)`;

/** The condition for the end of a hide: the time (at most 500 hides at once), or the stock of the store `$8`. */
const endedBy = {
  time: `c.customization_id IN (
    SELECT customization_id FROM customization WHERE retailer_id = $1 AND hidden_until <= $2
    ORDER BY item_key, store_id NULLS FIRST LIMIT 500 FOR UPDATE)`,
  stock: `c.hidden_while IS NOT NULL AND (c.store_id IS NULL OR c.store_id = $8)
    AND EXISTS (${itemsOfHide}) AND NOT EXISTS (${itemsOfHide} AND ${isWithin})`,
};

export interface EndedRow {
  itemKey: string;
  storeId: string | null;
}

/** Ends hides, with their history entries (`entryValues`). The value of `hidden` is inherited then. */
export const endHidesSql = (reason: keyof typeof endedBy): string => `
  WITH ended AS (
    UPDATE customization c
    SET hidden = NULL, hidden_until = NULL, hidden_while = NULL, version = version + 1, updated_at = $2, previous_record = ${json}
    WHERE c.retailer_id = $1 AND ${endedBy[reason]}
    RETURNING c.item_key, c.store_id, c.previous_record AS before, ${json} AS after
  ), recorded AS (${insertEditEntries("ended")})
  SELECT item_key AS "itemKey", store_id AS "storeId" FROM ended`;

/** The value of a field after an edit that names the field (`named`). */
const edited = (field: "hidden" | "channels", named: string): string =>
  `${field} = CASE WHEN ${named}::boolean THEN excluded.${field} ELSE c.${field} END`;

/** What a statement of many edits has changed, as rows for `insertEditEntries`. */
const written = `RETURNING c.item_key, c.store_id, c.previous_record AS before, ${json} AS after`;

/** Clears the fields that an edit for all stores names (`$2` time) in the customizations of single stores. */
const clearing = (itemKeys: string, namesHidden: string, namesChannels: string): string => `
    UPDATE customization c
    SET ${unlimitedIf(namesHidden)}, hidden = CASE WHEN ${namesHidden} THEN NULL ELSE hidden END,
        channels = CASE WHEN ${namesChannels} THEN NULL ELSE channels END,
        version = version + 1, updated_at = $2, previous_record = ${json}
    WHERE retailer_id = $1 AND item_key = ANY (${itemKeys}) AND store_id IS NOT NULL
      AND ((${namesHidden} AND hidden IS NOT NULL) OR (${namesChannels} AND channels IS NOT NULL))
    ${written}`;

/**
 * The edits of many customizations that name the same fields (`$9` to `$16`), as JSON objects in `$8`, with their history entries
 * (`entryValues`). No two are of the same customization. Gives the customizations in the order of the edits.
 * @param clears all edits are for all stores, and name `hidden` or `channels`
 */
export const mergeEachSql = (clears: boolean): string => `
  WITH edit AS (
    SELECT * FROM jsonb_to_recordset($8::jsonb) AS (
      "itemKey" text, "storeId" uuid, barcode text, hidden boolean, channels text[], title text, description text, brand text, image text[],
      "hiddenUntil" timestamptz, "hiddenWhile" jsonb)
  ), merged AS (${merge(
    `SELECT $1::uuid, ${idOf(`"itemKey" || COALESCE("storeId"::text, '')`)}, "storeId", "itemKey", ${longestBarcode("edit.barcode", 'edit."itemKey"', 'edit."storeId"')},
            ${editedFields.map((field) => `"${field}"`).join(", ")}, 1, $2::timestamptz, $2 FROM edit`,
    9,
  )} ${written}
  )${clears ? `, cleared AS (${clearing(`ARRAY(SELECT "itemKey" FROM edit)`, "$9::boolean", "$10::boolean")})` : ""},
  change AS (
    SELECT * FROM merged WHERE before->'version' IS DISTINCT FROM after->'version'${clears ? " UNION ALL SELECT * FROM cleared" : ""}
  ), recorded AS (${insertEditEntries("change")})
  SELECT after AS customization FROM merged`;

/**
 * The same edit for the items `$9`, for the store `$8` or for all stores, with the history entries (`entryValues`). `$10` and `$12`:
 * whether the edit names `hidden` (`$11`) and `channels` (`$13`). A new customization has the longest barcode of the item.
 */
export const mergeItemsSql = (isForAll: boolean): string => `
  WITH merged AS (
    INSERT INTO customization AS c (retailer_id, customization_id, store_id, item_key, barcode, hidden, channels, version, created_at, updated_at)
    SELECT b.retailer_id, ${idOf("k.item_key")}, $8::uuid, k.item_key, b.barcode, $11::boolean, $13::text[], 1, $2, $2
    FROM (SELECT DISTINCT unnest($9::text[]) AS item_key) k
    CROSS JOIN LATERAL (${
      isForAll
        ? `
      SELECT s.retailer_id, i.barcode FROM store s
      JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id AND i.item_key = k.item_key
      WHERE s.retailer_id = $1 ORDER BY length(i.barcode) DESC LIMIT 1`
        : "SELECT retailer_id, barcode FROM stock_item WHERE retailer_id = $1 AND store_id = $8 AND item_key = k.item_key LIMIT 1"
    }) b
    ORDER BY k.item_key
    ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
    SET ${longest}, ${unlimitedIf("$10", "c.")}, ${edited("hidden", "$10")}, ${edited("channels", "$12")}, version = c.version + 1, updated_at = excluded.updated_at,
        previous_record = ${json}
    WHERE ($10 AND (c.hidden IS DISTINCT FROM excluded.hidden OR num_nonnulls(c.hidden_until, c.hidden_while) > 0)) OR ($12 AND c.channels IS DISTINCT FROM excluded.channels)
    ${written}
  )${isForAll ? `, cleared AS (${clearing("$9::text[]", "$10", "$12")})` : ""},
  change AS (SELECT * FROM merged${isForAll ? " UNION ALL SELECT * FROM cleared" : ""}),
  recorded AS (${insertEditEntries("change")})
  SELECT`;

/**
 * The number of stores with own values of the items `$2` that an edit for all stores removes. `$3` hidden, `$4` channels. An own hide
 * without an end that equals the new value `$5` does not count. `$5` null: each one counts.
 */
export const countOwnSql = `
  SELECT count(DISTINCT store_id)::int AS count FROM customization
  WHERE retailer_id = $1 AND item_key = ANY ($2::text[]) AND store_id IS NOT NULL
    AND (($4::boolean AND channels IS NOT NULL) OR ($3::boolean AND hidden IS NOT NULL
      AND (hidden IS DISTINCT FROM $5::boolean OR num_nonnulls(hidden_until, hidden_while) > 0)))`;

/** What an edit of several items would change in a store. */
export interface PlannedRow {
  storeId: string;
  /** Number of items with other values. */
  items: number;
  events: number;
}

const thenPublished = publishedState({
  visible: "e.then_visible",
  status: "e.status",
  price: "e.price",
  currency: "e.currency",
  was: "e",
});

/** Counts what the edit of `mergeItemsSql` would change. `$1` retailer, `$2` store, `$3` items, `$4` to `$7` as its `$10` to `$13`. */
export const planEditSql = (isForAll: boolean): string => {
  const then = (field: "hidden" | "channels", named: string, value: string): string =>
    isForAll
      ? `CASE WHEN ${named}::boolean THEN ${value} ELSE COALESCE(e.${field}_here, e.${field}_everywhere) END`
      : `COALESCE(CASE WHEN ${named}::boolean THEN ${value} ELSE e.${field}_here END, e.${field}_everywhere)`;
  return `
  SELECT e.store_id AS "storeId", count(*)::int AS items, (count(*) FILTER (WHERE ${thenPublished.isChanged}))::int AS events
  FROM (
    SELECT e.*, ${visibleIn("'webhooks'", "e.then_")} AS then_visible
    FROM (
      SELECT e.*, COALESCE(${then("hidden", "$4", "$5::boolean")}, false) AS then_hidden,
             ${then("channels", "$6", "$7::text[]")} AS then_channels
      FROM ${effectiveItem} e
      WHERE e.retailer_id = $1 AND ($2::uuid IS NULL OR e.store_id = $2) AND e.item_key = ANY ($3::text[])
    ) e
  ) e
  WHERE e.then_hidden <> e.hidden OR e.then_channels IS DISTINCT FROM e.channels
  GROUP BY e.store_id ORDER BY e.store_id`;
};

export interface EditStateRow {
  itemKey: string;
  barcode: string;
  hiddenInAll: boolean;
  hiddenInSome: boolean;
  /** The channels of the stores; null: every channel. */
  channels: string[] | null;
  /** Number of different lists of channels. */
  channelLists: number;
  title: string | null;
  description: string | null;
  brand: string | null;
  images: string[];
  /** The edit of the target has data of its own. */
  hasData: boolean;
  /** The stores with an own edit that has the field. Empty for an edit of one store. */
  hiddenHere: string[];
  channelsHere: string[];
  dataHere: string[];
}

const storesWith = (field: string): string => `COALESCE(array_agg(store_id) FILTER (WHERE ${field} IS NOT NULL), '{}')`;

/** The value in the stock files of the first store with product data of the item. As text, because the arrays have many lengths. */
const ofFirstFile = (field: string): string =>
  `(array_agg(e.${field}_of_file::text ORDER BY e.store_id) FILTER (WHERE e.images_of_file IS NOT NULL))[1] AS ${field}_of_file`;

/** The values that an edit of the items `$3` starts from, for the store `$2` or for all stores. Leaves out items that no store has. */
export const editStatesSql = `
  SELECT k.item_key AS "itemKey", d.barcode, d."hiddenInAll", d."hiddenInSome", d.channels, d."channelLists",
         COALESCE(one.title, every.title, p.title, d.title_of_file) AS title,
         COALESCE(one.description, every.description, p.description) AS description,
         COALESCE(one.brand, every.brand, p.brand, d.brand_of_file) AS brand,
         COALESCE(one.image, every.image, NULLIF(p.images, '{}'), d.images_of_file::text[], '{}') AS images,
         CASE WHEN $2::uuid IS NULL THEN every.title ELSE one.title END IS NOT NULL AS "hasData", h.*
  FROM unnest($3::text[]) WITH ORDINALITY k (item_key, n)
  CROSS JOIN LATERAL (
    SELECT ${longestOf("e.barcode")} AS barcode, bool_and(e.hidden) AS "hiddenInAll", bool_or(e.hidden) AS "hiddenInSome",
           (array_agg(to_jsonb(e.channels)))[1] AS channels,
           count(DISTINCT COALESCE(to_jsonb(e.channels), 'null'))::int AS "channelLists",
           ${ofFirstFile("title")}, ${ofFirstFile("brand")}, ${ofFirstFile("images")}
    FROM ${effectiveItemsOf(`(
      SELECT i.* FROM store s CROSS JOIN LATERAL (
        SELECT * FROM stock_item i
        WHERE i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = k.item_key LIMIT 1) i
      WHERE s.retailer_id = $1 AND ($2::uuid IS NULL OR s.store_id = $2))`)} e
    HAVING count(*) > 0
  ) d
  CROSS JOIN LATERAL (
    SELECT ${storesWith("hidden")} AS "hiddenHere", ${storesWith("channels")} AS "channelsHere", ${storesWith("title")} AS "dataHere"
    FROM customization WHERE retailer_id = $1 AND item_key = k.item_key AND store_id IS NOT NULL AND $2::uuid IS NULL
  ) h
  LEFT JOIN LATERAL (
    SELECT * FROM customization WHERE retailer_id = $1 AND item_key = k.item_key AND store_id = $2 LIMIT 1) one ON true
  LEFT JOIN LATERAL (
    SELECT * FROM customization WHERE retailer_id = $1 AND item_key = k.item_key AND store_id IS NULL LIMIT 1) every ON true
  LEFT JOIN LATERAL (SELECT * FROM product WHERE retailer_id = $1 AND item_key = k.item_key LIMIT 1) p ON true
  ORDER BY k.n`;

export const customizationSql = `SELECT ${columns} FROM customization WHERE retailer_id = $1 AND customization_id = $2`;

export type LockedRow = CustomizationRow & { itemKey: string };

/** Locks a customization by its id (`$2`), or by item and store (`$3`, `$4`). */
export const lockCustomizationSql = `SELECT ${columns}, item_key AS "itemKey" FROM customization
  WHERE retailer_id = $1 AND (customization_id = $2 OR (item_key = $3 AND store_id IS NOT DISTINCT FROM $4)) FOR UPDATE`;

/** What a revert takes back: all edits of an operation, or one entry of the history. */
export type RevertOf = "operation_id" | "history_id";

/** From the first record to the last: each customization once. `id`: of the operation or the entry. `items`: null for all items. */
const changes = (of: RevertOf, id: string, items: string): string => `
  SELECT item_key, store_id, (array_agg(before ORDER BY history_id))[1] AS before,
         (array_agg(after ORDER BY history_id DESC))[1] AS after
  FROM history_entry
  WHERE retailer_id = $1 AND ${of} = ${id} AND action LIKE 'customization.%' AND (${items}::text[] IS NULL OR item_key = ANY (${items}))
  GROUP BY item_key, store_id`;
const current = `c.retailer_id = $1 AND c.item_key = ch.item_key AND c.store_id IS NOT DISTINCT FROM ch.store_id`;

/** The customization `c` is still as the change left it. */
const isUnchanged = `${current} AND c.version = (ch.after->>'version')::int AND c.customization_id = (ch.after->>'id')::uuid`;

/** Locks the customizations that `$2` has changed, of the items `$3`, in the order of all writers. */
export const lockChangedSql = (of: RevertOf): string => `
  WITH ch AS MATERIALIZED (${changes(of, "$2", "$3")})
  SELECT 1 FROM ch JOIN customization c ON ${current} ORDER BY c.item_key, c.store_id NULLS FIRST FOR UPDATE OF c`;

export interface ChangedSinceRow {
  barcode: string;
  storeId: string | null;
  /** The customization now. */
  current: Customization | null;
  /** Number of all such customizations. */
  total: number;
}

/** The first customizations that are no longer as `$2` left them. */
export const changedSinceSql = (of: RevertOf): string => `
  WITH ch AS MATERIALIZED (${changes(of, "$2", "$3")})
  SELECT COALESCE(ch.after, ch.before)->>'barcode' AS barcode, ch.store_id AS "storeId",
         CASE WHEN c.customization_id IS NOT NULL THEN ${json} END AS current, count(*) OVER ()::int AS total
  FROM ch LEFT JOIN customization c ON ${current}
  WHERE c.version IS DISTINCT FROM (ch.after->>'version')::int OR c.customization_id IS DISTINCT FROM (ch.after->>'id')::uuid
  ORDER BY ch.item_key, ch.store_id NULLS FIRST LIMIT 100`;

export interface RestoredRow {
  itemKey: string;
  barcode: string;
  storeId: string | null;
  /** false: another call has changed the record since. */
  isRestored: boolean;
  /** The restored customization; null: deleted. */
  after: Customization | null;
}

const textsOf = (member: string): string => `CASE WHEN jsonb_typeof(ch.before->'${member}') = 'array'
  THEN ARRAY(SELECT jsonb_array_elements_text(ch.before->'${member}')) END`;

/**
 * Restores the customizations that `$8` has changed, of the items `$9`, and records it in the history (`entryValues`). A record that
 * another call has changed since stays as it is.
 */
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
           GREATEST((ch.before->>'version')::int, (ch.after->>'version')::int) + 1, (ch.before->>'createdAt')::timestamptz, $2
    FROM ch
    WHERE ch.before IS NOT NULL AND (ch.after IS NULL OR EXISTS (SELECT 1 FROM customization c WHERE ${isUnchanged}))
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
  partnerId: string;
  hasStore: boolean;
  hasItem: boolean;
}

const itemIn = (item: string): string => `
  EXISTS (SELECT 1 FROM store s JOIN stock_item i ON i.retailer_id = $1 AND i.store_id = s.store_id
          WHERE s.retailer_id = $1 AND i.item_key = ${item}`;
const editable = (item: string, store: string): string => `
  SELECT r.partner_id AS "partnerId",
         EXISTS (SELECT 1 FROM store s WHERE s.retailer_id = $1 AND s.store_id = ${store}) AS "hasStore",
         ${itemIn(item)} AND s.store_id = ${store}) AS "hasItem"
  FROM retailer r WHERE r.retailer_id = $1`;

/** The checks of an edit in one statement. For all stores, or for the store `$3`. */
export const editableSql = {
  inAnyStore: `SELECT r.partner_id AS "partnerId", true AS "hasStore", ${itemIn("$2")}) AS "hasItem" FROM retailer r WHERE r.retailer_id = $1`,
  inStore: editable("$2", "$3"),
};

/** The row of `editInStoreSql`. Without the store or the item, all fields of the edited row are null. */
export type EditedInStoreRow = Pick<EditableRow, "hasStore" | "hasItem"> & EditedRow & { isLocked: boolean };

/**
 * The checks of an edit, the edit itself (`mergeCustomizationSql`) and the lock of the store in one statement, because this is the most
 * frequent edit. Rows are locked in the order of all writers: retailer, customization, store. `$23` is the partner that the retailer must
 * belong to; null: any. Gives no row if the retailer is missing or belongs to another partner.
 */
export const editInStoreSql = `
  WITH found AS (${editable("$4::text", "$3::uuid")} AND ($23::uuid IS NULL OR r.partner_id = $23) FOR KEY SHARE OF r
  ), merged AS (${mergeOne(`SELECT ${newValues} FROM found f WHERE f."hasStore" AND f."hasItem"`)}
  ), locked AS (
    SELECT s.store_id FROM store s
    WHERE s.retailer_id = $1 AND s.store_id = $3 AND EXISTS (SELECT FROM merged) FOR NO KEY UPDATE OF s
  )
  SELECT f."hasStore", f."hasItem", l.store_id IS NOT NULL AS "isLocked", m.*
  FROM found f LEFT JOIN merged m ON true LEFT JOIN locked l ON true`;

/** `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` store, `$6` hidden, `$7` channel, `$8` since, `$9` item. */
const list = (order: "ASC" | "DESC", ofItem: boolean): string =>
  scan({
    order,
    // An item has at most one record per store, so the statement reads only the records of the item.
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
