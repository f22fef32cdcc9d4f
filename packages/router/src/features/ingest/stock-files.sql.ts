import type { StockFileResult, StoreFacts } from "../../core/feeds/index.ts";
import type { HistoryEntry } from "../../core/history/history-entry.schema.ts";
import { type IngestRow, ingestColumns } from "./ingests.sql.ts";

export const insertFileSql = `
  INSERT INTO stock_file (retailer_id, file_id, mode, digest, actor, request_id, created_at)
  VALUES ($1, $2, $3::text::ingest_mode, $4, $5, $6, $7)`;

export const connectedSql =
  "UPDATE retailer_source SET status = 'connected' WHERE retailer_id = $1 AND status = 'pending'";

export const clearFileSql = "DELETE FROM stock_file_line WHERE retailer_id = $1 AND file_id = $2";

/** Stores what the file `$2` has, and its parts `$6`. */
export const describeFileSql = `
  WITH described AS (
    UPDATE stock_file SET number_of_lines = $3, rejected_lines = $4, header = $5 WHERE retailer_id = $1 AND file_id = $2
  )
  INSERT INTO stock_file_part (retailer_id, file_id, store_id, facts)
  SELECT $1, $2, (facts->>'id')::uuid, facts FROM jsonb_array_elements($6::jsonb) facts`;

export type FileHeader = Pick<
  StockFileResult,
  "columns" | "fallbackColumns" | "ignoredColumns" | "ignoredSheets" | "hasProducts" | "skippedLines" | "unknownStores"
> &
  Record<"storesWithoutLines" | "storesWithOwnSource", SomeStores>;

interface SomeStores {
  count: number;
  stores: string[];
}

export interface PartRow {
  fileId: string;
  facts: StoreFacts;
  mode: "update" | "replace";
  digest: Buffer;
  header: FileHeader;
  actor: HistoryEntry["actor"];
  requestId: string;
}

const part = `
  SELECT p.file_id AS "fileId", p.facts, f.mode, f.digest, f.header, f.actor, f.request_id AS "requestId"
  FROM stock_file_part p JOIN stock_file f ON f.retailer_id = p.retailer_id AND f.file_id = p.file_id
  WHERE p.retailer_id = $1 AND p.store_id = $2`;

/** The oldest waiting part of the store `$2`, so that files count in the order in which they arrived. */
export const nextPartSql = `${part} AND p.ended_at IS NULL ORDER BY p.file_id LIMIT 1`;

/** The part that the held ingest `$3` has kept. */
export const heldPartOfFileSql = `${part} AND p.ingest_id = $3`;

export const isWaitingSql =
  "SELECT FROM stock_file_part WHERE retailer_id = $1 AND store_id = $2 AND ended_at IS NULL LIMIT 1";

/** The stores whose parts of the file `$2` wait, at most `$3`. */
export const waitingStoresSql = `
  SELECT store_id AS "storeId" FROM stock_file_part
  WHERE retailer_id = $1 AND file_id = $2 AND ended_at IS NULL ORDER BY store_id LIMIT $3`;

/** Ends the part of the store `$3` with the ingest `$4`. Without an ingest, the store is gone. */
export const endPartSql = `
  UPDATE stock_file_part SET ended_at = $5, ingest_id = $4 WHERE retailer_id = $1 AND file_id = $2 AND store_id = $3`;

export const deletePartLinesSql =
  "DELETE FROM stock_file_line WHERE retailer_id = $1 AND file_id = $2 AND store_id = $3";

export const finishFileSql = `
  UPDATE stock_file SET finished_at = $3 WHERE retailer_id = $1 AND file_id = $2 AND finished_at IS NULL
    AND NOT EXISTS (SELECT FROM stock_file_part WHERE retailer_id = $1 AND file_id = $2 AND ended_at IS NULL)`;

export const openFilesSql = `
  SELECT file_id AS "fileId", created_at AS "createdAt" FROM stock_file WHERE retailer_id = $1 AND finished_at IS NULL ORDER BY file_id`;

/** The next `$6` lines of the kind `$4` behind the line `$5` of a part. */
export const partLinesSql = `
  SELECT line, row FROM stock_file_line
  WHERE retailer_id = $1 AND file_id = $2 AND store_id = $3 AND kind = $4 AND line > $5 ORDER BY line LIMIT $6`;

export const stagePartProductsSql =
  "INSERT INTO store_product_stage SELECT * FROM json_populate_recordset(NULL::store_product_stage, $1)";

export interface FileRow {
  id: string;
  createdAt: Date;
  finishedAt: Date | null;
  mode: "update" | "replace";
  numberOfLines: number;
  rejectedLines: number;
  header: FileHeader;
  total: number;
  done: number;
}

export const fileSql = `
  SELECT f.file_id AS id, f.created_at AS "createdAt", f.finished_at AS "finishedAt", f.mode, f.number_of_lines AS "numberOfLines",
         f.rejected_lines AS "rejectedLines", f.header, p.total, p.done
  FROM stock_file f CROSS JOIN LATERAL (
    SELECT count(*)::int AS total, count(ended_at)::int AS done FROM stock_file_part
    WHERE retailer_id = $1 AND file_id = $2
  ) p
  WHERE f.retailer_id = $1 AND f.file_id = $2`;

/** The first `$3` stores of a file with their ingests. */
export const storesOfFileSql = `
  SELECT p.store_id AS "partOf", s.name AS "storeName", ${ingestColumns}
  FROM stock_file_part p
  LEFT JOIN store s ON s.retailer_id = p.retailer_id AND s.store_id = p.store_id
  LEFT JOIN ingest i ON i.retailer_id = p.retailer_id AND i.ingest_id = p.ingest_id
  WHERE p.retailer_id = $1 AND p.file_id = $2 ORDER BY p.store_id LIMIT $3`;
export type StoreOfFileRow = { partOf: string; storeName: string | null } & (
  | IngestRow
  | { [Column in keyof IngestRow]: null }
);

/** The ingests of the file `$2`. An unchanged part has the rejected lines of its earlier ingest. */
const ingestsOfFile = `
    SELECT $2::uuid AS id, NULL::uuid AS store_id
    UNION ALL
    SELECT COALESCE(CASE WHEN i.status = 'unchanged' THEN (
      SELECT ingest_id FROM ingest k
      WHERE k.retailer_id = $1 AND k.store_id = p.store_id AND k.ingest_id < p.ingest_id AND k.mode = i.mode AND k.digest = i.digest
        AND k.status = 'applied' ORDER BY ingest_id DESC LIMIT 1) END, p.ingest_id), p.store_id
    FROM stock_file_part p JOIN ingest i ON i.retailer_id = $1 AND i.ingest_id = p.ingest_id
    WHERE p.retailer_id = $1 AND p.file_id = $2`;

/** Of the rejected lines of the file `$2` and of its ingests, the first `$4` behind (or before) line `$3`. */
const rejections = (order: "ASC" | "DESC"): string => `
  SELECT r.line, r.field, r.code, r.message, r.value, i.store_id AS "storeId"
  FROM (${ingestsOfFile}
  ) i
  CROSS JOIN LATERAL (
    SELECT * FROM ingest_rejection
    WHERE retailer_id = $1 AND ingest_id = i.id AND line ${order === "ASC" ? ">" : "<"} $3 ORDER BY line ${order} LIMIT $4
  ) r
  ORDER BY r.line ${order} LIMIT $4`;

export const fileRejectionsSql = { inOrder: rejections("ASC"), back: rejections("DESC") };

/** The reasons of the first `$3` rejected lines of the file `$2`, the most first. */
export const countFileRejectionsSql = `
  SELECT code, CASE WHEN min(message) = max(message) THEN min(message) ELSE '' END AS message, count(*)::int AS lines
  FROM (
    SELECT r.code, r.message FROM (${ingestsOfFile}
    ) i JOIN ingest_rejection r ON r.retailer_id = $1 AND r.ingest_id = i.id LIMIT $3
  ) first
  GROUP BY code ORDER BY lines DESC, code`;
