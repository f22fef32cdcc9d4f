import type { Prisma } from "@highstreet/db";
import type { DroppedValues } from "../../core/feeds/index.ts";
import { candidatesIn, ofValue, scan } from "../../kernel/kernel.sql.ts";
import type { Ingest } from "./ingest.schema.ts";

export type IngestRow = Prisma.IngestGetPayload<object>;

export const ingestColumns = `i.ingest_id AS id, i.created_at AS "createdAt", i.mode, i.status, i.columns, i.header, i.number_of_lines AS "numberOfLines",
  i.valid_lines AS "validLines", i.in_stock_valid_lines AS "inStockValidLines", i.in_stock_items AS "inStockItems", i.changed_items AS "changedItems",
  i.new_items AS "newItems", i.rejected_lines AS "rejectedLines", i.reason, i.duration_ms AS "durationMs"`;

type Order = "ASC" | "DESC";

/** `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` whether to find only PATCHes, `$6` store. */
const list = (order: Order, of: string): string =>
  scan({
    order,
    candidates: `
      SELECT ingest_id AS key, mode FROM ingest
      WHERE retailer_id = $1 AND ${of} ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c
      CROSS JOIN LATERAL (
        SELECT ${ingestColumns} FROM ingest i WHERE i.retailer_id = $1 AND i.ingest_id = c.key LIMIT 1
      ) r
      WHERE NOT $5::boolean OR c.mode = 'patch'
      ORDER BY c.key ${order} LIMIT $4`,
  });

const bothWays = (of: (order: Order) => string) => ({
  newestFirst: list("DESC", of("DESC")),
  back: list("ASC", of("ASC")),
});

const inStore = (order: Order): string => ofValue(order, ["store_id", "$6"], ["ingest_id", "$2"]);

export const ingestsSql = {
  ofStore: bothWays(inStore),
  filesOfStore: bothWays((order) => `mode <> 'patch' AND ${inStore(order)}`),
  ofProducts: bothWays(
    // The order matches the index, which has the store before the id.
    (order) =>
      `store_id IS NULL AND ingest_id ${order === "ASC" ? ">" : "<"} $2 ORDER BY store_id ${order}, ingest_id ${order}`,
  ),
};

/** With the stock version of its store. Product data has no store, so the row comes from the retailer. */
export const insertIngestSql = `
  INSERT INTO ingest (retailer_id, store_id, ingest_id, created_at, mode, status, columns, number_of_lines, valid_lines,
                      in_stock_valid_lines, changed_items, new_items, rejected_lines, reason, duration_ms, digest, header, stock_version, in_stock_items)
  SELECT r.retailer_id, $2::uuid, $3::uuid, $4::timestamptz, $5::ingest_mode, $6::ingest_status, $7::jsonb, $8::int, $9::int, $10::int, $11::int,
         $12::int, $13::int, $14::text, $15::int, $16::bytea, $17::jsonb,
         (SELECT stock_version FROM store WHERE retailer_id = $1 AND store_id = $2),
         (SELECT in_stock_count FROM store WHERE retailer_id = $1 AND store_id = $2)
  FROM retailer r WHERE r.retailer_id = $1`;

/** Stores the rejected lines `$3` of the ingest or file `$2`. */
export const insertRejectionsSql = `
  INSERT INTO ingest_rejection (retailer_id, ingest_id, line, field, code, message, value, current_quantity)
  SELECT $1, $2, r.* FROM json_to_recordset($3::json)
    r (line int, field text, code text, message text, value text, "currentQuantity" float8)`;

export type UnchangedRow = Pick<IngestRow, "numberOfLines" | "validLines" | "inStockValidLines" | "rejectedLines"> & {
  columns: Record<string, string>;
  fallbackColumns: Record<string, string[]>;
  ignoredColumns: string[];
  ignoredSheets: string[];
  droppedValues: DroppedValues[];
  skippedLines: Ingest["skippedLines"];
};

export type LastFeedRow = UnchangedRow &
  Pick<IngestRow, "mode" | "digest"> & {
    /** Whether nothing has written to the items since. null: this is not known. */
    isCurrent: boolean | null;
  };

export const lastFeedSql = `
  SELECT mode, digest, columns, COALESCE(header->'fallbackColumns', '{}') AS "fallbackColumns",
         COALESCE(header->'ignoredColumns', '[]') AS "ignoredColumns",
         COALESCE(header->'ignoredSheets', '[]') AS "ignoredSheets",
         COALESCE(header->'droppedValues', '[]') AS "droppedValues",
         COALESCE(header->'skippedLines', '{"otherStore": 0, "total": 0, "picture": 0}') AS "skippedLines", number_of_lines AS "numberOfLines", valid_lines AS "validLines",
         in_stock_valid_lines AS "inStockValidLines", rejected_lines AS "rejectedLines",
         stock_version = (SELECT stock_version FROM store WHERE retailer_id = $1 AND store_id = $2) AS "isCurrent"
  FROM ingest
  WHERE retailer_id = $1 AND store_id = $2 AND mode <> 'patch' AND status IN ('applied', 'unchanged')
  ORDER BY ingest_id DESC LIMIT 1`;

export const heldIngestSql = `
  SELECT FROM ingest WHERE retailer_id = $1 AND store_id = $2 AND ingest_id = $3 AND status = 'held'`;

/** Adds what the product data has given. Removes the stock version, so that the same bytes are compared again: the accepted feed may have skipped items. */
export const acceptIngestSql = `
  UPDATE ingest SET status = 'applied', reason = NULL, changed_items = $4, new_items = $5, duration_ms = $6, stock_version = NULL,
         columns = $7, header = header || $8
  WHERE retailer_id = $1 AND store_id = $2 AND ingest_id = $3`;

export const insertHeldPartSql = "INSERT INTO held_feed (retailer_id, ingest_id, part, bytes) VALUES ($1, $2, $3, $4)";

export const heldPartSql = "SELECT bytes FROM held_feed WHERE retailer_id = $1 AND ingest_id = $2 AND part = $3";

/** Part of a `WITH` list: deletes the lines that the ingests `held` keep of a file of several stores. */
const deleteHeldLines = `held_lines AS (
    DELETE FROM stock_file_line l USING held JOIN stock_file_part p ON p.retailer_id = $1 AND p.ingest_id = held.ingest_id
    WHERE l.retailer_id = $1 AND l.file_id = p.file_id AND l.store_id = p.store_id
  )`;

/** Finds it by its bytes, because a till has many ingests. */
export const replaceHeldFeedSql = `
  WITH held AS (
    UPDATE ingest SET status = 'refused', reason = 'A later feed replaced it.'
    WHERE retailer_id = $1 AND store_id = $2 AND status = 'held'
      AND ingest_id = ANY (ARRAY (SELECT ingest_id FROM held_feed WHERE retailer_id = $1 AND part = 0))
    RETURNING ingest_id
  ), ${deleteHeldLines}
  DELETE FROM held_feed f USING held WHERE f.retailer_id = $1 AND f.ingest_id = held.ingest_id`;

export const deleteHeldFeedSql = `
  WITH held AS (SELECT $2::uuid AS ingest_id), ${deleteHeldLines}
  DELETE FROM held_feed f USING held WHERE f.retailer_id = $1 AND f.ingest_id = held.ingest_id`;
