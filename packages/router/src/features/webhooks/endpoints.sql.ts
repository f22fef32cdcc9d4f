/** The statements that change the endpoint of a webhooks channel, and those that expire its events. */
import { attemptsOf, BLOCK, isDeliverable, logAttempts } from "@highstreet/delivery";

/**
 * Sets the channel's endpoint. The first endpoint starts at the end of the log. A later endpoint keeps the position, and the
 * new epoch takes the lease away from the worker.
 */
export const replaceEndpointSql = `
  INSERT INTO delivery_cursor AS c
    (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
  SELECT s.retailer_id, s.store_id, s.next_sequence - 1, s.next_sequence - 1, $3, s.next_sequence - 1, $4,
         r.partner_id || ' ' || $5::text
  FROM store s JOIN retailer r ON r.retailer_id = s.retailer_id WHERE s.retailer_id = $1 AND s.store_id = $2
  ON CONFLICT (retailer_id, store_id) DO UPDATE
  SET lease_epoch = c.lease_epoch + 1, ping_sequence = excluded.ping_sequence, endpoint = excluded.endpoint, receiver = excluded.receiver,
      failures = 0, failing_since = NULL`;

/** Ends earlier pings that still wait. */
export const supersedePingsSql = `
  WITH old AS (
    DELETE FROM delivery_retry r USING store_event e
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence < $3
      AND e.retailer_id = $1 AND e.store_id = $2 AND e.sequence = r.sequence AND e.action = 'webhook.enabled'
    RETURNING r.sequence, r.attempts
  )
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, outcome)
  SELECT $1, $2, sequence, attempts + 1, $4, 'superseded' FROM old`;

/** Part of a `WITH` list: logs the end of the relation `ended (sequence, try)`. `$3`: time, `$4`: reason. */
const logEnded = `
  failed AS (
    SELECT sequence, try, $3::timestamptz AS at, NULL::int AS status, NULL::int AS ms, false AS enhanced,
           'failed' AS outcome, $4 AS answer, NULL::int AS endpoint
    FROM ended
  ), logged AS (${logAttempts("failed")})
  SELECT count(*) AS n FROM ended`;

export const failRetriesSql = `
  WITH ended AS (
    DELETE FROM delivery_retry
    WHERE retailer_id = $1 AND store_id = $2 AND sequence <= $5 AND sequence IS DISTINCT FROM $6
    RETURNING sequence, attempts + 1 AS try
  ), ${logEnded}`;

/** Looks up each event by its key, so that the plan does not depend on the statistics. */
export const failUntriedSql = `
  WITH ended AS (
    SELECT e.sequence, 1 AS try FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $6 AND e.sequence <= $5 AND ${isDeliverable}
      AND (SELECT max(a.try) FROM ${attemptsOf("e.sequence")} a) IS NULL
  ), ${logEnded}`;

export const logPingSql = `
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome, answer, endpoint)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Settles the waiting ping with the result of a test call. */
export const answerPingSql = `
  WITH waiting AS (
    DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 AND sequence = $3 RETURNING attempts
  )
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome, answer, endpoint)
  SELECT $1, $2, $3, attempts + 1, $4, $5, $6, 'delivered', $7, $8 FROM waiting`;

/** Maximum events that expire in one transaction, while the store is locked. */
export const EXPIRE_BATCH = 5_000;

/** Stores of all retailers whose log starts with an event before `$1`. One lookup per store. */
export const findExpiringStoresSql = `
  SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId" FROM store s
  WHERE (SELECT e.created_at FROM store_event e
         WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id AND e.sequence = s.log_floor + 1) < $1`;

/** The last of the next events before `$4`. Expired events are always a prefix of the log. */
export const readExpiringSql = `
  SELECT COALESCE(min(sequence) FILTER (WHERE created_at >= $4) - 1, max(sequence)) AS "upTo"
  FROM (SELECT sequence, created_at FROM store_event
        WHERE retailer_id = $1 AND store_id = $2 AND sequence > $3 ORDER BY sequence LIMIT ${EXPIRE_BATCH}) e`;

/** Moves the position past expired events. The worker loses its lease and reads again. */
export const skipExpiredSql = `
  UPDATE delivery_cursor SET lease_epoch = lease_epoch + 1, cursor = GREATEST(cursor, $3), in_flight_high_water = GREATEST(in_flight_high_water, $3)
  WHERE retailer_id = $1 AND store_id = $2`;

/** Stores of all retailers that still have expired events. */
export const findExpiredSql = `
  SELECT * FROM (
    SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId", s.log_floor AS floor,
           (SELECT min(e.sequence) FROM store_event e
            WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id) AS first
    FROM store s WHERE s.log_floor > 0
  ) expired WHERE first <= floor`;

/** Two workers that remove the same rows could wait for each other. */
export const tryLockSql = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS obtained`;

/**
 * Removes the expired events up to `$5`, block by block, because the attempts of a block share rows. A block is removed if no event
 * waits, no row is younger than `$6`, and no row names an event that is not expired.
 */
export const removeExpiredSql = `
  WITH doomed AS (
    SELECT b.first FROM generate_series($3::bigint, $4::bigint, ${BLOCK}) AS b (first)
    CROSS JOIN LATERAL (
      SELECT max(one.sequence) AS last, max(one.at) AS at
      FROM delivery_attempt a
      CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.attempted_at || a.more_attempted_at) AS one (sequence, at)
      WHERE a.retailer_id = $1 AND a.store_id = $2 AND a.sequence BETWEEN b.first AND LEAST(b.first + ${BLOCK - 1}, $5)
    ) tried
    WHERE (tried.last IS NULL OR (tried.last <= $5 AND tried.at < $6))
      AND (SELECT count(*) FROM delivery_retry r
           WHERE r.retailer_id = $1 AND r.store_id = $2
             AND r.sequence BETWEEN b.first AND LEAST(b.first + ${BLOCK - 1}, $5)) = 0
  ), attempts AS (
    DELETE FROM delivery_attempt
    WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN $3 AND LEAST($4 + ${BLOCK - 1}, $5)
      AND sequence - sequence % ${BLOCK} = ANY (ARRAY (SELECT first FROM doomed))
  )
  DELETE FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN $3 AND LEAST($4 + ${BLOCK - 1}, $5)
    AND sequence - sequence % ${BLOCK} = ANY (ARRAY (SELECT first FROM doomed))`;

export const clearWorkSql = `DELETE FROM delivery_work w WHERE w.retailer_id = $1 AND w.store_id = $2
  AND NOT EXISTS (SELECT FROM delivery_cursor c WHERE c.retailer_id = $1 AND c.store_id = $2)`;
