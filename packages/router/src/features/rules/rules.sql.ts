/** Locks the rules of the retailer for a change. Stock and edits do not wait for it. */
export const lockRulesSql = `SELECT rule_version AS version FROM retailer WHERE retailer_id = $1 FOR NO KEY UPDATE`;

/** Feeds and tills do not wait for it. */
export const keepStoreSql = "SELECT FROM store WHERE retailer_id = $1 AND store_id = $2 FOR KEY SHARE";

export const raiseVersionSql = "UPDATE retailer SET rule_version = $2 WHERE retailer_id = $1";

/** Whether the stores `$2` have more than `$3` items together. */
export const isLargeSql = `
  SELECT count(*) > $3 AS "isLarge" FROM (
    SELECT FROM stock_item WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) LIMIT $3::int + 1) items`;

export const storesSql = `
  SELECT store_id AS "storeId", rule_version AS version, timezone AS zone FROM store WHERE retailer_id = $1 ORDER BY store_id`;

/**
 * The stores `$2` follow the rules of version `$3` until a rule begins or ends at `$4` (null: never), and their pause. Citus refuses to
 * cast a column to a time in an UPDATE, so a SELECT does it.
 */
export const followedSql = `
  WITH paused AS (SELECT store_id, (pause->>'until')::timestamptz AS until FROM store WHERE retailer_id = $1)
  UPDATE store s SET rule_version = $3, shelf_due_at = LEAST(p.until, d.due_at)
  FROM unnest($2::uuid[], $4::timestamptz[]) AS d (store_id, due_at) JOIN paused p USING (store_id)
  WHERE s.retailer_id = $1 AND s.store_id = d.store_id`;

/** A change for the store `$2` alone does not concern the others. They keep what they follow, as version `$3`, if they did follow. */
export const passedBySql =
  "UPDATE store SET rule_version = $3 WHERE retailer_id = $1 AND store_id <> $2 AND rule_version = $3 - 1";

export const dueSql = "UPDATE retailer SET rules_due_at = $2 WHERE retailer_id = $1";

const isBehind = "s.rule_version < (SELECT r.rule_version FROM retailer r WHERE r.retailer_id = $1)";
export const storesBehindSql = `
  SELECT s.store_id AS "storeId" FROM store s WHERE s.retailer_id = $1 AND ${isBehind} ORDER BY s.store_id LIMIT $2`;

/** null: all stores follow. */
export const followsSql = `
  SELECT count(*) FILTER (WHERE NOT ${isBehind})::int AS stores, count(*)::int AS "of" FROM store s
  WHERE s.retailer_id = $1 AND EXISTS (SELECT FROM retailer r WHERE r.retailer_id = $1 AND r.rules_due_at IS NOT NULL)`;

export const endDueSql = `
  UPDATE retailer SET rules_due_at = NULL
  WHERE retailer_id = $1 AND NOT EXISTS (
    SELECT FROM store s WHERE s.retailer_id = $1 AND s.rule_version < retailer.rule_version)`;

export const versionSql = "SELECT rule_version AS version FROM retailer WHERE retailer_id = $1";

export const dueShelvesSql = `
  SELECT store_id AS "storeId" FROM store WHERE retailer_id = $1 AND shelf_due_at <= $2 ORDER BY shelf_due_at LIMIT $3`;

export const versionOfStoreSql = "SELECT rule_version AS version FROM store WHERE retailer_id = $1 AND store_id = $2";

/** Whether the items of a large store do not follow it yet at `$3`. */
export const isShelfPendingSql = `
  SELECT COALESCE(shelf_due_at <= $3, false) AS "isPending" FROM store WHERE retailer_id = $1 AND store_id = $2`;
