import { LEASE_MS } from "./constants.ts";

/** The warning of a webhooks channel with a failing endpoint (`warnings[].id`). */
export const ENDPOINT_FAILING = "WebhookEndpointFailing";

/**
 * Part of a `WITH` list: wakes the delivery of the stores in the relation `with_events (store_id)` of retailer `$1` that have a
 * webhooks channel. A worker releases a store only at the `wake_version` that it read, so it does not miss an event.
 */
export const wakeDelivery = `
  woken AS (
    INSERT INTO delivery_work AS w (retailer_id, store_id, due_at)
    SELECT c.retailer_id, c.store_id, 'epoch'
    FROM delivery_cursor c
    WHERE c.retailer_id = $1 AND c.store_id IN (SELECT store_id FROM with_events)
    ORDER BY c.store_id
    ON CONFLICT (retailer_id, store_id) DO UPDATE SET wake_version = w.wake_version + 1, due_at = LEAST(w.due_at, excluded.due_at)
  )`;

export interface AppendedRow {
  first: number;
}

/** `$3` actions, `$4` subjects, `$5` data, `$6` time, `$7` trace. */
export const appendEventsSql = `
  WITH with_events AS (
    UPDATE store SET next_sequence = next_sequence + cardinality($3::text[])
    WHERE retailer_id = $1 AND store_id = $2
    RETURNING store_id, next_sequence - cardinality($3::text[]) AS first
  ), appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at, traceparent)
    SELECT $1, s.store_id, s.first + e.n - 1, e.action, e.subject, e.data, $6, $7
    FROM with_events s, unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS e (action, subject, data, n)
  ), ${wakeDelivery}
  SELECT first FROM with_events`;

export const lockCursorSql = `
  SELECT cursor, in_flight_high_water AS "inFlightHighWater", ping_sequence AS "pingSequence", lease_epoch AS epoch, endpoint
  FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE`;

/**
 * Attempts that were recorded together with the same outcome share a row of `delivery_attempt` if their events are in one block of
 * this many sequences. The row has the first sequence and lists the others. So a row with an event's attempt starts in the event's
 * block.
 */
export const BLOCK = 64;

/**
 * The attempts of an event as a relation of single attempts (`sequence, try, at, status, ms, enhanced, outcome, answer, endpoint`).
 * @param sequence the event's sequence. `$1` is the retailer, `$2` the store
 */
export const attemptsOf = (sequence: string): string => `(
  SELECT one.sequence, a.attempt AS try, one.at, a.status, one.ms, a.enhanced, a.outcome, a.answer, a.endpoint
  FROM delivery_attempt a
  CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.attempted_at || a.more_attempted_at, a.duration_ms || a.more_duration_ms) AS one (sequence, at, ms)
  WHERE a.retailer_id = $1 AND a.store_id = $2
    AND a.sequence BETWEEN ${sequence} - ${sequence} % ${BLOCK} AND ${sequence} AND one.sequence = ${sequence})`;

/**
 * Attempts with the same outcome share a row.
 * @param attempts the relation's name. `$1` is the retailer
 * @param store `store_id` for a relation with attempts of many stores. Default: all are of the store `$2`
 */
export const logAttempts = (attempts: string, store: "$2" | "store_id" = "$2"): string => `
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, enhanced, outcome, answer, endpoint,
                                more_sequences, more_attempted_at, more_duration_ms)
  SELECT $1, ${store}, sequences[1], try, ats[1], status, durations[1], enhanced, outcome, answer, endpoint,
         NULLIF(sequences[2:], '{}'), NULLIF(ats[2:], '{}'), NULLIF(durations[2:], '{}')
  FROM (
    SELECT ${store === "$2" ? "" : "store_id, "}try, status, enhanced, outcome, answer, endpoint, array_agg(sequence ORDER BY sequence) AS sequences,
           array_agg(at ORDER BY sequence) AS ats, array_agg(ms ORDER BY sequence) AS durations
    FROM ${attempts} GROUP BY ${store === "$2" ? "" : "store_id, "}sequence / ${BLOCK}, try, status, enhanced, outcome, answer, endpoint
  ) alike`;

/** Whether the log's event `e` is sent to the receiver. A ping has its own retry row. Changes of the webhooks channel are only in the feed. */
export const isDeliverable = `(e.action <> 'webhook.enabled'
  AND NOT (e.action = 'channel.update' AND e.subject = 'channel:webhooks'))`;

/**
 * The sequence of the last event of a subject, from the row that stores it, or null.
 * @param e alias of a relation with `action` and `subject`. `$1` is the retailer, `$2` the store
 */
export const newestOfSubject = (e: string): string => `(CASE ${e}.action
  WHEN 'inventory.update' THEN (SELECT announced_sequence FROM stock_item
    WHERE retailer_id = $1 AND store_id = $2 AND item_key = ${e}.subject)
  WHEN 'inventory_source.update' THEN (SELECT event_sequence FROM inventory_source
    WHERE retailer_id = $1 AND store_id = $2)
  WHEN 'channel.update' THEN (SELECT event_sequence FROM channel
    WHERE retailer_id = $1 AND store_id = $2 AND channel = substr(${e}.subject, 9)::channel_id)
  WHEN 'webhook.enabled' THEN (SELECT ping_sequence FROM delivery_cursor
    WHERE retailer_id = $1 AND store_id = $2)
END)`;

/** Reads the index of stores that are not parked in its order, and each cursor by its key. OFFSET fixes this plan. */
const dueIn = (part: string): string => `(
  SELECT w.retailer_id AS "retailerId", w.store_id AS "storeId", w.worker_id AS "workerId", c.lease_epoch AS epoch, c.ping_sequence AS "pingSequence", c.receiver, c.failures
  FROM delivery_work w CROSS JOIN LATERAL (
    SELECT c.lease_epoch, c.ping_sequence, c.receiver, c.failures FROM delivery_cursor c
    WHERE c.retailer_id = w.retailer_id AND c.store_id = w.store_id OFFSET 0
  ) c
  WHERE w.parked_by IS NULL AND w.store_id ${part} AND w.due_at <= $1 AND (w.hold_until IS NULL OR w.hold_until <= $1)
    AND (w.worker_id IS NULL OR w.worker_id <> ALL ($2::uuid[])) AND w.store_id <> ALL ($3::uuid[])
    AND left(c.receiver, 36) <> ALL ($6::text[])
  ORDER BY w.store_id LIMIT $4)`;

/** Stores with due events, in the order of their ids after `$5`, then from the start. */
export const findDueStoresSql = `
  SELECT * FROM (${dueIn("> $5")} UNION ALL ${dueIn("<= $5")}) found
  ORDER BY "storeId" <= $5, "storeId" LIMIT $4`;

export const currentLeasesSql = `
  SELECT c.store_id AS "storeId", c.lease_epoch AS epoch FROM delivery_cursor c
  JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS m (retailer_id, store_id, epoch)
    ON c.retailer_id = m.retailer_id AND c.store_id = m.store_id AND c.lease_epoch = m.epoch`;

export const clearWorkerSql = `UPDATE delivery_work SET worker_id = NULL WHERE retailer_id = $1 AND store_id = $2 AND worker_id = $3`;

export const readWakeVersionSql = `SELECT wake_version AS "wakeVersion" FROM delivery_work WHERE retailer_id = $1 AND store_id = $2`;

/** Whether the log continues after `$3`, and the next due time of a retry. `$4`: only this ping. */
export const peekWorkSql = `
  SELECT EXISTS (SELECT 1 FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence > $3) AS more,
         (SELECT min(due_at) FROM delivery_retry
          WHERE retailer_id = $1 AND store_id = $2 AND ($4::bigint IS NULL OR sequence = $4)) AS "retryAt"`;

/** Releases a lease. `$5`: the wake version that the worker read. `$7`: the next due time; null if nothing waits. */
export const releaseLeaseSql = `
  WITH mine AS (
    UPDATE delivery_cursor
    SET in_flight_high_water = $6, has_unrecorded_calls = $6 > cursor
    WHERE retailer_id = $1 AND store_id = $2 AND lease_epoch = $3 AND ping_sequence = $4
    RETURNING lease_epoch
  ), kept AS (
    UPDATE delivery_work SET worker_id = NULL, due_at = $7, hold_until = $8
    WHERE retailer_id = $1 AND store_id = $2 AND wake_version = $5 AND $7::timestamptz IS NOT NULL AND EXISTS (SELECT 1 FROM mine)
    RETURNING wake_version
  ), done AS (
    DELETE FROM delivery_work
    WHERE retailer_id = $1 AND store_id = $2 AND wake_version = $5 AND $7::timestamptz IS NULL AND EXISTS (SELECT 1 FROM mine)
    RETURNING wake_version
  )
  SELECT (SELECT count(*) FROM mine) > 0 AS held,
         (SELECT count(*) FROM kept) + (SELECT count(*) FROM done) > 0 AS released`;

export const postponeStoreSql = `
  UPDATE delivery_work SET hold_until = GREATEST(hold_until, $5)
  WHERE retailer_id = $1 AND store_id = $2
    AND EXISTS (SELECT 1 FROM delivery_cursor c
                WHERE c.retailer_id = $1 AND c.store_id = $2 AND c.lease_epoch = $3 AND c.ping_sequence = $4)
  RETURNING store_id`;

export const readWorkerSql = `SELECT worker_id AS "workerId" FROM delivery_work WHERE retailer_id = $1 AND store_id = $2`;

export const eventColumns = `e.sequence, e.action, e.subject, e.data, e.product, e.traceparent`;

/** Reads the next events and claims them: only claimed events may be sent. A lost lease reads nothing. */
export const readLogSql = `
  WITH next AS (
    SELECT ${eventColumns}, CASE WHEN ${isDeliverable} THEN 'send' ELSE 'skip' END AS fate
    FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $3
    ORDER BY e.sequence LIMIT $4
  ), claimed AS (
    UPDATE delivery_cursor SET in_flight_high_water = GREATEST(in_flight_high_water, (SELECT max(sequence) FROM next))
    WHERE retailer_id = $1 AND store_id = $2 AND lease_epoch = $5 AND ping_sequence = $6 AND EXISTS (SELECT 1 FROM next)
    RETURNING lease_epoch
  )
  SELECT next.* FROM next CROSS JOIN claimed ORDER BY sequence`;

/** Reads events that an earlier worker may have sent without a record. */
export const readDoubtfulSql = `
  SELECT ${eventColumns},
    CASE WHEN NOT ${isDeliverable}
           OR EXISTS (SELECT 1 FROM ${attemptsOf("e.sequence")} a)
           OR EXISTS (SELECT 1 FROM delivery_retry r
                      WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = e.sequence) THEN 'skip'
         WHEN ${newestOfSubject("e")} > e.sequence THEN 'superseded'
         ELSE 'send' END AS fate
  FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $3 AND e.sequence <= $5
  ORDER BY e.sequence LIMIT $4`;

/** Reads due retries. `$6`: only this ping. The subquery limits the rows first, so that no plan reads more than their keys. */
export const readDueRetriesSql = `
  SELECT ${eventColumns}, r.tries, r.attempts, r.enhanced,
    CASE WHEN ${newestOfSubject("e")} > e.sequence THEN 'superseded' ELSE 'send' END AS fate
  FROM (
    SELECT sequence, tries, attempts, enhanced FROM delivery_retry
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND sequence <> ALL ($5::bigint[])
      AND ($6::bigint IS NULL OR sequence = $6)
    ORDER BY sequence LIMIT $4
  ) r
  CROSS JOIN LATERAL (
    SELECT * FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
  ) e
  ORDER BY r.sequence`;

export const recordDeliveriesSql = `
  WITH judged AS (
    SELECT d.sequence, d.try, d.at, d.status, d.ms, d.enhanced,
      CASE WHEN d.result <> 'bad' THEN d.result::attempt_outcome
           WHEN ${newestOfSubject("d")} > d.sequence THEN 'superseded'
           WHEN d.due_at IS NULL THEN 'failed'
           ELSE 'retrying' END AS outcome,
      d.answer, CASE WHEN d.ms IS NOT NULL THEN $8::int END AS endpoint, d.tries, d.due_at, d.is_retry
    FROM unnest($9::bigint[], $10::text[], $11::text[], $12::int[], $13::timestamptz[], $14::int[],
      $15::int[], $16::boolean[], $17::text[], $18::text[], $19::int[], $20::timestamptz[], $21::boolean[])
      AS d (sequence, action, subject, try, at, status, ms, enhanced, answer, result, tries, due_at, is_retry)
  ), mine AS (
    UPDATE delivery_cursor SET cursor = $5, failures = $6, failing_since = $7,
      last_given_up_at = GREATEST(last_given_up_at, (SELECT max(at) FROM judged WHERE outcome = 'failed'))
    WHERE retailer_id = $1 AND store_id = $2 AND lease_epoch = $3 AND ping_sequence = $4
    RETURNING lease_epoch
  ), settling AS (
    SELECT judged.* FROM mine CROSS JOIN judged
  ), logged AS (${logAttempts("settling")}
  ), waiting AS (
    INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, enhanced, due_at)
    SELECT $1, $2, sequence, tries, try, enhanced, due_at FROM settling WHERE outcome = 'retrying'
    ON CONFLICT (retailer_id, store_id, sequence) DO UPDATE
    SET tries = excluded.tries, attempts = excluded.attempts, enhanced = excluded.enhanced, due_at = excluded.due_at
  ), settled AS (
    DELETE FROM delivery_retry r USING settling j
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = j.sequence AND j.is_retry AND j.outcome <> 'retrying'
  )
  SELECT lease_epoch AS epoch FROM mine`;

const lease = `now() + ${LEASE_MS} * interval '1 millisecond'`;
const others = `ARRAY(SELECT o.id FROM delivery_worker o WHERE NOT o.is_dead AND o.lease_until >= now() AND o.id <> $1 ORDER BY o.id) AS others`;
export const registerWorkerSql = `INSERT INTO delivery_worker (id, lease_until) VALUES ($1, ${lease}) RETURNING ${others}`;
export const renewWorkerSql = `UPDATE delivery_worker SET lease_until = ${lease} WHERE id = $1 AND NOT is_dead RETURNING ${others}`;
export const markDeadSql = `UPDATE delivery_worker SET is_dead = true WHERE id = ANY ($1) AND lease_until < now() AND NOT is_dead`;
export const livingWorkersSql = `SELECT id FROM delivery_worker WHERE NOT is_dead AND id = ANY ($1)`;
export const removeDeadWorkersSql = `DELETE FROM delivery_worker WHERE is_dead AND lease_until < now() - interval '1 hour'`;
export const removeWorkerSql = `DELETE FROM delivery_worker WHERE id = $1`;
/**
 * What waits in the webhooks channel: the number of stores, and the time of the oldest event after their cursors. Due stores can be
 * served now. Held stores wait for a retry, for their endpoint or for their receiver. Every part reads an index up to a limit, so the
 * statement costs the same for any number of stores. `$1` now, `$2` stores of each part, `$3` retries.
 */
export const backlogSql = `
  WITH work AS (
    (SELECT retailer_id, store_id, due_at <= $1 AND (hold_until IS NULL OR hold_until <= $1) AS is_due
     FROM delivery_work WHERE parked_by IS NULL ORDER BY store_id LIMIT $2)
    UNION ALL
    (SELECT retailer_id, store_id, false AS is_due
     FROM delivery_work WHERE parked_by IS NOT NULL ORDER BY parked_by, store_id LIMIT $2)
  ), waiting AS (
    SELECT w.is_due, e.created_at
    FROM work w
    JOIN delivery_cursor c ON c.retailer_id = w.retailer_id AND c.store_id = w.store_id
    LEFT JOIN LATERAL (
      SELECT created_at FROM store_event
      WHERE retailer_id = c.retailer_id AND store_id = c.store_id AND sequence > c.cursor ORDER BY sequence LIMIT 1
    ) e ON true
  )
  SELECT count(*) FILTER (WHERE is_due)::int AS "dueStores", min(created_at) FILTER (WHERE is_due) AS "dueSince",
    count(*) FILTER (WHERE NOT is_due)::int AS "heldStores", min(created_at) FILTER (WHERE NOT is_due) AS "heldSince",
    (SELECT count(*)::int FROM (
      SELECT 1 FROM delivery_retry ORDER BY retailer_id, store_id, sequence LIMIT $3
    ) r) AS retries
  FROM waiting`;
