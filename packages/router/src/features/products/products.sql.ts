import { deleteSuperseded, keepExactKeys } from "../../core/items/index.ts";
import { keepChanges } from "../ingest/index.ts";

/** Plans each statement for the rows in the stage. */
export const openStageSql = `
  SET LOCAL plan_cache_mode = force_custom_plan;
  SET LOCAL client_min_messages = warning;
  CREATE TEMPORARY TABLE IF NOT EXISTS product_stage (
    line int, item_key text, title text, description text, brand text, images text[], category text, color text, size text,
    group_id text, condition item_condition, exact_key text
  ) ON COMMIT DELETE ROWS`;

export const clearStageSql = "DELETE FROM product_stage";

export const keepExactKeysSql = keepExactKeys("product_stage");

export interface SupersededRow {
  count: number;
  first: { line: number; itemKey: string }[];
}

/**
 * Lines of items that are in a later line: their number, and the first `$1` of them. The database counts, because a feed can name one item
 * five million times.
 */
export const rejectSupersededSql = `
  WITH gone AS (${deleteSuperseded("product_stage")}
    RETURNING s.line, s.item_key
  ), first AS (
    SELECT line, item_key FROM gone ORDER BY line LIMIT $1
  )
  SELECT (SELECT count(*)::int FROM gone) AS count,
         (SELECT COALESCE(json_agg(json_build_object('line', line, 'itemKey', item_key) ORDER BY line), '[]') FROM first) AS first`;

const fields = ["title", "description", "brand", "images", "category", "color", "size", "group_id", "condition"];

/** An empty value keeps the stored value. */
const kept = (field: string): string =>
  field === "images"
    ? "CASE WHEN cardinality(excluded.images) > 0 THEN excluded.images ELSE p.images END"
    : `COALESCE(excluded.${field}, p.${field})`;

export interface MergedRow {
  lines: number;
  newItems: number;
  changedItems: number;
}

/** The data of a product before the feed, in the columns of the stage. */
const was = `json_build_object('item_key', m.item_key, ${fields.map((field) => `'${field}', p.${field}`).join(", ")})`;

/** `$2` is the ingest, `$3` the time. Keeps what it changes for an undo. */
export const mergeProductsSql = `
  WITH stage AS MATERIALIZED (SELECT * FROM product_stage), merged AS (
    INSERT INTO product AS p (retailer_id, item_key, ${fields.join(", ")}, updated_at)
    SELECT $1, item_key, ${fields.map((field) => (field === "images" ? "COALESCE(images, '{}')" : field)).join(", ")}, $3
    FROM stage ORDER BY item_key
    ON CONFLICT (retailer_id, item_key) DO UPDATE
    SET ${fields.map((field) => `${field} = ${kept(field)}`).join(", ")}, updated_at = excluded.updated_at
    WHERE (${fields.map(kept).join(", ")}) IS DISTINCT FROM (${fields.map((field) => `p.${field}`).join(", ")})
    RETURNING item_key, xmax = 0 AS is_new
  ), ${keepChanges(`SELECT ${was} AS was FROM merged m LEFT JOIN product p ON p.retailer_id = $1 AND p.item_key = m.item_key`)}
  SELECT (SELECT count(*)::int FROM stage) AS lines, (count(*) FILTER (WHERE is_new))::int AS "newItems",
         (count(*) FILTER (WHERE NOT is_new))::int AS "changedItems"
  FROM merged`;

export const stageWasSql = "INSERT INTO product_stage SELECT * FROM json_populate_recordset(NULL::product_stage, $1)";

const unwritten = "p.retailer_id = $1 AND p.item_key = s.item_key AND p.updated_at <= $2";

export const countRestorableSql = `
  WITH stage AS MATERIALIZED (SELECT * FROM product_stage) SELECT count(*)::int AS count FROM product p JOIN stage s ON ${unwritten}`;

/** Writes the staged data at `$3` to the products that nothing has written since `$2`. */
export const restoreProductsSql = `
  WITH stage AS MATERIALIZED (SELECT * FROM product_stage)
  UPDATE product p SET ${fields.map((field) => `${field} = ${field === "images" ? "COALESCE(s.images, '{}')" : `s.${field}`}`).join(", ")},
    updated_at = $3 FROM stage s WHERE ${unwritten}`;

export const searchStoresSql = `SELECT store_id AS "storeId" FROM channel WHERE retailer_id = $1 AND channel = 'search'`;
