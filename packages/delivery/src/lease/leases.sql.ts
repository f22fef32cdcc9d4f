/** Neither statement waits for a lock, so no store delays another. */
import { ENDPOINT_FAILING, eventColumns, isDeliverable, logAttempts } from "../delivery.sql.ts";

export const FIRST_EVENTS = 32;

/**
 * Takes leases of the retailer `$1` by a compare-and-set: `$2` stores in order, `$3` epochs, `$4` ping sequences, `$5` worker. Skips a
 * store with a locked row. Locks the cursor before the work row, as every statement does. Reads and claims the first events if all
 * of them can be sent. The wake version, the events and the retries are of one snapshot.
 */
export const takeLeasesSql = `
  WITH locked AS MATERIALIZED (
    SELECT m.store_id, c.cursor, c.in_flight_high_water, c.failures
    FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS m (store_id, epoch, ping_sequence)
    CROSS JOIN LATERAL (
      SELECT cursor, in_flight_high_water, failures FROM delivery_cursor
      WHERE retailer_id = $1 AND store_id = m.store_id AND lease_epoch = m.epoch AND ping_sequence = m.ping_sequence
      FOR UPDATE SKIP LOCKED
    ) c
    CROSS JOIN LATERAL (
      SELECT FROM delivery_work WHERE retailer_id = $1 AND store_id = m.store_id FOR UPDATE SKIP LOCKED
    ) w
  ), seen AS MATERIALIZED (
    SELECT l.store_id, l.in_flight_high_water, w.wake_version, ch.status = 'connected' AS is_verified, failing.is_failing, ch.parameters, ch.secret,
      EXISTS (SELECT FROM delivery_retry r WHERE r.retailer_id = $1 AND r.store_id = l.store_id) AS has_retries,
      ch.status = 'connected' AND NOT failing.is_failing AND l.failures = 0 AND l.in_flight_high_water <= l.cursor AS may_read, first.*
    FROM locked l
    JOIN delivery_work w ON w.retailer_id = $1 AND w.store_id = l.store_id
    JOIN channel ch ON ch.retailer_id = $1 AND ch.store_id = l.store_id AND ch.channel = 'webhooks'
    CROSS JOIN LATERAL (SELECT ch.warnings @> '[{"id": "${ENDPOINT_FAILING}"}]' AS is_failing) failing
    CROSS JOIN LATERAL (
      SELECT max(e.sequence) AS last, COALESCE(json_agg(e ORDER BY e.sequence), '[]') AS events FROM (
        SELECT ${eventColumns}, CASE WHEN ${isDeliverable} THEN 'send' ELSE 'skip' END AS fate FROM store_event e
        WHERE e.retailer_id = $1 AND e.store_id = l.store_id AND e.sequence > l.cursor
        ORDER BY e.sequence LIMIT ${FIRST_EVENTS}
      ) e
    ) first
  ), raised AS (
    UPDATE delivery_cursor c
    SET lease_epoch = c.lease_epoch + 1, has_unrecorded_calls = c.has_unrecorded_calls OR c.in_flight_high_water > c.cursor,
        in_flight_high_water = CASE WHEN s.may_read THEN GREATEST(c.in_flight_high_water, s.last) ELSE c.in_flight_high_water END
    FROM seen s WHERE c.retailer_id = $1 AND c.store_id = s.store_id
    RETURNING c.retailer_id AS "retailerId", c.store_id AS "storeId", c.lease_epoch AS epoch, c.ping_sequence AS "pingSequence", c.cursor,
      c.endpoint, c.receiver, s.in_flight_high_water AS "inFlightHighWater", c.failures, c.failing_since AS "failingSince",
      s.is_verified AS "isVerified", s.is_failing AS "isFailing", s.parameters ->> 'webhookUrl' AS "webhookUrl",
      (s.parameters ->> 'enhancedProductData')::boolean AS "enhancedProductData", s.secret
  ), taken AS (
    UPDATE delivery_work w SET worker_id = $5 FROM raised WHERE w.retailer_id = $1 AND w.store_id = raised."storeId"
  )
  SELECT raised.*,
    CASE WHEN s.may_read THEN json_build_object('events', s.events, 'wakeVersion', s.wake_version, 'hasRetries', s.has_retries) END AS first
  FROM raised JOIN seen s ON s.store_id = raised."storeId"`;

/**
 * Records good calls, and releases the stores without new work: `$2` stores in order, `$3` epochs, `$4` ping sequences, `$5` cursors, `$6` wake
 * versions; `$7` to `$15` the calls. Skips a store with a lost lease or a locked cursor, and does not release a store with a locked
 * work row.
 */
export const finishStoresSql = `
  WITH mine AS MATERIALIZED (
    SELECT m.* FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS m (store_id, epoch, ping_sequence, cursor, wake_version)
    CROSS JOIN LATERAL (
      SELECT FROM delivery_cursor
      WHERE retailer_id = $1 AND store_id = m.store_id AND lease_epoch = m.epoch AND ping_sequence = m.ping_sequence
      FOR UPDATE SKIP LOCKED
    ) c
  ), free AS MATERIALIZED (
    SELECT mine.store_id FROM mine CROSS JOIN LATERAL (
      SELECT FROM delivery_work
      WHERE retailer_id = $1 AND store_id = mine.store_id AND wake_version = mine.wake_version
      FOR UPDATE SKIP LOCKED
    ) w
  ), moved AS (
    UPDATE delivery_cursor c
    SET cursor = mine.cursor, in_flight_high_water = mine.cursor, has_unrecorded_calls = false, failures = 0, failing_since = NULL
    FROM mine WHERE c.retailer_id = $1 AND c.store_id = mine.store_id
  ), good AS (
    SELECT d.store_id, d.sequence, d.try, d.at, d.status, d.ms, d.enhanced,
      'delivered'::attempt_outcome AS outcome, d.answer, d.endpoint
    FROM unnest($7::uuid[], $8::bigint[], $9::int[], $10::timestamptz[], $11::int[], $12::int[], $13::boolean[], $14::text[], $15::int[])
      AS d (store_id, sequence, try, at, status, ms, enhanced, answer, endpoint)
    JOIN mine ON mine.store_id = d.store_id
  ), logged AS (${logAttempts("good", "store_id")}
  ), released AS (
    DELETE FROM delivery_work w USING free WHERE w.retailer_id = $1 AND w.store_id = free.store_id
  )
  SELECT mine.store_id AS "storeId", free.store_id IS NOT NULL AS released FROM mine LEFT JOIN free ON free.store_id = mine.store_id`;
