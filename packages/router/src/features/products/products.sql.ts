import { deleteSuperseded, keepExactKeys } from "../../core/items/index.ts";

/** Creates the stage of the transaction, and plans each statement for the rows in it. */
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
 * Deletes the staged lines of items that are in a later line. Returns their number and the first `$1` of them. The database counts
 * them, because a feed can name one item five million times.
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

/** An empty value in the feed keeps the stored value. */
const kept = (field: string): string =>
  field === "images"
    ? "CASE WHEN cardinality(excluded.images) > 0 THEN excluded.images ELSE p.images END"
    : `COALESCE(excluded.${field}, p.${field})`;

export interface MergedRow {
  /** Number of staged lines. */
  lines: number;
  newItems: number;
  changedItems: number;
}

export const mergeProductsSql = `
  WITH merged AS (
    INSERT INTO product AS p (retailer_id, item_key, ${fields.join(", ")}, updated_at)
    SELECT $1, item_key, ${fields.map((field) => (field === "images" ? "COALESCE(images, '{}')" : field)).join(", ")}, $2
    FROM product_stage ORDER BY item_key
    ON CONFLICT (retailer_id, item_key) DO UPDATE
    SET ${fields.map((field) => `${field} = ${kept(field)}`).join(", ")}, updated_at = excluded.updated_at
    WHERE (${fields.map(kept).join(", ")}) IS DISTINCT FROM (${fields.map((field) => `p.${field}`).join(", ")})
    RETURNING xmax = 0 AS is_new
  )
  SELECT (SELECT count(*)::int FROM product_stage) AS lines, (count(*) FILTER (WHERE is_new))::int AS "newItems",
         (count(*) FILTER (WHERE NOT is_new))::int AS "changedItems"
  FROM merged`;

export const searchStoresSql = `SELECT store_id AS "storeId" FROM channel WHERE retailer_id = $1 AND channel = 'search'`;
