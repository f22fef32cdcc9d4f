import { deleteSuperseded, keepExactKeys } from "../../core/items/index.ts";
import type { Staged } from "./stock.sql.ts";

/** `store_product_stage` holds the product data in the lines of a feed or PATCH. It is temporary and stays for the connection. */
export const openStageSql = `
  SET LOCAL client_min_messages = warning;
  CREATE TEMPORARY TABLE IF NOT EXISTS store_product_stage (
    line int, item_key text, title text, brand text, images text[], category text, exact_key text
  ) ON COMMIT DELETE ROWS`;

export const clearStageSql = "DELETE FROM store_product_stage";

export const stageLinesSql = `
  INSERT INTO store_product_stage (line, item_key, title, brand, images, category)
  SELECT * FROM json_to_recordset($1) AS s (line int, "itemKey" text, title text, brand text, images text[], category text)`;

export const keepExactKeysSql = keepExactKeys("store_product_stage");

export const deleteSupersededSql = deleteSuperseded("store_product_stage");

const storedKey = "f.retailer_id = $1 AND f.store_id = $2 AND f.item_key = s.item_key";
const withStored: Record<Staged, string> = {
  lines: `LEFT JOIN LATERAL (SELECT * FROM store_product f WHERE ${storedKey} LIMIT 1) f ON true`,
  feed: `LEFT JOIN store_product f ON ${storedKey}`,
};

/** A blank value keeps the stored value. */
const next = ["COALESCE(s.title, f.title)", "COALESCE(s.brand, f.brand)", "COALESCE(s.images, f.images, '{}')"];
next.push("COALESCE(s.category, f.category)");
const columns = ["title", "brand", "images", "category"];

/**
 * Stores the staged product data of the store `$2` that differs from the stored data. `$3` is the time. Items that were written after
 * `$4` stay as they are. Leaves out new items without a price, which the store does not get.
 */
const merge = (staged: Staged): string => `
  WITH stage AS MATERIALIZED (SELECT * FROM store_product_stage),
  missing AS MATERIALIZED (SELECT item_key FROM stock_change WHERE effect = 'm'),
  changed AS (
    SELECT s.item_key, ${next.map((value, n) => `${value} AS ${columns[n]}`).join(", ")}
    FROM stage s ${withStored[staged]}
    WHERE (${next.join(", ")}) IS DISTINCT FROM (${columns.map((column) => `f.${column}`).join(", ")})
      AND COALESCE($4::timestamptz IS NULL OR f.updated_at <= $4, true)
      AND NOT EXISTS (SELECT FROM missing m WHERE m.item_key = s.item_key)
  ), merged AS (
    INSERT INTO store_product (retailer_id, store_id, item_key, ${columns.join(", ")}, updated_at)
    SELECT $1, $2, item_key, ${columns.join(", ")}, $3::timestamptz FROM changed ORDER BY item_key
    ON CONFLICT (retailer_id, store_id, item_key) DO UPDATE
    SET ${[...columns, "updated_at"].map((column) => `${column} = excluded.${column}`).join(", ")}
    RETURNING item_key
  )
  SELECT count(*)::int AS changed FROM merged`;

export const mergeSql: Record<Staged, string> = { lines: merge("lines"), feed: merge("feed") };

/** Makes the next feed with the bytes of the last one count again. */
export const raiseStockVersionSql =
  "UPDATE store SET stock_version = stock_version + 1 WHERE retailer_id = $1 AND store_id = $2";
