export const BATCH = 1_000;

// Ids are UUIDv7: ids before `$3` belong to ingests before the time of `$3` and are adjacent in the primary key.
const ofSameStore = (more: string): string => `
  (c.store_id IS NOT NULL AND EXISTS (SELECT 1 FROM ingest n
    WHERE n.retailer_id = $1 AND n.store_id = c.store_id AND n.ingest_id > c.ingest_id${more}))
  OR (c.store_id IS NULL AND EXISTS (SELECT 1 FROM ingest n
    WHERE n.retailer_id = $1 AND n.store_id IS NULL AND n.ingest_id > c.ingest_id${more}))`;

const feedThatCounts = "mode <> 'patch' AND status IN ('applied', 'unchanged')";

/**
 * The next ingests between `$2` and `$3`, and whether each can be removed. Four kinds stay: the latest ingest of a source, held
 * ingests, the last ingest of a store or of product data, and the last feed. The digest of the last feed detects the same bytes.
 */
export const oldIngests = `
  SELECT c.ingest_id AS "ingestId",
    c.status <> 'held'
    AND NOT EXISTS (SELECT 1 FROM inventory_source s
      WHERE s.retailer_id = $1 AND s.store_id = c.store_id AND s.latest_ingest_id = c.ingest_id)
    AND (${ofSameStore("")})
    AND (NOT (${feedThatCounts}) OR ${ofSameStore(` AND n.${feedThatCounts.replace("status", "n.status")}`)}) AS "canGo"
  FROM ingest c
  WHERE c.retailer_id = $1 AND c.ingest_id > $2 AND c.ingest_id < $3
  ORDER BY c.ingest_id LIMIT ${BATCH}`;

/** Finds removed ingests before `$2` that still have rows in a dependent table, each by one look-up in the key. */
export const orphansOfIngests = (table: "ingest_rejection" | "held_feed"): string => `
  WITH RECURSIVE named (id) AS (
    (SELECT ingest_id FROM ${table} WHERE retailer_id = $1 AND ingest_id < $2 ORDER BY ingest_id LIMIT 1)
    UNION ALL
    SELECT (SELECT ingest_id FROM ${table} WHERE retailer_id = $1 AND ingest_id > named.id AND ingest_id < $2
            ORDER BY ingest_id LIMIT 1)
    FROM named WHERE named.id IS NOT NULL
  )
  SELECT id AS "ingestId" FROM named
  WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ingest i WHERE i.retailer_id = $1 AND i.ingest_id = named.id)
  LIMIT ${BATCH}`;

const RETAILERS = 200;

const hasBefore = (
  table: "ingest" | "ingest_rejection" | "held_feed" | "history_entry" | "operation",
  id: string,
  limit: string,
) => `EXISTS (SELECT FROM ${table} WHERE retailer_id = r.retailer_id AND ${id} < ${limit})`;

export const retailersWithOldRows = `
  SELECT r.retailer_id AS id, (
    ${hasBefore("ingest", "ingest_id", "$2")} OR ${hasBefore("ingest_rejection", "ingest_id", "$2")}
    OR ${hasBefore("held_feed", "ingest_id", "$2")} OR ${hasBefore("history_entry", "history_id", "$3")}
    OR ${hasBefore("operation", "operation_id", "$3")}
    OR EXISTS (SELECT FROM feed_undo WHERE retailer_id = r.retailer_id AND created_at < $5)
    OR EXISTS (SELECT FROM alert WHERE retailer_id = r.retailer_id AND closed_at < $4)
    OR EXISTS (SELECT FROM alert WHERE retailer_id = r.retailer_id AND closed_at IS NULL AND kind = 'budget_changed' AND opened_at < $4)
    OR EXISTS (SELECT FROM picture WHERE retailer_id = r.retailer_id)
  ) AS "hasOldRows"
  FROM retailer r WHERE r.retailer_id > $1 ORDER BY r.retailer_id LIMIT ${RETAILERS}`;

export const removeFiles = `
  WITH doomed AS (
    SELECT file_id FROM stock_file f
    WHERE retailer_id = $1 AND file_id < $2 AND finished_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM stock_file_line l WHERE l.retailer_id = $1 AND l.file_id = f.file_id)
    LIMIT ${BATCH}
  )
  DELETE FROM stock_file f USING doomed WHERE f.retailer_id = $1 AND f.file_id = doomed.file_id RETURNING 1`;

const imagesOf = (table: "customization" | "product" | "store_product", column: string): string =>
  `SELECT unnest(${column}) FROM ${table} WHERE retailer_id = $1 AND EXISTS (SELECT FROM picture WHERE retailer_id = $1)`;

/** Notes since when no edit and no file shows a picture. The public address of the API can change, so only the token counts. */
export const markPictures = `
  WITH used AS MATERIALIZED (
    SELECT substring(url FROM '/pictures/[0-9A-Fa-f-]{36}/([A-Za-z0-9_-]{22})[.]webp') AS token
    FROM (
      ${imagesOf("customization", "image")} UNION ALL ${imagesOf("customization", "search_image")}
      UNION ALL ${imagesOf("product", "images")} UNION ALL ${imagesOf("store_product", "images")}
    ) shown (url) WHERE url LIKE '%/pictures/%'
  )
  UPDATE picture p SET unused_since = CASE WHEN p.unused_since IS NULL THEN $2::timestamptz END
  WHERE p.retailer_id = $1 AND (p.unused_since IS NOT NULL) = EXISTS (SELECT FROM used WHERE used.token = p.token)`;

export const removeAnswers = `
  WITH doomed AS (SELECT partner_id, key FROM idempotency_key WHERE expires_at <= $1 LIMIT ${BATCH})
  DELETE FROM idempotency_key k USING doomed
  WHERE k.partner_id = doomed.partner_id AND k.key = doomed.key AND k.expires_at <= $1 RETURNING 1`;
