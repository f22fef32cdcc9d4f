/** The statements that read the log of deliveries and send deliveries again. */
import {
  attemptsOf,
  BLOCK,
  followingOf,
  isDeliverable,
  isFollowed,
  type Kept,
  newestOfSubject,
  ofEndpoint,
  ofStore,
} from "@highstreet/delivery";
import { scan } from "../../kernel/kernel.sql.ts";
import type { Delivery } from "./webhooks.schema.ts";

interface Receiver extends Kept {
  /** The condition for events `e` that wait for their first call. */
  untried: string;
}

const channel: Receiver = {
  ...ofStore,
  untried: "e.sequence > (SELECT cursor FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2)",
};

/** @param id the parameter with the endpoint */
const endpoint = (id: string): Receiver => ({
  ...ofEndpoint(id),
  untried: `e.sequence > (SELECT cursor FROM delivery_position WHERE retailer_id = $1 AND store_id = $2 AND endpoint_id = ${id})
    AND EXISTS (SELECT FROM ${followingOf(id)} AND ${isFollowed()})`,
});

const blockOf = (sequence: string): string => `(${sequence} - ${sequence} % ${BLOCK})`;

/**
 * The deliveries among the events of one block (`BLOCK`) of store `$2`. A delivered event stays delivered after any result of later
 * attempts. An event that waits for a retry is superseded as soon as the log has a newer event of its subject. OFFSET keeps the planner
 * from merging the sub-select.
 * @param first the first sequence of the block
 * @param condition on the events, `e`
 */
const deliveriesIn = (first: string, condition: string, of: Receiver): string => `(
  SELECT e.sequence, e.action, e.data, e.product, e.created_at AS "createdAt",
         CASE WHEN a.delivered THEN 'delivered' WHEN o.overtaken THEN 'superseded' WHEN r.sequence IS NOT NULL THEN 'pending'
              ELSE COALESCE(a.last::text, 'pending') END AS status,
         COALESCE(a.tries, 0)::int AS tries, a.last_status AS "lastStatus", a.last_at AS "lastTryAt", a.reason,
         a.enhanced AS "wasEnhanced", CASE WHEN o.overtaken THEN NULL ELSE r.due_at END AS "nextTryAt"${of.batch}
  FROM store_event e
  LEFT JOIN (
    SELECT sequence, due_at FROM ${of.retry} w
    WHERE retailer_id = $1 AND store_id = $2${of.of("w")} AND sequence BETWEEN ${first} AND ${first} + ${BLOCK - 1}
    OFFSET 0
  ) r ON r.sequence = e.sequence
  LEFT JOIN (
    SELECT one.sequence, count(one.ms) AS tries, bool_or(t.outcome = 'delivered') AS delivered, bool_or(t.enhanced) AS enhanced,
           (array_agg(t.outcome ORDER BY t.attempt DESC))[1] AS last,
           (array_agg(CASE WHEN one.ms IS NULL THEN t.answer END ORDER BY t.attempt DESC))[1] AS reason,
           (array_agg(t.status ORDER BY t.attempt DESC) FILTER (WHERE one.ms IS NOT NULL))[1] AS last_status,
           max(one.at) FILTER (WHERE one.ms IS NOT NULL) AS last_at${
             of.batch && ", (array_agg(t.batch ORDER BY t.attempt DESC) FILTER (WHERE one.ms IS NOT NULL))[1] AS batch"
           }
    FROM ${of.attempt} t
    CROSS JOIN LATERAL unnest(t.sequence || t.more_sequences, t.attempted_at || t.more_attempted_at, t.duration_ms || t.more_duration_ms) AS one (sequence, at, ms)
    WHERE t.retailer_id = $1 AND t.store_id = $2${of.of("t")} AND t.sequence BETWEEN ${first} AND ${first} + ${BLOCK - 1}
    GROUP BY one.sequence
  ) a ON a.sequence = e.sequence
  CROSS JOIN LATERAL (
    SELECT CASE WHEN r.sequence IS NOT NULL THEN COALESCE(${newestOfSubject("e")} > e.sequence, false)
                ELSE false END AS overtaken
  ) o
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence BETWEEN ${first} AND ${first} + ${BLOCK - 1} AND ${condition}
    AND (a.last IS NOT NULL OR r.sequence IS NOT NULL OR (${isDeliverable} AND ${of.untried}))
  OFFSET 0
)`;

const read = (of: Receiver): string => `SELECT * FROM ${deliveriesIn(blockOf("$3::bigint"), "e.sequence = $3", of)} d`;

/** `secret` is set if the endpoint of the call is the current one. */
const readAttempts = `
  SELECT a.try, a.at, a.status, a.ms AS "durationMs", a.outcome, a.answer, p.url, ch.secret
  FROM ${attemptsOf("$3::bigint")} a
  LEFT JOIN delivery_endpoint p ON p.retailer_id = $1 AND p.store_id = $2 AND p.endpoint = a.endpoint
  LEFT JOIN delivery_cursor c ON c.retailer_id = $1 AND c.store_id = $2 AND c.endpoint = a.endpoint
  LEFT JOIN channel ch ON ch.retailer_id = c.retailer_id AND ch.store_id = c.store_id AND ch.channel = 'webhooks'
  ORDER BY a.try`;

const readAttemptsOfEndpoint = `
  SELECT a.try, a.at, a.status, a.ms AS "durationMs", a.outcome, a.answer, a.batch, p.urls[a.endpoint] AS url,
         CASE WHEN a.endpoint = cardinality(p.urls) THEN p.secret END AS secret
  FROM ${attemptsOf("$3::bigint", endpoint("$4"))} a
  LEFT JOIN webhook_endpoint p ON p.id = $4
  ORDER BY a.try`;

/** Rows that can have a status. Each has an index by store and sequence. */
const sources = {
  event: () => "store_event e WHERE e.retailer_id = $1 AND e.store_id = $2",
  retry: (of: Receiver) => `${of.retry} e WHERE e.retailer_id = $1 AND e.store_id = $2${of.of("e")}`,
  untried: (of: Receiver) => `store_event e WHERE e.retailer_id = $1 AND e.store_id = $2 AND ${of.untried}`,
  failed: (of: Receiver) =>
    `${of.attempt} e WHERE e.retailer_id = $1 AND e.store_id = $2${of.of("e")} AND e.outcome = 'failed'`,
  superseded: (of: Receiver) =>
    `${of.attempt} e WHERE e.retailer_id = $1 AND e.store_id = $2${of.of("e")} AND e.outcome = 'superseded'`,
};

const sourcesOf: Record<Delivery["status"] | "any", readonly (keyof typeof sources)[]> = {
  any: ["event"],
  delivered: ["event"],
  pending: ["untried", "retry"],
  failed: ["failed"],
  superseded: ["superseded", "retry"],
};

type Direction = "newestFirst" | "back";

/** The next block that can hold a match. `from`: the sequence before which to search, newest first. */
const nextBlock = (of: Receiver, status: keyof typeof sourcesOf, direction: Direction, from: string): string => {
  const isBack = direction === "back";
  const first = (source: keyof typeof sources) => `
    (SELECT e.sequence FROM ${sources[source](of)} AND e.sequence ${isBack ? ">=" : "<"} ${from}
     ORDER BY e.sequence ${isBack ? "ASC" : "DESC"} LIMIT 1)`;
  const nearest = `${isBack ? "LEAST" : "GREATEST"}(${sourcesOf[status].map(first).join()})`;
  return `SELECT ${blockOf("nearest")} AS first FROM (SELECT ${nearest} AS nearest OFFSET 0) n WHERE nearest IS NOT NULL`;
};

/** `$1` retailer, `$2` store, `$3` sequence, `$4` blocks, `$5` matches, `$6` status, `$7` action, `$8` search. */
const list = (of: Receiver, status: keyof typeof sourcesOf, direction: Direction): string => {
  const isBack = direction === "back";
  const order = isBack ? "ASC" : "DESC";
  const key = isBack ? `first + ${BLOCK - 1}` : "first";
  return scan({
    order,
    candidates: `
      SELECT first, ${key} AS key, 1 AS n
      FROM (${nextBlock(of, status, direction, isBack ? blockOf("($3::bigint + 1)") : "$3::bigint")}) b
      UNION ALL
      SELECT b.first, b.${key}, c.n + 1
      FROM candidate c
      CROSS JOIN LATERAL (${nextBlock(of, status, direction, isBack ? `c.first + ${BLOCK}` : "c.first")}) b
      WHERE c.n < $4::int`,
    found: `
      SELECT d.sequence AS key, d.*
      FROM candidate c
      CROSS JOIN LATERAL ${deliveriesIn(
        "c.first",
        `e.sequence ${isBack ? ">" : "<"} $3
          AND ($7::text IS NULL OR e.action = $7)
          AND ($8::text IS NULL OR e.sequence::text = $8
               OR (e.action = 'inventory.update' AND strpos(e.data, '"barcode":' || left(to_json($8)::text, -1)) > 0))`,
        of,
      )} d
      WHERE $6::text IS NULL OR d.status = $6
      ORDER BY d.sequence ${order} LIMIT $5`,
  });
};

const listOf = (of: Receiver) => {
  const bothWays = (status: keyof typeof sourcesOf) => ({
    newestFirst: list(of, status, "newestFirst"),
    back: list(of, status, "back"),
  });
  return {
    any: bothWays("any"),
    delivered: bothWays("delivered"),
    pending: bothWays("pending"),
    failed: bothWays("failed"),
    superseded: bothWays("superseded"),
  };
};

/** A row has up to 64 calls of a busy store. */
const MAX_ROWS = 10_000;

/** One row per hour with calls, and one for all (`at` is null). @param newest rows of attempts, `since`: the start */
const summarize = (newest: string, since: string): string => `
  WITH newest AS (
    SELECT attempted_at, duration_ms, outcome, more_attempted_at, more_duration_ms FROM ${newest} LIMIT ${MAX_ROWS}
  ), calls AS (
    SELECT date_trunc('hour', one.at, 'UTC') AS hour, one.ms, n.outcome = 'delivered' AS delivered
    FROM newest n CROSS JOIN LATERAL unnest(n.attempted_at || n.more_attempted_at, n.duration_ms || n.more_duration_ms) AS one (at, ms)
    WHERE one.at >= ${since} AND one.ms IS NOT NULL
  )
  SELECT hour AS at, count(*) FILTER (WHERE delivered) AS delivered, count(*) FILTER (WHERE NOT delivered) AS failed,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY ms) AS "medianMs",
         percentile_disc(0.95) WITHIN GROUP (ORDER BY ms) AS "p95Ms",
         (SELECT count(*) FROM newest) < ${MAX_ROWS} AS "isWhole"
  FROM calls GROUP BY GROUPING SETS ((hour), ())`;

/** `$1` retailer, `$2` store, `$3` the start. */
export const summarizeDeliveriesSql = summarize(
  "delivery_attempt WHERE retailer_id = $1 AND store_id = $2 ORDER BY sequence DESC, attempt DESC",
  "$3",
);

/** Of all stores: `$1` endpoint, `$2` the start. The calls of a row began within a minute. */
export const summarizeEndpointSql = summarize(
  "endpoint_attempt WHERE endpoint_id = $1 AND attempted_at >= $2::timestamptz - interval '1 minute' ORDER BY attempted_at DESC",
  "$2",
);

/** The statements of a store's channel, and those of an endpoint, whose id is their last parameter. */
export const deliveriesSql = {
  channel: { read: read(channel), readAttempts, list: listOf(channel) },
  endpoint: { read: read(endpoint("$4")), readAttempts: readAttemptsOfEndpoint, list: listOf(endpoint("$9")) },
};

export const newestOfEventSql = `SELECT ${newestOfSubject("e")} AS newest FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence = $3`;

/** A new cycle of four tries, with the body of the first try. */
export const queueAgainSql = `
  INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, enhanced, due_at)
  SELECT c.retailer_id, c.store_id, $3::bigint, 0, tried.attempts, tried.enhanced, $4
  FROM delivery_cursor c CROSS JOIN (
    SELECT max(try) AS attempts, CASE WHEN count(ms) > 0 THEN bool_or(enhanced) END AS enhanced FROM ${attemptsOf("$3::bigint")} a
  ) tried
  WHERE c.retailer_id = $1 AND c.store_id = $2`;

/** Until the commit, without a wait for the worker that sends its events. */
export const keepChannelSql = `SELECT FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 FOR KEY SHARE`;

/**
 * A new cycle for each finished event that is the newest of its subject. `$5`: a status, or null. Each event is looked up by its key in a
 * form that no plan can change.
 */
export const queueFinishedSql = `
  WITH tried AS (
    SELECT one.sequence, max(a.attempt) AS attempts,
           CASE WHEN bool_or(a.outcome = 'delivered') THEN 'delivered'
             ELSE (array_agg(a.outcome ORDER BY a.attempt DESC))[1]::text END AS status,
           CASE WHEN count(one.ms) > 0 THEN bool_or(a.enhanced) END AS enhanced
    FROM delivery_attempt a
    CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.duration_ms || a.more_duration_ms) AS one (sequence, ms)
    WHERE a.retailer_id = $1 AND a.store_id = $2 AND a.sequence BETWEEN $3::bigint - $3::bigint % ${BLOCK} AND $4
      AND one.sequence BETWEEN $3 AND $4
    GROUP BY one.sequence
  ), finished AS (
    SELECT t.sequence, t.attempts, t.enhanced, COALESCE(${newestOfSubject("e")} > t.sequence, false) AS overtaken
    FROM tried t
    CROSS JOIN LATERAL (
      SELECT sequence, action, subject FROM store_event
      WHERE retailer_id = $1 AND store_id = $2 AND sequence = t.sequence LIMIT 1
    ) e
    WHERE ($5::text IS NULL OR t.status = $5)
      AND (SELECT r.tries FROM delivery_retry r
           WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = t.sequence) IS NULL
  ), queued AS (
    INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, enhanced, due_at)
    SELECT $1, $2, sequence, 0, attempts, enhanced, $6 FROM finished WHERE NOT overtaken
    ON CONFLICT (retailer_id, store_id, sequence) DO NOTHING
    RETURNING sequence
  )
  SELECT (SELECT count(*) FROM queued) AS queued, (SELECT count(*) FROM finished WHERE overtaken) AS superseded`;

/** Keeps their tries. Skips the retries that a worker holds. */
export const retryNowSql = `
  WITH waiting AS (
    SELECT r.sequence, COALESCE(${newestOfSubject("e")} > r.sequence, false) AS overtaken
    FROM delivery_retry r
    CROSS JOIN LATERAL (
      SELECT action, subject FROM store_event
      WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
    ) e
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.due_at > $6 AND r.sequence BETWEEN $3 AND $4
    ORDER BY r.sequence FOR UPDATE OF r SKIP LOCKED
  ), advanced AS (
    UPDATE delivery_retry SET due_at = $6
    WHERE retailer_id = $1 AND store_id = $2 AND ($5::text IS NULL OR $5 = 'pending')
      AND sequence = ANY (ARRAY (SELECT sequence FROM waiting WHERE NOT overtaken))
    RETURNING sequence
  )
  SELECT (SELECT count(*) FROM advanced) AS queued,
         (SELECT count(*) FROM waiting WHERE overtaken AND ($5::text IS NULL OR $5 = 'superseded')) AS superseded`;
