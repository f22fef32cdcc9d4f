/** The statements that end, expire and remove events. */
import {
  attemptsOf,
  BLOCK,
  isDeliverable,
  isFollowed,
  logAttempts,
  newestOfSubject,
  ofEndpoint,
  ofStore,
} from "@highstreet/delivery";

/** Part of a `WITH` list: logs the end of `ended (sequence, try, overtaken)`, with `endpoint_id` for endpoints. `$3`: time, `$4`: reason. */
const logEnded = (kept = ofStore): string => `
  judged AS (
    SELECT ${kept.key}sequence, try, $3::timestamptz AS at, NULL::int AS status, NULL::int AS ms, false AS enhanced,
           (CASE WHEN overtaken THEN 'superseded' ELSE 'failed' END)::attempt_outcome AS outcome,
           CASE WHEN overtaken THEN NULL ELSE $4::text END AS answer, NULL::int AS endpoint, NULL::int AS batch
    FROM ended
  ), logged AS (${logAttempts("judged", "$2", kept)})`;

const counted = "SELECT count(*) AS ended, count(*) FILTER (WHERE outcome = 'failed') AS failed FROM judged";

const withOvertaken = `
    LEFT JOIN LATERAL (
      SELECT action, subject FROM store_event
      WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
    ) e ON true`;

export const failRetriesSql = `
  WITH removed AS (
    DELETE FROM delivery_retry
    WHERE retailer_id = $1 AND store_id = $2 AND sequence <= $5 AND sequence IS DISTINCT FROM $6
    RETURNING sequence, attempts + 1 AS try
  ), ended AS (
    SELECT r.sequence, r.try, COALESCE(${newestOfSubject("e")} > r.sequence, false) AS overtaken
    FROM removed r ${withOvertaken}
  ), ${logEnded()} ${counted}`;

/** By key, so that the plan does not depend on the statistics. */
export const failUntriedSql = `
  WITH ended AS (
    SELECT e.sequence, 1 AS try, false AS overtaken FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $6 AND e.sequence <= $5 AND ${isDeliverable}
      AND (SELECT max(a.try) FROM ${attemptsOf("e.sequence")} a) IS NULL
  ), ${logEnded()} ${counted}`;

/** A worker that records calls to an endpoint holds its position. */
export const lockPositionsSql =
  "SELECT FROM delivery_position WHERE retailer_id = $1 AND store_id = $2 ORDER BY endpoint_id FOR UPDATE";

/** An append that began before the removal of an endpoint can leave a position. */
export const removeUnfollowedSql = `
  DELETE FROM delivery_position p WHERE p.retailer_id = $1 AND p.store_id = $2
    AND NOT EXISTS (SELECT FROM delivery_following f WHERE f.retailer_id = $1 AND f.endpoint_id = p.endpoint_id)`;

const each = ofEndpoint("p.endpoint_id");

/** The retries of all endpoints up to `$5`. Returns these endpoints. */
export const failEndpointRetriesSql = `
  WITH removed AS (
    DELETE FROM endpoint_retry WHERE retailer_id = $1 AND store_id = $2 AND sequence <= $5
    RETURNING endpoint_id, sequence, attempts + 1 AS try
  ), ended AS (
    SELECT r.endpoint_id, r.sequence, r.try, COALESCE(${newestOfSubject("e")} > r.sequence, false) AS overtaken
    FROM removed r ${withOvertaken}
  ), ${logEnded(each)} SELECT DISTINCT endpoint_id AS "endpointId" FROM judged`;

export const failEndpointUntriedSql = `
  WITH ended AS (
    SELECT p.endpoint_id, e.sequence, 1 AS try, false AS overtaken
    FROM delivery_position p
    JOIN delivery_following f ON f.retailer_id = $1 AND f.endpoint_id = p.endpoint_id
    JOIN store_event e ON e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > p.cursor AND e.sequence <= $5
    WHERE p.retailer_id = $1 AND p.store_id = $2 AND p.cursor < $5 AND ${isDeliverable} AND ${isFollowed()}
      AND (SELECT max(a.try) FROM ${attemptsOf("e.sequence", each)} a) IS NULL
  ), ${logEnded(each)} ${counted}`;

/**
 * Moves the positions behind `$3`, and those of the endpoints `$4`, at `$5`. Their workers lose the store only: no lease has the epoch 0, and
 * every lease can take the row again.
 */
export const movePositionsSql = `
  UPDATE delivery_position
  SET cursor = GREATEST(cursor, $3), in_flight_high_water = GREATEST(in_flight_high_water, $3), lease_epoch = 0,
      wake_version = wake_version + 1, due_at = LEAST(due_at, $5)
  WHERE retailer_id = $1 AND store_id = $2 AND (cursor < $3 OR endpoint_id = ANY ($4::uuid[]))`;

/** Events that expire in one transaction, while the store is locked. */
export const EXPIRE_BATCH = 5_000;

/** Logs that can have events before `$1`, in order after the store `$3` of the time `$2`. Reads an index of `store`. */
export const findAgedLogsSql = `
  SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId", s.log_since AS since,
    COALESCE((SELECT e.created_at FROM store_event e
              WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id AND e.sequence = s.log_floor + 1) < $1, false) AS "isExpiring"
  FROM store s
  WHERE s.log_since < $1 AND (s.log_since, s.store_id) > ($2, $3)
  ORDER BY s.log_since, s.store_id LIMIT $4`;

/** The first stored sequence from `$3` on, and the last expired one. A restore leaves a wide gap between sequences. */
export const findExpiredSql = `
  SELECT * FROM (
    SELECT s.log_floor AS floor, (SELECT min(e.sequence) FROM store_event e WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence >= $3) AS first
    FROM store s WHERE s.retailer_id = $1 AND s.store_id = $2
  ) expired WHERE first <= floor`;

/** `$3`: the time for an empty log. */
export const setLogSinceSql = `
  UPDATE store SET log_since = COALESCE(
    (SELECT e.created_at FROM store_event e WHERE e.retailer_id = $1 AND e.store_id = $2 ORDER BY e.sequence LIMIT 1), $3)
  WHERE retailer_id = $1 AND store_id = $2`;

const attemptsIn = (table: string): string => `
  SELECT sequence, more_sequences, attempted_at, more_attempted_at FROM ${table}
  WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN b.first AND LEAST(b.first + ${BLOCK - 1}, $5)`;

const isDoomed = `retailer_id = $1 AND store_id = $2 AND sequence BETWEEN $3 AND LEAST($4 + ${BLOCK - 1}, $5)
    AND sequence - sequence % ${BLOCK} = ANY (ARRAY (SELECT first FROM doomed))`;

/**
 * Up to `$5`, block by block, because the attempts of a block share rows. A block is removed if no event waits, no row is younger than
 * `$6`, and no row names an event that is not expired.
 */
export const removeExpiredSql = `
  WITH doomed AS (
    SELECT b.first FROM generate_series($3::bigint, $4::bigint, ${BLOCK}) AS b (first)
    CROSS JOIN LATERAL (
      SELECT max(one.sequence) AS last, max(one.at) AS at
      FROM (${["delivery_attempt", "endpoint_attempt"].map(attemptsIn).join(" UNION ALL ")}) a
      CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.attempted_at || a.more_attempted_at) AS one (sequence, at)
    ) tried
    WHERE (tried.last IS NULL OR (tried.last <= $5 AND tried.at < $6))
      AND (SELECT count(*) FROM delivery_retry r
           WHERE r.retailer_id = $1 AND r.store_id = $2
             AND r.sequence BETWEEN b.first AND LEAST(b.first + ${BLOCK - 1}, $5)) = 0
      AND b.first NOT IN (SELECT sequence - sequence % ${BLOCK} FROM endpoint_retry
                          WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN $3 AND $5)
  ), attempts AS (
    DELETE FROM delivery_attempt WHERE ${isDoomed}
  ), endpoint_attempts AS (
    DELETE FROM endpoint_attempt WHERE ${isDoomed}
  )
  DELETE FROM store_event WHERE ${isDoomed}`;

export const clearWorkSql = `DELETE FROM delivery_work w WHERE w.retailer_id = $1 AND w.store_id = $2
  AND NOT EXISTS (SELECT 1 FROM delivery_cursor c WHERE c.retailer_id = $1 AND c.store_id = $2)`;

/** Before the row of its follower, as every transaction locks them. */
export const lockEndpointSql = `
  SELECT warnings, follows_from AS "followsFrom" FROM webhook_endpoint WHERE id = $1 FOR NO KEY UPDATE`;
