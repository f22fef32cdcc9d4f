/** The statements of the shared health of receivers. */
import { FAILURES_UNTIL_PAUSE, PROBE_CLAIM_SECONDS, STORES_UNTIL_DOWN } from "../constants.ts";

/** Number of stores that the first step wakes when a receiver is up again. Each further step wakes twice as many. */
const FIRST_BATCH = 16;
const MOST_AT_ONCE = 4_096;

const failing = `ARRAY(SELECT store FROM unnest(r.failing_stores || excluded.failing_stores) AS store
                       GROUP BY store LIMIT ${STORES_UNTIL_DOWN})`;

/** Pause before the next probe: up to 8 s in the first minute, then 30 s. */
const pause = `CASE WHEN $4 - r.down_since >= interval '60 seconds' THEN interval '30 seconds'
                    ELSE LEAST(8, 2 ^ (r.failed_probes + 1)) * interval '1 second' END`;

/** `$2`: at most three stores. `$3`: whether the receiver was unreachable. `$5`: whether the call was the probe. */
export const noteFailure = `
  INSERT INTO delivery_receiver AS r (receiver, failing_stores, down_since, probe_at, failed_at)
  SELECT $1, $2::uuid[], CASE WHEN $3::boolean OR cardinality($2::uuid[]) >= ${STORES_UNTIL_DOWN} THEN $4::timestamptz END,
         $4::timestamptz + interval '1 second', $4::timestamptz
  ON CONFLICT (receiver) DO UPDATE SET
    failing_stores = ${failing},
    down_since = COALESCE(r.down_since, CASE WHEN $3 OR cardinality(${failing}) >= ${STORES_UNTIL_DOWN} THEN $4 END),
    failed_probes = CASE WHEN r.down_since IS NULL THEN 0 WHEN $5::boolean THEN r.failed_probes + 1 ELSE r.failed_probes END,
    probe_at = CASE WHEN r.down_since IS NULL THEN excluded.probe_at WHEN $5 THEN $4 + ${pause} ELSE r.probe_at END,
    wake_batch = CASE WHEN $3 OR cardinality(${failing}) >= ${STORES_UNTIL_DOWN} THEN NULL ELSE r.wake_batch END,
    failed_at = $4`;

export const noteSuccess = `
  UPDATE delivery_receiver
  SET down_since = NULL, failing_stores = '{}', failed_probes = 0, probe_at = NULL,
      wake_batch = COALESCE(wake_batch, ${FIRST_BATCH / 2}), wake_at = CASE WHEN wake_batch IS NULL THEN date_trunc('milliseconds', now()) ELSE wake_at END
  WHERE receiver = $1`;

export const listReceivers = `
  SELECT receiver, failing_stores AS "failingStores", down_since IS NOT NULL AS "isDown", probe_at AS "probeAt",
         down_since IS NULL AND wake_batch IS NOT NULL AND wake_at <= now() AS "isWaking"
  FROM delivery_receiver`;

/** Locks rows of stores, and skips locked ones. A distributed database locks no rows of several machines, so its UPDATE waits for them. */
const lockWork = (isDistributed: boolean, of = "OF w "): string => (isDistributed ? "" : `FOR UPDATE ${of}SKIP LOCKED`);

/**
 * Parks the stores that wait for receivers that are down. Locks the receivers' rows, so that no receiver comes up before its stores
 * are parked. Skips locked rows of stores, so that the statement does not wait. The next run parks these stores.
 */
export const parkWaiting = (isDistributed: boolean): string => `
  WITH down AS (
    SELECT receiver FROM delivery_receiver WHERE receiver = ANY ($1) AND down_since IS NOT NULL FOR SHARE
  ), waiting AS (
    SELECT w.retailer_id, w.store_id, c.receiver
    FROM delivery_work w CROSS JOIN LATERAL (
      -- OFFSET keeps this a key lookup, also if the planner expects many waiting stores.
      SELECT receiver FROM delivery_cursor c WHERE c.retailer_id = w.retailer_id AND c.store_id = w.store_id OFFSET 0
    ) c
    WHERE w.parked_by IS NULL AND c.receiver IN (SELECT receiver FROM down)
    ${lockWork(isDistributed)}
  )
  UPDATE delivery_work w SET parked_by = waiting.receiver FROM waiting
  WHERE w.retailer_id = waiting.retailer_id AND w.store_id = waiting.store_id AND w.parked_by IS NULL`;

export const claimProbes = `
  UPDATE delivery_receiver SET probe_at = $2::timestamptz + interval '${PROBE_CLAIM_SECONDS} seconds'
  WHERE receiver = ANY ($1) AND down_since IS NOT NULL AND probe_at <= $2
  RETURNING receiver`;

export const postponeProbe = `
  UPDATE delivery_receiver SET probe_at = $2 WHERE receiver = $1 AND down_since IS NOT NULL`;

const candidate =
  'w.retailer_id AS "retailerId", w.store_id AS "storeId", w.worker_id AS "workerId", c.lease_epoch AS epoch, c.ping_sequence AS "pingSequence", c.receiver';
const isReady = `w.parked_by = r.receiver AND w.due_at <= $2 AND (w.hold_until IS NULL OR w.hold_until <= $2)
      AND (w.worker_id IS NULL OR w.worker_id <> ALL ($3::uuid[])) AND w.store_id <> ALL ($4::uuid[])`;

// OFFSET 0 keeps the lookups in the written order, with any statistics.
const failingStore = (failures: string, order: string, rank: number): string => `(
    SELECT ${rank} AS rank, ${candidate}
    FROM (
      SELECT * FROM delivery_cursor c WHERE c.receiver = r.receiver AND ${failures} ORDER BY ${order} OFFSET 0
    ) c CROSS JOIN LATERAL (
      SELECT * FROM delivery_work w WHERE w.retailer_id = c.retailer_id AND w.store_id = c.store_id AND ${isReady} OFFSET 0
    ) w LIMIT 1)`;

const storeWithoutFailure = (rank: number): string => `(
    SELECT ${rank} AS rank, ${candidate}
    FROM (SELECT * FROM delivery_work w WHERE ${isReady} ORDER BY w.store_id OFFSET 0) w CROSS JOIN LATERAL (
      SELECT * FROM delivery_cursor c
      WHERE c.retailer_id = w.retailer_id AND c.store_id = w.store_id AND c.receiver = r.receiver AND c.failures = 0 OFFSET 0
    ) c LIMIT 1)`;

/**
 * One store of each receiver. Stores with less than ten failures come first, ordered by the most failures. So each store in turn
 * gets its warning, and probes do not use up the attempts of an event. Each part reads few rows of one index.
 */
const probeCandidate = `
    ${failingStore(`c.failures > 0 AND c.failures < ${FAILURES_UNTIL_PAUSE}`, "c.failures DESC", 1)}
    UNION ALL ${storeWithoutFailure(2)}
    UNION ALL ${failingStore(`c.failures >= ${FAILURES_UNTIL_PAUSE}`, "c.failures", 3)}
    ORDER BY rank LIMIT 1`;

export const probeCandidates = `
  SELECT next.* FROM unnest($1::text[]) AS r (receiver) CROSS JOIN LATERAL (${probeCandidate}
  ) next`;

/** The same for one receiver `$1`, as a distributed database takes it. */
export const probeCandidateOf = probeCandidate.replaceAll("r.receiver", "$1").replaceAll(" OFFSET 0", "");

/**
 * Parks stores of busy or down receivers (`$1` receivers, `$2` retailers, `$3` stores). Locks the rows of the receivers first.
 * Every run changes `wake_at` of a receiver that is up, so that a concurrent `forgetReceiver` keeps its row.
 */
export const parkStores = (isDistributed: boolean): string => `
  WITH busy AS (
    INSERT INTO delivery_receiver AS r (receiver, failing_stores, wake_batch, wake_at, failed_at)
    SELECT receiver, '{}', ${MOST_AT_ONCE}, clock_timestamp(), $4 FROM unnest($1::text[]) AS receiver GROUP BY receiver ORDER BY receiver
    ON CONFLICT (receiver) DO UPDATE SET
      wake_batch = CASE WHEN r.down_since IS NULL THEN COALESCE(r.wake_batch, ${MOST_AT_ONCE}) END,
      wake_at = COALESCE(r.wake_at + interval '1 millisecond', clock_timestamp())
    RETURNING receiver
  ), waiting AS (
    SELECT w.retailer_id, w.store_id, p.receiver
    FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS p (receiver, retailer_id, store_id)
    JOIN delivery_work w ON w.retailer_id = p.retailer_id AND w.store_id = p.store_id
    WHERE w.parked_by IS NULL AND p.receiver IN (SELECT receiver FROM busy)
    ${lockWork(isDistributed)}
  )
  UPDATE delivery_work w SET parked_by = waiting.receiver FROM waiting
  WHERE w.retailer_id = waiting.retailer_id AND w.store_id = waiting.store_id AND w.parked_by IS NULL`;

export const nextBatch = `
  UPDATE delivery_receiver
  SET wake_batch = LEAST(wake_batch * 2, ${MOST_AT_ONCE}),
      wake_at = date_trunc('milliseconds', now()) +
        CASE WHEN wake_batch < ${MOST_AT_ONCE} THEN interval '250 milliseconds' ELSE interval '0' END
  WHERE receiver = $1 AND down_since IS NULL AND wake_at <= now()
  RETURNING wake_batch AS batch, wake_at AS "wakeAt"`;

/** Wakes at most `$2` stores after the store `$3`. */
export const wakeParked = (isDistributed: boolean): string => `
  WITH next AS (
    SELECT retailer_id, store_id FROM delivery_work
    WHERE parked_by = $1 AND store_id > $3 ORDER BY store_id LIMIT $2 ${lockWork(isDistributed, "")}
  )
  UPDATE delivery_work w SET parked_by = NULL FROM next
  WHERE w.retailer_id = next.retailer_id AND w.store_id = next.store_id
  RETURNING w.store_id AS "storeId"`;

export const hasParked = "SELECT FROM delivery_work WHERE parked_by = $1 LIMIT 1";

/** Removes a receiver that is up, after a look that found no parked store. `$2`: `wake_at` of the last batch, which later parking changes. */
export const forgetReceiver =
  "DELETE FROM delivery_receiver WHERE receiver = $1 AND down_since IS NULL AND wake_at = $2";

/** Receivers without a call for a day have no stores any more. Stores that still wait for one are unparked. */
export const forgetUnused = `
  WITH unused AS (DELETE FROM delivery_receiver WHERE failed_at < $1 RETURNING receiver)
  UPDATE delivery_work w SET parked_by = NULL FROM unused WHERE w.parked_by = unused.receiver`;
