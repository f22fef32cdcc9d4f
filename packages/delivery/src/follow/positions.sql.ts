/** The statements that find and lease endpoints and their positions. None waits for a lock. */
import { ENDPOINT_FAILING, eventColumns, fateOf, logAttempts, ofEndpoint } from "../delivery.sql.ts";
import { FIRST_EVENTS } from "../lease/leases.sql.ts";

const candidates = (condition: string): string => `
  SELECT f.endpoint_id AS "endpointId", f.lease_epoch AS epoch, f.worker_id AS "workerId"
  FROM delivery_follower f JOIN webhook_endpoint e ON e.id = f.endpoint_id
  WHERE e.is_on AND ${condition} AND (f.hold_until IS NULL OR f.hold_until <= $1)
    AND (f.worker_id IS NULL OR f.worker_id <> ALL ($2::uuid[])) AND f.endpoint_id <> ALL ($3::uuid[])`;

/** `$1` now, `$2` living workers, `$3` endpoints of this worker. */
export const findPingsSql = candidates("f.ping_due_at <= $1");

/** Endpoints that can be called: a row for each endpoint of the installation, and none for its stores. */
export const findFreeSql = candidates("e.status = 'connected'");

/**
 * Those of the endpoints `$1` with due positions at `$2`. One look into the index for each, so it costs the same for any number of stores.
 * The limit bounds the rows of an endpoint that many stores wait for. It is leased next, and the next search finds the others.
 */
export const findDueSql = `
  SELECT DISTINCT endpoint_id AS "endpointId" FROM (
    SELECT endpoint_id FROM delivery_position WHERE endpoint_id = ANY ($1::uuid[]) AND due_at <= $2 LIMIT 1000
  ) due`;

/** The stores that wait for the endpoints `$1` at `$2`, up to `$3`, and since when. */
export const backlogSql = `
  SELECT count(*)::int AS "followedStores", min(due_at) AS "followedSince" FROM (
    SELECT due_at FROM delivery_position WHERE endpoint_id = ANY ($1::uuid[]) AND due_at <= $2 ORDER BY endpoint_id, due_at LIMIT $3
  ) due`;

/**
 * Takes the lease of the endpoint `$1` by a compare-and-set on the epoch `$2`, for the worker `$3`. A failing endpoint gets the time of the
 * next call, `$4`, before the call. So crashes cause no more calls.
 */
export const leaseEndpointSql = `
  UPDATE delivery_follower f
  SET lease_epoch = f.lease_epoch + 1, worker_id = $3,
      hold_until = CASE WHEN e.warnings @> '[{"id": "${ENDPOINT_FAILING}"}]' THEN $4::timestamptz END
  FROM (SELECT endpoint_id FROM delivery_follower WHERE endpoint_id = $1 AND lease_epoch = $2 FOR UPDATE SKIP LOCKED) free
  JOIN webhook_endpoint e ON e.id = free.endpoint_id AND e.is_on
  WHERE f.endpoint_id = free.endpoint_id
  RETURNING f.endpoint_id AS "endpointId", f.lease_epoch AS epoch, e.partner_id AS "partnerId", e.retailer_id AS "retailerId",
    e.urls[cardinality(e.urls)] AS url, cardinality(e.urls) AS endpoint, e.enhanced_product_data AS "enhancedProductData", e.retries, e.secret,
    e.timeout_seconds * 1000 AS "deadlineMs", e.calls_per_second AS "callsPerSecond", e.batch_size AS "batchSize",
    e.status = 'connected' AS "isVerified", e.warnings @> '[{"id": "${ENDPOINT_FAILING}"}]' AS "isFailing",
    f.failures, f.failing_since AS "failingSince", f.ping_tries AS "pingTries"`;

export const currentEpochsSql = `
  SELECT endpoint_id AS "endpointId", lease_epoch AS epoch FROM delivery_follower WHERE endpoint_id = ANY ($1::uuid[])`;

/** `$3` hold, `$4` failures, `$5` their start. Due positions are found by the search, so no wake-up is lost. */
export const releaseEndpointSql = `
  UPDATE delivery_follower SET worker_id = NULL, hold_until = $3, failures = $4, failing_since = $5
  WHERE endpoint_id = $1 AND lease_epoch = $2`;

export const clearWorkerSql = "UPDATE delivery_follower SET worker_id = NULL WHERE endpoint_id = $1 AND worker_id = $2";

/** The due positions of the endpoint `$1` at `$2` without the stores `$3`, the one that waits longest first. */
export const duePositionsSql = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM delivery_position
  WHERE endpoint_id = $1 AND due_at <= $2 AND store_id <> ALL ($3::uuid[])
  ORDER BY due_at LIMIT $4`;

/** Beside each join by the store. Otherwise a plan can read all positions of the endpoint for each of the stores. */
const isNamed = "p.store_id = ANY ($2::uuid[])";

/**
 * Takes the positions of the endpoint `$3` in the stores `$2` of the retailer `$1` for its lease `$4`, at `$5`: from then on, every earlier
 * lease writes nothing. Reads and claims the first events if all of them can be sent. Deletes the positions of stores that the endpoint does
 * not follow any more. The wake version, the events and the retries are of one snapshot.
 */
export const takePositionsSql = `
  WITH locked AS MATERIALIZED (
    SELECT m.store_id, p.cursor, p.in_flight_high_water
    FROM unnest($2::uuid[]) AS m (store_id)
    CROSS JOIN LATERAL (
      SELECT cursor, in_flight_high_water FROM delivery_position
      WHERE retailer_id = $1 AND store_id = m.store_id AND endpoint_id = $3 AND lease_epoch <= $4 AND due_at <= $5
      FOR UPDATE SKIP LOCKED
    ) p
  ), seen AS MATERIALIZED (
    SELECT l.store_id, l.in_flight_high_water, p.wake_version, f.actions IS NOT NULL AS is_followed,
      EXISTS (SELECT FROM endpoint_retry r WHERE r.retailer_id = $1 AND r.store_id = l.store_id AND r.endpoint_id = $3) AS has_retries,
      l.in_flight_high_water <= l.cursor AS may_read, first.*
    FROM locked l
    JOIN delivery_position p ON p.retailer_id = $1 AND p.store_id = l.store_id AND p.endpoint_id = $3 AND ${isNamed}
    LEFT JOIN delivery_following f ON f.retailer_id = $1 AND f.endpoint_id = $3 AND (f.store_ids = '{}' OR l.store_id = ANY (f.store_ids))
    CROSS JOIN LATERAL (
      SELECT max(e.sequence) AS last, COALESCE(json_agg(e ORDER BY e.sequence), '[]') AS events FROM (
        SELECT ${eventColumns}, ${fateOf("l.store_id")} AS fate FROM store_event e
        WHERE e.retailer_id = $1 AND e.store_id = l.store_id AND e.sequence > l.cursor
        ORDER BY e.sequence LIMIT ${FIRST_EVENTS}
      ) e
    ) first
  ), gone AS (
    DELETE FROM delivery_position p USING seen s
    WHERE p.retailer_id = $1 AND p.store_id = s.store_id AND p.endpoint_id = $3 AND NOT s.is_followed AND ${isNamed}
  ), taken AS (
    UPDATE delivery_position p
    SET lease_epoch = $4,
        in_flight_high_water = CASE WHEN s.may_read THEN GREATEST(p.in_flight_high_water, s.last) ELSE p.in_flight_high_water END
    FROM seen s WHERE p.retailer_id = $1 AND p.store_id = s.store_id AND p.endpoint_id = $3 AND s.is_followed AND ${isNamed}
    RETURNING p.retailer_id AS "retailerId", p.store_id AS "storeId", p.cursor, s.in_flight_high_water AS "inFlightHighWater"
  )
  SELECT taken.*,
    CASE WHEN s.may_read THEN json_build_object('events', s.events, 'wakeVersion', s.wake_version, 'hasRetries', s.has_retries) END AS first
  FROM taken JOIN seen s ON s.store_id = taken."storeId"`;

/** As `finishStoresSql`, for positions: `$2` stores in order, `$3` epochs, `$4` endpoints, `$5` cursors, `$6` wake versions; `$7` to `$16` the calls. */
export const finishPositionsSql = `
  WITH mine AS MATERIALIZED (
    SELECT m.store_id, m.endpoint_id, m.cursor, p.wake_version = m.wake_version AS is_last
    FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::bigint[]) AS m (store_id, epoch, endpoint_id, cursor, wake_version)
    CROSS JOIN LATERAL (
      SELECT wake_version FROM delivery_position
      WHERE retailer_id = $1 AND store_id = m.store_id AND endpoint_id = m.endpoint_id AND lease_epoch = m.epoch
      FOR UPDATE SKIP LOCKED
    ) p
  ), moved AS (
    UPDATE delivery_position p SET cursor = mine.cursor, in_flight_high_water = mine.cursor
    FROM mine WHERE p.retailer_id = $1 AND p.store_id = mine.store_id AND p.endpoint_id = mine.endpoint_id AND NOT mine.is_last
  ), released AS (
    DELETE FROM delivery_position p USING mine
    WHERE p.retailer_id = $1 AND p.store_id = mine.store_id AND p.endpoint_id = mine.endpoint_id AND mine.is_last
  ), good AS (
    SELECT d.store_id, mine.endpoint_id, d.sequence, d.try, d.at, d.status, d.ms, d.enhanced,
      'delivered'::attempt_outcome AS outcome, d.answer, d.endpoint, d.batch
    FROM unnest($7::uuid[], $8::bigint[], $9::int[], $10::timestamptz[], $11::int[], $12::int[], $13::boolean[], $14::text[], $15::int[],
      $16::int[]) AS d (store_id, sequence, try, at, status, ms, enhanced, answer, endpoint, batch)
    JOIN mine ON mine.store_id = d.store_id
  ), logged AS (${logAttempts("good", "store_id", ofEndpoint("endpoint_id"))}
  )
  SELECT store_id AS "storeId", is_last AS released FROM mine`;
