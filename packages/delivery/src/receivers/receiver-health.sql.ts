import { CALLS_UNTIL_DOWN, PROBE_CLAIM_SECONDS } from "../constants.ts";

/** Number of stores that the first step wakes when a receiver is up again. Each further step wakes twice as many. */
const FIRST_BATCH = 16;
const MAX_BATCH = 4_096;

const first = "interval '1 second'";
/** Pause before the next probe: 1 s after a store without failures; otherwise from 1 s up to 8 s in the first minute, then 30 s. */
const pause = `CASE WHEN cardinality($3::uuid[]) > 0 THEN ${first} WHEN $4 - r.down_since >= interval '60 seconds' THEN interval '30 seconds'
                    ELSE LEAST(interval '8 seconds', GREATEST(${first}, $4 - r.down_since)) END`;

/**
 * The stores of the unreachable calls since the last answer: at most three entries, different stores first. A call does not count any
 * more after a minute without another. So the tries of one event alone make no receiver down.
 */
const failing = `ARRAY(SELECT s FROM unnest(CASE WHEN r.failed_at >= $4 - interval '60 seconds' THEN r.failing_stores END || excluded.failing_stores) WITH ORDINALITY AS u (s, n)
                       ORDER BY row_number() OVER (PARTITION BY s ORDER BY n), n LIMIT ${CALLS_UNTIL_DOWN})`;
/** Whether these calls are enough: of at least two stores, or of the only store of the receiver. */
const isDown = (stores: string): string =>
  `(cardinality(${stores}) = ${CALLS_UNTIL_DOWN} AND ($6::boolean OR (SELECT min(s::text) < max(s::text) FROM unnest(${stores}) s)))`;

/**
 * `$2`: the stores of at most three unreachable calls, different stores first. `$3`: stores of such calls without a failed call before. `$5`:
 * whether a call was the probe. `$6`: whether the receiver has one store only. The calls that show that a receiver is down stay in its
 * row until it answers, because further calls of their stores show nothing new.
 */
export const recordFailure = `
  INSERT INTO delivery_receiver AS r (receiver, failing_stores, down_since, probe_at, failed_at)
  SELECT $1, $2::uuid[], CASE WHEN ${isDown("$2::uuid[]")} THEN $4::timestamptz END, $4::timestamptz + ${first}, $4::timestamptz
  ON CONFLICT (receiver) DO UPDATE SET
    failing_stores = CASE WHEN r.down_since IS NULL THEN ${failing} ELSE r.failing_stores END,
    down_since = COALESCE(r.down_since, CASE WHEN ${isDown(failing)} THEN $4 END),
    failed_probes = CASE WHEN r.down_since IS NOT NULL AND NOT $3::uuid[] <@ r.failing_stores THEN 1 ELSE r.failed_probes END,
    probe_at = CASE WHEN r.down_since IS NULL THEN excluded.probe_at WHEN $5::boolean THEN $4 + ${pause} ELSE r.probe_at END,
    wake_batch = CASE WHEN r.down_since IS NULL AND ${isDown(failing)} THEN NULL ELSE r.wake_batch END,
    failed_at = $4`;

export const hasOtherStore = "SELECT FROM delivery_cursor WHERE receiver = $1 AND store_id <> $2 LIMIT 1";

/** A receiver that answers before its first probe was not down: its stores are woken at once. */
export const recordAnswer = `
  WITH well AS (
    DELETE FROM delivery_receiver WHERE receiver = $1 AND down_since IS NULL AND wake_batch IS NULL
  )
  UPDATE delivery_receiver
  SET down_since = NULL, failing_stores = '{}', failed_probes = 0, probe_at = NULL,
      wake_batch = COALESCE(wake_batch, CASE WHEN probe_at > down_since + ${first} THEN ${FIRST_BATCH / 2} ELSE ${MAX_BATCH} END),
      wake_at = CASE WHEN wake_batch IS NULL THEN date_trunc('milliseconds', now()) ELSE wake_at END
  WHERE receiver = $1 AND (down_since IS NOT NULL OR wake_batch IS NOT NULL)`;

export const listReceivers = `
  SELECT receiver, failing_stores AS "failingStores", down_since AS "downSince", failed_probes > 0 AS "isSure", probe_at AS "probeAt",
         down_since IS NULL AND wake_batch IS NOT NULL AND wake_at <= now() AS "isWaking"
  FROM delivery_receiver`;

/** The stores that wait for the receivers `$1` that are down, without those that may still be sent (`ReceiverHealth.isSure`). */
export const findWaiting = `
  WITH down AS (
    SELECT receiver, failed_probes > 0 AS is_sure FROM delivery_receiver WHERE receiver = ANY ($1) AND down_since IS NOT NULL
  )
  SELECT w.retailer_id AS "retailerId", w.store_id AS "storeId", c.receiver
  FROM delivery_work w CROSS JOIN LATERAL (
    -- OFFSET keeps this a key lookup, also if the planner expects many waiting stores.
    SELECT receiver, failures FROM delivery_cursor c WHERE c.retailer_id = w.retailer_id AND c.store_id = w.store_id OFFSET 0
  ) c
  WHERE w.parked_by IS NULL AND c.receiver IN (SELECT receiver FROM down)
    AND (c.failures > 0 OR c.receiver IN (SELECT receiver FROM down WHERE is_sure))`;

/** A join of many stores compares each with each, if PostgreSQL expects few. */
const receiverOf = "($3::text[])[array_position($2::uuid[], store_id)]";

/**
 * Parks the stores `$2` of the retailer `$1` for the receivers `$3`, if these are down or wake their stores. Locks the receivers' rows, so
 * that none comes up or is forgotten before its stores are parked. Skips locked rows of stores, which the next run parks. The count locks
 * all receivers before the stores. The stores are locked inside, because Citus cannot read a CTE that locks beside one of a local table.
 */
export const parkStores = `
  WITH held AS (
    SELECT receiver FROM delivery_receiver
    WHERE receiver = ANY ($3) AND (down_since IS NOT NULL OR wake_batch IS NOT NULL) ORDER BY receiver FOR SHARE
  ), waiting AS (
    SELECT store_id
    FROM (
      SELECT store_id FROM delivery_work
      WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) AND parked_by IS NULL AND (SELECT count(*) > 0 FROM held)
      FOR UPDATE SKIP LOCKED
    ) locked
    WHERE ${receiverOf} IN (SELECT receiver FROM held)
  )
  UPDATE delivery_work SET parked_by = ${receiverOf}
  WHERE retailer_id = $1 AND store_id = ANY (ARRAY(SELECT store_id FROM waiting))`;

export const claimProbes = `
  UPDATE delivery_receiver SET probe_at = $2::timestamptz + interval '${PROBE_CLAIM_SECONDS} seconds'
  WHERE receiver = ANY ($1) AND down_since IS NOT NULL AND probe_at <= $2
  RETURNING receiver`;

export const postponeProbe = `
  UPDATE delivery_receiver SET probe_at = $2 WHERE receiver = $1 AND down_since IS NOT NULL`;

const candidate =
  'w.retailer_id AS "retailerId", w.store_id AS "storeId", w.worker_id AS "workerId", c.lease_epoch AS epoch, c.ping_sequence AS "pingSequence", c.receiver, c.failures';
const isReady = `w.parked_by = $1 AND w.due_at <= $2 AND (w.hold_until IS NULL OR w.hold_until <= $2)
      AND (w.worker_id IS NULL OR w.worker_id <> ALL ($3::uuid[])) AND w.store_id <> ALL ($4::uuid[])`;

/**
 * One store of the receiver `$1`: one without failures, because a store with failures may fail alone. Otherwise any store, so that no
 * event gets all probes. The order of the inner reads keeps the lookups in the written order, with any statistics. So a store without
 * failures is found after few rows of an index.
 */
export const probeCandidate = (direction: "ASC" | "DESC"): string => `(
    SELECT 1 AS rank, ${candidate}
    FROM (SELECT * FROM delivery_work w WHERE ${isReady} ORDER BY w.store_id ${direction}) w CROSS JOIN LATERAL (
      SELECT * FROM delivery_cursor c
      WHERE c.retailer_id = w.retailer_id AND c.store_id = w.store_id AND c.receiver = $1 AND c.failures = 0
    ) c LIMIT 1)
    UNION ALL (
    SELECT 2 AS rank, ${candidate}
    FROM (SELECT * FROM delivery_cursor c WHERE c.receiver = $1 AND c.failures > 0 ORDER BY random()) c CROSS JOIN LATERAL (
      SELECT * FROM delivery_work w WHERE w.retailer_id = c.retailer_id AND w.store_id = c.store_id AND ${isReady}
    ) w LIMIT 1)
    ORDER BY rank LIMIT 1`;

/**
 * Notes busy receivers `$1` before their stores are parked. `$2`: whether the store has no failures: such a store is the next probe, a
 * second after the last one. Changes `wake_at` of a receiver that is up, so that a concurrent `forgetReceiver` keeps its row.
 */
export const noteBusy = `
  INSERT INTO delivery_receiver AS r (receiver, failing_stores, probe_at, wake_batch, wake_at, failed_at)
  SELECT receiver, '{}', CASE WHEN bool_or(is_well) THEN $3::timestamptz END, ${MAX_BATCH}, clock_timestamp(), $3
  FROM unnest($1::text[], $2::boolean[]) AS p (receiver, is_well) GROUP BY receiver ORDER BY receiver
  ON CONFLICT (receiver) DO UPDATE SET
    probe_at = CASE WHEN excluded.probe_at IS NULL THEN r.probe_at
                    ELSE LEAST(r.probe_at, GREATEST(excluded.probe_at, r.failed_at + ${first})) END,
    wake_batch = CASE WHEN r.down_since IS NULL THEN COALESCE(r.wake_batch, ${MAX_BATCH}) END,
    wake_at = COALESCE(r.wake_at + interval '1 millisecond', clock_timestamp())`;

export const holdStores = `
  UPDATE delivery_work w SET hold_until = GREATEST(w.hold_until, $3) FROM unnest($1::uuid[], $2::uuid[]) AS h (retailer_id, store_id)
  WHERE w.retailer_id = h.retailer_id AND w.store_id = h.store_id`;

export const nextBatch = `
  UPDATE delivery_receiver
  SET wake_batch = LEAST(wake_batch * 2, ${MAX_BATCH}),
      wake_at = date_trunc('milliseconds', now()) +
        CASE WHEN wake_batch < ${MAX_BATCH} THEN interval '250 milliseconds' ELSE interval '0' END
  WHERE receiver = $1 AND down_since IS NULL AND wake_at <= now()
  RETURNING wake_batch AS batch, wake_at AS "wakeAt"`;

/** At most `$2` parked stores of the receiver `$1` after the store `$3`, in order. */
export const findParked = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM delivery_work
  WHERE parked_by = $1 AND store_id > $3 ORDER BY store_id LIMIT $2`;

/** Wakes those of the stores `$2` of the retailer `$1` that wait for the receiver `$3`. Skips locked rows. */
export const wakeStores = `
  WITH next AS (
    SELECT store_id FROM delivery_work
    WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) AND parked_by = $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE delivery_work w SET parked_by = NULL FROM next
  WHERE w.retailer_id = $1 AND w.store_id = next.store_id
  RETURNING w.store_id AS "storeId"`;

export const hasParked = "SELECT FROM delivery_work WHERE parked_by = $1 LIMIT 1";

/** Removes a receiver that is up, after a look that found no parked store. `$2`: `wake_at` of the last batch, which later parking changes. */
export const forgetReceiver =
  "DELETE FROM delivery_receiver WHERE receiver = $1 AND down_since IS NULL AND wake_at = $2";

export const hasReceiver = "SELECT FROM delivery_receiver WHERE receiver = $1";

/** After `forgetReceiver`, which waits for parking that began before it. Parking that begins later finds no receiver. */
export const unparkStores = "UPDATE delivery_work SET parked_by = NULL WHERE parked_by = $1";

/** Receivers without a call for a day have no stores any more. Stores that still wait for one are unparked. */
export const forgetUnused = `
  WITH unused AS (DELETE FROM delivery_receiver WHERE failed_at < $1 RETURNING receiver)
  UPDATE delivery_work w SET parked_by = NULL FROM unused WHERE w.parked_by = unused.receiver`;
