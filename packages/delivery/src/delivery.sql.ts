import { LEASE_MS } from "./constants.ts";

/** The warning of a webhooks channel with a failing endpoint (`warnings[].id`). */
export const ENDPOINT_FAILING = "WebhookEndpointFailing";

/**
 * Part of a `WITH` list: wakes the delivery of the stores in the relation `with_events (store_id)` of retailer `$1`: their webhooks channels,
 * and the endpoints that follow them. A worker ends its work only at the `wake_version` that it read, so it misses no event. Every caller
 * holds the locks of the stores, in a statement before this one. So a position begins at the first event that its endpoint follows.
 * @param first a SELECT of `store_id` and `first`, the sequence of the store's first new event; @param actions an array of actions
 * @param time of the events. A test clock can be ahead
 */
export const wakeDelivery = ({ first, actions, time }: { first: string; actions: string; time: string }): string => `
  woken AS (
    INSERT INTO delivery_work AS w (retailer_id, store_id, due_at)
    SELECT c.retailer_id, c.store_id, 'epoch'
    FROM delivery_cursor c
    WHERE c.retailer_id = $1 AND c.store_id IN (SELECT store_id FROM with_events)
    ORDER BY c.store_id
    ON CONFLICT (retailer_id, store_id) DO UPDATE SET wake_version = w.wake_version + 1, due_at = LEAST(w.due_at, excluded.due_at)
  ), followed AS (
    INSERT INTO delivery_position AS p (retailer_id, store_id, endpoint_id, cursor, in_flight_high_water, due_at)
    SELECT f.retailer_id, n.store_id, f.endpoint_id, n.first - 1, n.first - 1, LEAST(${time}::timestamptz, clock_timestamp())
    FROM (${first}) n CROSS JOIN delivery_following f
    WHERE f.retailer_id = $1 AND f.actions && ${actions} AND (f.store_ids = '{}' OR n.store_id = ANY (f.store_ids))
    ORDER BY n.store_id, f.endpoint_id
    ON CONFLICT (retailer_id, store_id, endpoint_id) DO UPDATE SET wake_version = p.wake_version + 1, due_at = LEAST(p.due_at, excluded.due_at)
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
  ), ${wakeDelivery({ first: "SELECT store_id, first FROM with_events", actions: "$3::text[]", time: "$6" })}
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

/** The tables with the attempts and retries of the webhooks channel of the store `$2`, or of an endpoint. */
export interface Kept {
  attempt: "delivery_attempt" | "endpoint_attempt";
  retry: "delivery_retry" | "endpoint_retry";
  /** A condition for the rows of `alias`, after those for the store. */
  of: (alias: string) => string;
  /** The columns after the store in the keys, each with a comma, and their values. */
  key: string;
  value: string;
  /** The column of endpoints with the number of events of a call, with a comma. */
  batch: string;
}

export const ofStore: Kept = {
  attempt: "delivery_attempt",
  retry: "delivery_retry",
  of: () => "",
  key: "",
  value: "",
  batch: "",
};

/** @param id the endpoint: a parameter or a column */
export const ofEndpoint = (id: string): Kept => ({
  attempt: "endpoint_attempt",
  retry: "endpoint_retry",
  of: (alias) => ` AND ${alias}.endpoint_id = ${id}`,
  key: "endpoint_id, ",
  value: `${id} AS endpoint_id, `,
  batch: ", batch",
});

/**
 * The attempts of an event as a relation of single attempts (`sequence, try, at, status, ms, enhanced, outcome, answer, endpoint`, of endpoints also `batch`).
 * @param sequence the event's sequence. `$1` is the retailer, `$2` the store
 */
export const attemptsOf = (sequence: string, kept = ofStore): string => `(
  SELECT one.sequence, a.attempt AS try, one.at, a.status, one.ms, a.enhanced, a.outcome, a.answer, a.endpoint${kept.batch}
  FROM ${kept.attempt} a
  CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.attempted_at || a.more_attempted_at, a.duration_ms || a.more_duration_ms) AS one (sequence, at, ms)
  WHERE a.retailer_id = $1 AND a.store_id = $2${kept.of("a")}
    AND a.sequence BETWEEN ${sequence} - ${sequence} % ${BLOCK} AND ${sequence} AND one.sequence = ${sequence})`;

/**
 * Attempts with the same outcome share a row.
 * @param attempts the relation's name. `$1` is the retailer
 * @param store `store_id` for a relation with attempts of many stores. Default: all are of the store `$2`
 * @param kept with attempts of endpoints, the relation has `endpoint_id` and `batch`
 */
export const logAttempts = (attempts: string, store: "$2" | "store_id" = "$2", kept = ofStore): string => {
  const keys = `${store === "$2" ? "" : "store_id, "}${kept.key}`;
  return `
  INSERT INTO ${kept.attempt} (retailer_id, store_id, ${kept.key}sequence, attempt, attempted_at, status, duration_ms, enhanced, outcome, answer, endpoint${kept.batch},
                                more_sequences, more_attempted_at, more_duration_ms)
  SELECT $1, ${store}, ${kept.key}sequences[1], try, ats[1], status, durations[1], enhanced, outcome, answer, endpoint${kept.batch},
         NULLIF(sequences[2:], '{}'), NULLIF(ats[2:], '{}'), NULLIF(durations[2:], '{}')
  FROM (
    SELECT ${keys}try, status, enhanced, outcome, answer, endpoint${kept.batch}, array_agg(sequence ORDER BY sequence) AS sequences,
           array_agg(at ORDER BY sequence) AS ats, array_agg(ms ORDER BY sequence) AS durations
    FROM ${attempts} GROUP BY ${keys}sequence / ${BLOCK}, try, status, enhanced, outcome, answer, endpoint${kept.batch}
  ) alike`;
};

/** Whether the log's event `e` is sent to the receiver. A ping has its own retry row. Changes of the webhooks channel are only in the feed. */
export const isDeliverable = `(e.action <> 'webhook.enabled'
  AND NOT (e.action = 'channel.update' AND e.subject = 'channel:webhooks'))`;

/**
 * The sequence of the last event of a subject, from the row that stores it, or null.
 * @param e alias of a relation with `action` and `subject`. `$1` is the retailer
 */
export const newestOfSubject = (e: string, store = "$2"): string => `(CASE ${e}.action
  WHEN 'inventory.update' THEN (SELECT announced_sequence FROM stock_item
    WHERE retailer_id = $1 AND store_id = ${store} AND item_key = ${e}.subject)
  WHEN 'inventory_source.update' THEN (SELECT event_sequence FROM inventory_source
    WHERE retailer_id = $1 AND store_id = ${store})
  WHEN 'channel.update' THEN (SELECT event_sequence FROM channel
    WHERE retailer_id = $1 AND store_id = ${store} AND channel = substr(${e}.subject, 9)::channel_id)
  WHEN 'webhook.enabled' THEN (SELECT ping_sequence FROM delivery_cursor
    WHERE retailer_id = $1 AND store_id = ${store})
END)`;

/** Whether the endpoint of the row `f` (`delivery_following`) wants the event `e`. */
export const isFollowed = (e = "e"): string => `(${e}.action = ANY (f.actions) AND (f.categories = '{}'
  OR ${e}.action <> 'inventory.update' OR lower(${e}.product::json ->> 'category') = ANY (f.categories)))`;

/** The row `f` of an endpoint: a parameter or a column. */
export const followingOf = (endpoint: string): string =>
  `delivery_following f WHERE f.retailer_id = $1 AND f.endpoint_id = ${endpoint}`;

/**
 * The fate of the event `e` of the log for the endpoint of the row `f`. With categories, the newest event of
 * an item can be one that the endpoint does not want, and that is sent in place of an older one (`handOver`). So the endpoint gets the
 * newest state at the time of the read. Otherwise an older state could come after a newer one.
 */
export const fateOf = (store = "$2"): string => `CASE
    WHEN (${isDeliverable} AND ${isFollowed()}) IS NOT TRUE THEN 'skip'
    WHEN f.is_filtered AND ${newestOfSubject("e", store)} > e.sequence THEN 'superseded'
    ELSE 'send' END`;

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

/** What a stream sends to: the webhooks channel of a store, or an endpoint. */
interface Target {
  /** The table with the cursor, and the column that a lease names besides its epoch. */
  cursor: "delivery_cursor" | "delivery_position";
  part: "ping_sequence" | "endpoint_id";
  work: "delivery_work" | "delivery_position";
  /** @param part the parameter with the part of the lease */
  kept: (part: string) => Kept;
  /** The fate of the event `e` of the log. */
  fate: (part: string) => string;
  /** Whether a row of a retry is read. A channel that is not verified reads its ping only. */
  isRead: (part: string) => string;
}

const channel: Target = {
  cursor: "delivery_cursor",
  part: "ping_sequence",
  work: "delivery_work",
  kept: () => ofStore,
  fate: () => `CASE WHEN ${isDeliverable} THEN 'send' ELSE 'skip' END`,
  isRead: (ping) => `(${ping}::bigint IS NULL OR sequence = ${ping})`,
};

const endpoint: Target = {
  cursor: "delivery_position",
  part: "endpoint_id",
  work: "delivery_position",
  kept: (id) => ofEndpoint(`${id}::uuid`),
  fate: (id) => `COALESCE((SELECT ${fateOf()} FROM ${followingOf(id)}), 'skip')`,
  isRead: (id) => `endpoint_id = ${id}`,
};

const isHeld = ({ part }: Target): string => `retailer_id = $1 AND store_id = $2 AND lease_epoch = $3 AND ${part} = $4`;

const readWakeVersion = ({ work }: Target): string =>
  `SELECT wake_version AS "wakeVersion" FROM ${work} WHERE retailer_id = $1 AND store_id = $2${work === "delivery_work" ? "" : " AND endpoint_id = $3"}`;

/** Whether the log continues after `$3`, and the next due time of a retry. `$4`: only this ping, or the endpoint. */
const peekWork = ({ kept, isRead }: Target): string => `
  SELECT EXISTS (SELECT 1 FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence > $3) AS more,
         (SELECT min(due_at) FROM ${kept("$4").retry}
          WHERE retailer_id = $1 AND store_id = $2 AND ${isRead("$4")}) AS "retryAt"`;

/** Releases a lease. `$5`: the wake version that the worker read. `$7`: the next due time; null if nothing waits. */
const releaseLeaseSql = `
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

/** Releases a position as `releaseLeaseSql` does. The lock comes first, so that both writes see the same wake version. */
const releasePositionSql = `
  WITH mine AS MATERIALIZED (
    SELECT wake_version FROM delivery_position WHERE ${isHeld(endpoint)} FOR UPDATE
  ), kept AS (
    UPDATE delivery_position p
    SET in_flight_high_water = $6, due_at = CASE WHEN p.wake_version = $5 THEN COALESCE($7, p.due_at) ELSE p.due_at END
    WHERE ${isHeld(endpoint)} AND EXISTS (SELECT FROM mine WHERE wake_version <> $5 OR $7::timestamptz IS NOT NULL)
  ), done AS (
    DELETE FROM delivery_position
    WHERE ${isHeld(endpoint)} AND EXISTS (SELECT FROM mine WHERE wake_version = $5 AND $7::timestamptz IS NULL)
  )
  SELECT true AS held, wake_version = $5 AS released FROM mine`;

/** Pauses a store until `$5`. */
const postpone = {
  channel: `
  UPDATE delivery_work SET hold_until = GREATEST(hold_until, $5)
  WHERE retailer_id = $1 AND store_id = $2 AND EXISTS (SELECT 1 FROM delivery_cursor WHERE ${isHeld(channel)})
  RETURNING store_id`,
  endpoint: `UPDATE delivery_position SET due_at = GREATEST(due_at, $5) WHERE ${isHeld(endpoint)} RETURNING store_id`,
};

export const readWorkerSql = `SELECT worker_id AS "workerId" FROM delivery_work WHERE retailer_id = $1 AND store_id = $2`;

export const eventColumns = `e.sequence, e.action, e.subject, e.data, e.product, e.traceparent`;

/** Reads the next events after `$5` and claims them: only claimed events may be sent. A lost lease reads nothing. */
const readLog = (target: Target): string => `
  WITH next AS (
    SELECT ${eventColumns}, ${target.fate("$4")} AS fate
    FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $5
    ORDER BY e.sequence LIMIT $6
  ), claimed AS (
    UPDATE ${target.cursor} SET in_flight_high_water = GREATEST(in_flight_high_water, (SELECT max(sequence) FROM next))
    WHERE ${isHeld(target)} AND EXISTS (SELECT 1 FROM next)
    RETURNING lease_epoch
  )
  SELECT next.* FROM next CROSS JOIN claimed ORDER BY sequence`;

/** Reads events after `$3` up to `$5` that an earlier worker may have sent without a record. */
const readDoubtful = ({ fate, kept }: Target): string => `
  SELECT ${eventColumns},
    CASE WHEN ${fate("$6")} = 'skip'
           OR EXISTS (SELECT 1 FROM ${attemptsOf("e.sequence", kept("$6"))} a)
           OR EXISTS (SELECT 1 FROM ${kept("$6").retry} r
                      WHERE r.retailer_id = $1 AND r.store_id = $2${kept("$6").of("r")} AND r.sequence = e.sequence) THEN 'skip'
         WHEN ${newestOfSubject("e")} > e.sequence THEN 'superseded'
         ELSE 'send' END AS fate
  FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $3 AND e.sequence <= $5
  ORDER BY e.sequence LIMIT $4`;

/** Whether the last call of the retry `r` was a batch that the receiver refused for its body. One of its events may be the reason. */
const wasRefused = ({ batch, attempts }: { batch: string; attempts: string }): string =>
  batch
    ? `r.tries > 0 AND EXISTS (SELECT FROM ${attempts} a WHERE a.try = r.attempts AND a.batch > 1 AND a.status IN (400, 413, 422))`
    : "false";

/**
 * The attempts of the retry `r`. One that takes the place of another event (`handOver`) can meanwhile have attempts by the log: a worker that
 * began before a change of the categories may still send it.
 */
const attemptsSoFar = ({ batch, attempts }: { batch: string; attempts: string }): string =>
  batch
    ? `CASE WHEN r.tries > 0 THEN r.attempts ELSE COALESCE((SELECT max(a.try) FROM ${attempts} a), 0)::int END`
    : "r.attempts";

/** Reads due retries. `$6`: only this ping, or the endpoint. The subquery limits the rows first, so that no plan reads more than their keys. */
const readDueRetries = ({ kept, isRead }: Target): string => `
  SELECT ${eventColumns}, r.tries, ${attemptsSoFar({ ...kept("$6"), attempts: attemptsOf("r.sequence", kept("$6")) })} AS attempts, r.enhanced,
    ${wasRefused({ ...kept("$6"), attempts: attemptsOf("r.sequence", kept("$6")) })} AS "wasRefused",
    CASE WHEN ${newestOfSubject("e")} > e.sequence THEN 'superseded' ELSE 'send' END AS fate
  FROM (
    SELECT sequence, tries, attempts, enhanced FROM ${kept("$6").retry}
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND sequence <> ALL ($5::bigint[]) AND ${isRead("$6")}
    ORDER BY sequence LIMIT $4
  ) r
  CROSS JOIN LATERAL (
    SELECT * FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
  ) e
  ORDER BY r.sequence`;

/**
 * An event is superseded by one that the categories of the endpoint leave out: this one is sent in its place, once. Otherwise the receiver
 * gets neither.
 */
const handOver = `, handed AS (
    INSERT INTO endpoint_retry (retailer_id, store_id, endpoint_id, sequence, tries, attempts, due_at)
    SELECT $1, $2, $4, n.sequence, 0, 0, min(j.at)
    FROM settling j
    JOIN delivery_following f ON f.retailer_id = $1 AND f.endpoint_id = $4 AND f.categories <> '{}'
    JOIN store_event e ON e.retailer_id = $1 AND e.store_id = $2 AND e.sequence = j.sequence
    JOIN store_event n ON n.retailer_id = $1 AND n.store_id = $2 AND n.sequence = ${newestOfSubject("e")}
    WHERE j.outcome = 'superseded' AND ${isFollowed("n")} IS NOT TRUE AND n.sequence NOT IN (SELECT sequence FROM judged)
      AND NOT EXISTS (SELECT FROM ${attemptsOf("n.sequence", ofEndpoint("$4"))} a)
    GROUP BY n.sequence
    ON CONFLICT DO NOTHING
  )`;

/** `$5` cursor, `$6` number of the address, `$7` to `$19` the calls, of an endpoint also `$20`. */
const record = (target: Target): string => {
  const kept = target.kept("$4");
  // The run of an endpoint keeps its failures for all stores.
  const health = `, failures = $20, failing_since = $21,
      last_given_up_at = GREATEST(last_given_up_at, (SELECT max(at) FROM judged WHERE outcome = 'failed'))`;
  return `
  WITH judged AS (
    SELECT ${kept.value}d.sequence, d.try, d.at, d.status, d.ms, d.enhanced,
      CASE WHEN d.result <> 'bad' THEN d.result::attempt_outcome
           WHEN ${newestOfSubject("d")} > d.sequence THEN 'superseded'
           WHEN d.due_at IS NULL THEN 'failed'
           ELSE 'retrying' END AS outcome,
      d.answer, CASE WHEN d.ms IS NOT NULL THEN $6::int END AS endpoint, d.tries, d.due_at, d.is_retry${kept.batch}
    FROM unnest($7::bigint[], $8::text[], $9::text[], $10::int[], $11::timestamptz[], $12::int[],
      $13::int[], $14::boolean[], $15::text[], $16::text[], $17::int[], $18::timestamptz[], $19::boolean[]${target === channel ? "" : ", $20::int[]"})
      AS d (sequence, action, subject, try, at, status, ms, enhanced, answer, result, tries, due_at, is_retry${kept.batch})
  ), mine AS (
    UPDATE ${target.cursor} SET cursor = $5${target === channel ? health : ""}
    WHERE ${isHeld(target)}
    RETURNING lease_epoch
  ), settling AS (
    SELECT judged.* FROM mine CROSS JOIN judged
  ), logged AS (${logAttempts("settling", "$2", kept)}
  ), waiting AS (
    INSERT INTO ${kept.retry} (retailer_id, store_id, ${kept.key}sequence, tries, attempts, enhanced, due_at)
    SELECT $1, $2, ${kept.key}sequence, tries, try, enhanced, due_at FROM settling WHERE outcome = 'retrying'
    ON CONFLICT (retailer_id, store_id, ${kept.key}sequence) DO UPDATE
    SET tries = excluded.tries, attempts = excluded.attempts, enhanced = excluded.enhanced, due_at = excluded.due_at
  ), settled AS (
    DELETE FROM ${kept.retry} r USING settling j
    WHERE r.retailer_id = $1 AND r.store_id = $2${kept.of("r")} AND r.sequence = j.sequence AND j.is_retry AND j.outcome <> 'retrying'
  )${target === channel ? "" : handOver}
  SELECT lease_epoch AS epoch FROM mine`;
};

const textsOf = (target: Target) => ({
  readWakeVersion: readWakeVersion(target),
  peekWork: peekWork(target),
  readLog: readLog(target),
  readDoubtful: readDoubtful(target),
  readDueRetries: readDueRetries(target),
  record: record(target),
  release: target === channel ? releaseLeaseSql : releasePositionSql,
  postpone: target === channel ? postpone.channel : postpone.endpoint,
});

const texts = { channel: textsOf(channel), endpoint: textsOf(endpoint) };

/** The statements of a stream. A store's channel and an endpoint have the same rules and different tables. */
export const statementsOf = ({ endpointId }: { endpointId?: string }) =>
  endpointId === undefined ? texts.channel : texts.endpoint;

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
