/** Locks the retailer `$1` against its deletion, for its update or for its deletion, and reads its version. */
export const lockRetailer = (mode: "FOR KEY SHARE" | "FOR NO KEY UPDATE" | "FOR UPDATE"): string =>
  `SELECT version FROM retailer WHERE retailer_id = $1 ${mode}`;

/**
 * Fails with `LOGARITHM_OF_ZERO` if the API key `$1` is not valid at `$2`, so that COMMIT can follow without a wait for an answer. A key
 * may revoke itself, so a row that this transaction wrote does not count.
 */
export const requireValidKey = `
  SELECT ln(count(*)) FROM api_key WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
    AND (revoked_at IS NULL OR xmin = pg_current_xact_id_if_assigned()::xid)`;

/** SQLSTATE of `requireValidKey`. No other statement computes a logarithm. */
export const LOGARITHM_OF_ZERO = "2201E";

/** Finds the upload key `$3` if it is still the key of the store `$1`, `$2`. */
export const findValidUploadKey = "SELECT FROM upload_key WHERE retailer_id = $1 AND store_id = $2 AND id = $3";

/** Serializes the creating calls of one partner. Other writes of rows that refer to the partner do not need this lock. */
export const lockPartner = "SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE";

/** Locks a name until the transaction ends, if the lock is free. A separate statement, so that the next one sees committed rows. */
export const tryLockName = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS obtained";

/** For statements with arrays: PostgreSQL plans each of them once per connection. A new plan can take ten times as long as the work. */
export const keepPlanSql = "SET LOCAL plan_cache_mode = force_generic_plan";

/**
 * For a statement about all items of a shop. Without statistics, just after an import, the planner expects few rows and compares each
 * item with each edit. Call `joinByKeys` after it.
 */
export const joinWhole = "SET LOCAL enable_nestloop = off";
export const joinByKeys = "SET LOCAL enable_nestloop = on";

/** Rows of retailers with due work. */
export interface DueWork {
  table: "alert" | "alert_setting" | "connection" | "customization" | "operation" | "stock_item";
  /** Condition of a due row at the time `clock.now`. */
  where: string;
  /** The partner's retailer with the lowest value comes first. */
  since: string;
}

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
