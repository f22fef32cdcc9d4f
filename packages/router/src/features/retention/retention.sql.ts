/** Maximum number of rows that one statement removes. */
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

/** Retailers per statement. */
const RETAILERS = 200;

const hasBefore = (
  table: "ingest" | "ingest_rejection" | "held_feed" | "history_entry" | "operation",
  id: string,
  limit: string,
) => `EXISTS (SELECT FROM ${table} WHERE retailer_id = r.retailer_id AND ${id} < ${limit})`;

/**
 * The next retailers after `$1`, and whether each can have rows to remove: ingests before the id `$2`, history before the id `$3`,
 * alerts before the time `$4`. A few look-ups by key for each retailer.
 */
export const retailersWithOldRows = `
  SELECT r.retailer_id AS id, (
    ${hasBefore("ingest", "ingest_id", "$2")} OR ${hasBefore("ingest_rejection", "ingest_id", "$2")}
    OR ${hasBefore("held_feed", "ingest_id", "$2")} OR ${hasBefore("history_entry", "history_id", "$3")}
    OR ${hasBefore("operation", "operation_id", "$3")}
    OR EXISTS (SELECT FROM alert WHERE retailer_id = r.retailer_id AND closed_at < $4)
    OR EXISTS (SELECT FROM alert WHERE retailer_id = r.retailer_id AND closed_at IS NULL AND kind = 'budget_changed' AND opened_at < $4)
  ) AS "hasOldRows"
  FROM retailer r WHERE r.retailer_id > $1 ORDER BY r.retailer_id LIMIT ${RETAILERS}`;

/** Removes kept answers that expired by `$1`. SQL, because a call can renew an answer that this statement has found. */
export const removeAnswers = `
  WITH doomed AS (SELECT partner_id, key FROM idempotency_key WHERE expires_at <= $1 LIMIT ${BATCH})
  DELETE FROM idempotency_key k USING doomed
  WHERE k.partner_id = doomed.partner_id AND k.key = doomed.key AND k.expires_at <= $1 RETURNING 1`;

/** The time of the database. */
export const readClock = "SELECT clock_timestamp() AS now";
