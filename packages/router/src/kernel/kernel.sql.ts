/** Locks the retailer `$1` against its deletion, for its update or for its deletion, and reads its version. */
export const lockRetailer = (mode: "FOR KEY SHARE" | "FOR NO KEY UPDATE" | "FOR UPDATE"): string =>
  `SELECT version FROM retailer WHERE retailer_id = $1 ${mode}`;

/** The seconds by which the test clock of the retailer `$1` is ahead; 0 for a live retailer. */
export const clockAheadSql = "SELECT clock_ahead AS ahead FROM retailer WHERE retailer_id = $1";

/** Finds the API key `$1` if it is valid at `$2`. A key may revoke itself, so a row that this transaction wrote does not count. */
export const findValidKey = `
  SELECT FROM api_key WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
    AND (revoked_at IS NULL OR xmin = pg_current_xact_id_if_assigned()::xid)`;

/** Finds the upload key `$3` if it is still the key of the store `$1`, `$2`. */
export const findValidUploadKey =
  "SELECT FROM upload_key WHERE retailer_id = $1 AND store_id IS NOT DISTINCT FROM $2 AND id = $3";

/**
 * Reads the role of the person `$2` at the shop `$1`, and whether it still covers the stores `$3` (NULL: all). It neither ends nor
 * changes elsewhere until the transaction ends.
 */
export const holdShopRole = `
  SELECT COALESCE(store_role, role) AS role, store_role IS NULL OR COALESCE(store_ids @> $3::uuid[], false) AS covers
  FROM staff_member WHERE retailer_id = $1 AND user_id = $2 FOR SHARE`;

export const holdPartnerRole = `
  SELECT 'partner' AS role, true AS covers FROM partner_member WHERE partner_id = $1 AND user_id = $2 FOR SHARE`;

/** Serializes the creating calls of one partner. Other writes of rows that refer to the partner do not need this lock. */
export const lockPartner = "SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE";

/** The stores of the partner `$1`, counted up to `$2`. Prisma's own statement takes five times as long, in each call that makes a store. */
export const countStoresSql = `
  SELECT count(*)::int AS count
  FROM (SELECT 1 FROM store s JOIN retailer r ON r.retailer_id = s.retailer_id WHERE r.partner_id = $1 LIMIT $2) s`;

/** Locks a name until the transaction ends, if the lock is free. A separate statement, so that the next one sees committed rows. */
export const tryLockName = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS obtained";

/**
 * For a statement about all items of a shop. Without statistics, just after an import, the planner expects few rows and compares each
 * item with each edit. With less memory, a shop of 100,000 items goes through temporary files. Call `joinByKeys` after it.
 */
export const joinWhole = "SET LOCAL enable_nestloop = off; SET LOCAL work_mem = '64MB'";
export const joinByKeys = "SET LOCAL enable_nestloop = on";

export interface DueWork {
  table:
    | "alert"
    | "alert_setting"
    | "connection"
    | "customization"
    | "operation"
    | "retailer"
    | "stock_file"
    | "stock_item"
    | "store";
  where: string;
  since: string;
}

/** One row if any work is due at `$1`. */
export const anyDueSql = ({ table, where }: DueWork): string =>
  `SELECT FROM ${table}, (SELECT $1::timestamptz AS now) clock WHERE ${where} LIMIT 1`;

/**
 * One retailer with due work at `$1` of each partner: the one whose last turn is the longest ago. The partners have a random order.
 * `$2` retailers in the order of their last turns, `$3` retailers to leave out.
 */
export const nextRetailersSql = ({ table, where, since }: DueWork): string => `
  SELECT "retailerId" FROM (
    SELECT DISTINCT ON (r.partner_id) r.retailer_id AS "retailerId"
    FROM (
      SELECT retailer_id, min(${since}) AS since FROM ${table}, (SELECT $1::timestamptz AS now) clock
      WHERE ${where} AND retailer_id <> ALL ($3::uuid[]) GROUP BY retailer_id
    ) due
    JOIN retailer r ON r.retailer_id = due.retailer_id
    LEFT JOIN unnest($2::uuid[]) WITH ORDINALITY AS served (retailer_id, place) ON served.retailer_id = due.retailer_id
    ORDER BY r.partner_id, served.place NULLS FIRST, due.since, r.retailer_id
  ) next ORDER BY random()`;

/**
 * SQL: the LIMIT of candidates, hidden from the planner. With a known limit, the planner reads and sorts all rows if it expects few
 * rows. Without statistics it expects few rows even where there are many.
 */
export const candidatesIn = (parameter: string): string => `LIMIT (SELECT ${parameter}::bigint)`;

/**
 * SQL: the conditions and the order of rows with one value in a column, after a key. The order only matches the index with the
 * column before the key. Otherwise the planner could use an index on the key and read the rows of all values.
 */
export function ofValue(
  order: "ASC" | "DESC",
  [column, value]: [string, string],
  [key, position]: [string, string],
): string {
  const [behind, end] = order === "ASC" ? [">", "<="] : ["<", ">="];
  return `(${column}, ${key}) ${behind} (${value}, ${position}) AND ${column} ${end} ${value}
      ORDER BY ${column} ${order}, ${key} ${order}`;
}

interface ScanSql {
  /** Rows in the order of the list, by an index, with a column `key`; ends in `candidatesIn`. */
  candidates: string;
  /** The matches `FROM candidate`, in the same order, with a column `key`; ends in `LIMIT`. */
  found: string;
  order: "ASC" | "DESC";
}

/** SQL of a bounded scan, for `windowOf`: the matches among the candidates, and the last candidate. */
export const scan = ({ candidates, found, order }: ScanSql): string => `
  WITH RECURSIVE candidate AS MATERIALIZED (${candidates}),
  found AS (${found})
  SELECT found.*, s.scanned, s.reached
  FROM (
    SELECT count(*) AS scanned, (SELECT key FROM candidate ORDER BY key ${order === "ASC" ? "DESC" : "ASC"} LIMIT 1) AS reached
    FROM candidate
  ) s
  LEFT JOIN found ON true
  ORDER BY found.key ${order}`;
