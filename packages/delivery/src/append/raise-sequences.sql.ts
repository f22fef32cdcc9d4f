import { attemptsOf, BLOCK, isDeliverable, newestOfSubject } from "../delivery.sql.ts";

/** In a new block, at least 100,000 for each second since 1970 by the database's clock, and beyond the old sequences. */
const first = `(GREATEST((extract(epoch FROM statement_timestamp()) * 100000)::bigint, next_sequence) / ${BLOCK} + 1) * ${BLOCK}`;

/** The events so far become older than the log. */
export const raiseStoresSql = `UPDATE store SET next_sequence = ${first}, log_floor = ${first} - 1 RETURNING store_id`;

/** Stores with events that wait for their delivery. */
export const findWaitingSql = `
  SELECT c.retailer_id AS "retailerId", c.store_id AS "storeId" FROM delivery_cursor c
  WHERE EXISTS (SELECT FROM store_event e WHERE e.retailer_id = c.retailer_id AND e.store_id = c.store_id AND e.sequence > c.cursor)
     OR EXISTS (SELECT FROM delivery_retry r WHERE r.retailer_id = c.retailer_id AND r.store_id = c.store_id)
  UNION SELECT retailer_id, store_id FROM delivery_position
  UNION SELECT retailer_id, store_id FROM endpoint_retry`;

/**
 * Parts of a `WITH` list: moves the events in `chosen (sequence, part)` of store `$2` of retailer `$1` to the end of the log, in the order
 * of `part` and sequence, and the subjects whose newest event they are with them.
 * @param createdAt the time of the moved events
 */
const moveToEnd = (createdAt: string): string => `
  head AS (
    UPDATE store SET next_sequence = next_sequence + (SELECT count(*) FROM chosen) WHERE retailer_id = $1 AND store_id = $2
    RETURNING next_sequence - (SELECT count(*) FROM chosen) AS first
  ), places AS (
    SELECT sequence AS old, part, (SELECT first FROM head) - 1 + row_number() OVER (ORDER BY part, sequence) AS new FROM chosen
  ), moved AS (
    UPDATE store_event e SET sequence = p.new, created_at = ${createdAt} FROM places p
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence = p.old
    RETURNING e.action, e.subject, p.old, p.new
  ), items AS (
    UPDATE stock_item i SET announced_sequence = m.new FROM moved m
    WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = m.subject AND i.announced_sequence = m.old AND m.action = 'inventory.update'
  ), sources AS (
    UPDATE inventory_source s SET event_sequence = m.new FROM moved m
    WHERE s.retailer_id = $1 AND s.store_id = $2 AND s.event_sequence = m.old
  ), channels AS (
    UPDATE channel c SET event_sequence = m.new FROM moved m
    WHERE c.retailer_id = $1 AND c.store_id = $2 AND c.event_sequence = m.old
  )`;

/** The events in `table` that wait for a retry and are the newest of their subject. */
const waitingIn = (table: "delivery_retry" | "endpoint_retry"): string => `
    SELECT e.sequence, 0 AS part FROM ${table} r CROSS JOIN LATERAL (
      SELECT action, subject, sequence FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
    ) e
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND COALESCE(${newestOfSubject("e")} <= e.sequence, true)`;

const retryOf = (sequence: string): string =>
  `EXISTS (SELECT FROM delivery_retry r WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = ${sequence})`;

/**
 * Moves the waiting events of a store: first those with a retry, with their attempts, then those without an attempt. A retry with a newer
 * event of its subject stays, and ends as superseded. Events that wait for endpoints move with the first ones, because the channel has sent
 * them. Every waiting endpoint then reads all moved events as new ones.
 */
export const moveWaitingSql = `
  WITH waiting AS (${waitingIn("delivery_retry")}
    UNION ALL ${waitingIn("endpoint_retry")}
    UNION ALL
    SELECT e.sequence, 0 FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND ${isDeliverable}
      AND e.sequence > (SELECT min(cursor) FROM delivery_position WHERE retailer_id = $1 AND store_id = $2)
    UNION ALL
    SELECT e.sequence, 1 FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND ${isDeliverable} AND NOT ${retryOf("e.sequence")}
      AND e.sequence > (SELECT cursor FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2)
      AND NOT EXISTS (SELECT FROM ${attemptsOf("e.sequence")} a)
  ), chosen AS (
    SELECT sequence, max(part) AS part FROM waiting GROUP BY sequence
  ), ${moveToEnd("e.created_at")}, positions AS (
    UPDATE delivery_position SET cursor = h.first - 1, in_flight_high_water = h.first - 1, due_at = 'epoch' FROM head h
    WHERE retailer_id = $1 AND store_id = $2
  ), endpoint_retries AS (
    DELETE FROM endpoint_retry WHERE retailer_id = $1 AND store_id = $2
  ), retries AS (
    UPDATE delivery_retry r SET sequence = m.new FROM moved m
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = m.old
  ), attempts AS (
    INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, enhanced, outcome, answer, endpoint)
    SELECT $1, $2, m.new, a.try, a.at, a.status, a.ms, a.enhanced, a.outcome, a.answer, a.endpoint
    FROM moved m CROSS JOIN LATERAL ${attemptsOf("m.old")} a
  )
  UPDATE delivery_cursor SET (cursor, in_flight_high_water, has_unrecorded_calls) = (
      SELECT h.first - 1 + count(p.old), h.first - 1 + count(p.old), false
      FROM head h LEFT JOIN places p ON p.part = 0 GROUP BY h.first),
    ping_sequence = COALESCE((SELECT new FROM moved WHERE old = ping_sequence AND action = 'webhook.enabled'), ping_sequence)
  WHERE retailer_id = $1 AND store_id = $2`;

/** The cursors of stores without waiting events. */
export const raiseCursorsSql = `
  UPDATE delivery_cursor c SET cursor = s.log_floor, in_flight_high_water = s.log_floor, has_unrecorded_calls = false FROM store s
  WHERE s.retailer_id = c.retailer_id AND s.store_id = c.store_id AND c.cursor < s.log_floor`;

/**
 * Moves events that are older than the log, from the sequence `$3` up to `$4`, if they are the newest of their subject and not older than
 * `$5`. `$6`: their new time.
 */
export const sendOldAgainSql = `
  WITH chosen AS (
    SELECT e.sequence, 0 AS part FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence BETWEEN $3 AND $4 AND e.created_at >= $5 AND ${isDeliverable}
      AND ${newestOfSubject("e")} = e.sequence AND NOT ${retryOf("e.sequence")}
  ), ${moveToEnd("$6")}
  SELECT count(*) AS moved FROM places`;
