/** Rows of a feed in one row of `feed_undo`. */
const PIECE = 1_000;

/**
 * Keeps `changes` for an undo of the feed `$2` at `$3`. `changes`: the part of a `WITH` list with this name, rows with the JSON `was`. The
 * pieces are few rows, which cost a fifth of a row for each item.
 */
export const keepChanges = (changes: string): string => `
  changes AS MATERIALIZED (${changes}), pieces AS MATERIALIZED (
    SELECT part, json_agg(was) AS rows
    FROM (SELECT was, ((row_number() OVER () - 1) / ${PIECE})::int AS part FROM changes) c GROUP BY part
  ), kept AS (
    INSERT INTO feed_undo (retailer_id, ingest_id, part, rows, created_at)
    SELECT $1::uuid, $2::uuid, part, rows, $3::timestamptz FROM pieces
  )`;

/** The items that the feed in `stock_change` has written. */
export const keepStockSql = `
  WITH ${keepChanges("SELECT was FROM stock_change WHERE was IS NOT NULL AND effect <> 'm'")} SELECT FROM pieces LIMIT 1`;

/** Stages the items of `$1` as they were. */
export const stageWasSql = `
  INSERT INTO stock_stage (line, kind, item_key, price, quantity, currency, condition, status, regular_price, sale_price, sale_from, sale_until)
  SELECT 0, 'd', r->>0, (r->>1)::numeric, (r->>2)::numeric, r->>3, (r->>4)::item_condition, (r->>5)::stock_status, (r->>6)::numeric,
         (r->>7)::numeric, (r->>8)::timestamptz, (r->>9)::timestamptz
  FROM json_array_elements($1::json) r`;

export interface UndoableRow {
  /** null: it cannot be undone. */
  until: string | null;
  isConfirmed: boolean;
}

/** A later feed that named items without a change has confirmed them, and nobody knows which ones. */
export const undoableSql = `
  SELECT i.header->>'undoUntil' AS until, EXISTS (
    SELECT FROM ingest later
    WHERE later.retailer_id = $1 AND later.store_id IS NOT DISTINCT FROM $3::uuid AND later.ingest_id > $2 AND later.status = 'applied'
      AND later.mode <> 'patch' AND later.valid_lines > later.changed_items + later.new_items AND later.header->>'undoneAt' IS NULL
  ) AS "isConfirmed"
  FROM ingest i WHERE i.retailer_id = $1 AND i.ingest_id = $2 FOR UPDATE OF i`;

export const undoPieceSql = `
  SELECT rows::text AS rows, json_array_length(rows) AS count FROM feed_undo WHERE retailer_id = $1 AND ingest_id = $2 AND part = $3`;

/** Records the undo of the feed `$2` in its header `$3`. */
export const endUndoSql = `
  WITH undone AS (DELETE FROM feed_undo WHERE retailer_id = $1 AND ingest_id = $2)
  UPDATE ingest SET header = header || $3 WHERE retailer_id = $1 AND ingest_id = $2`;
