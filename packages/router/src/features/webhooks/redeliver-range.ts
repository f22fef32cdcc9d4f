import type { Tx } from "@highstreet/db";
import { channelNotEnabled, readChannel, type StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { BLOCK } from "./attempts-of.ts";
import { wakeStore } from "./begin-generation.ts";
import { deliveryWrite } from "./delivery-write.ts";
import type { Redelivered, RedeliverRange } from "./endpoint.schema.ts";
import { newestOfSubject } from "./newest-of-subject.ts";

/** Sequences looked at in one statement. */
const BATCH = 10_000;

const BATCH_STATEMENT_MS = 60_000;

/** Where the log begins and ends. */
const log = `SELECT log_floor + 1 AS first, next_sequence - 1 AS last FROM store WHERE retailer_id = $1 AND store_id = $2`;

/** The channel stays while this is held, and whoever sends its events is not held up. */
const keepChannel = `SELECT FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 FOR KEY SHARE`;

/**
 * What is finished begins a new cycle of four tries, if nothing newer of its subject is in the log. `$5`: a status, or null.
 * Each event is looked up by its key, written so that no plan can do otherwise: the planner knows little of these tables.
 */
const queueFinished = `
  WITH tried AS (
    SELECT one.sequence, max(a.try) AS attempts,
           CASE WHEN bool_or(a.outcome = 'delivered') THEN 'delivered'
             ELSE (array_agg(a.outcome ORDER BY a.try DESC))[1] END AS status,
           CASE WHEN count(one.ms) > 0 THEN bool_or(a.enhanced) END AS enhanced
    FROM delivery_attempt a
    CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.ms || a.more_ms) AS one (sequence, ms)
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

/** What waits for a later try goes now, its tries kept: whoever sends has none of these in hand. */
const hastenWaiting = `
  WITH waiting AS (
    SELECT r.sequence, COALESCE(${newestOfSubject("e")} > r.sequence, false) AS overtaken
    FROM delivery_retry r
    CROSS JOIN LATERAL (
      SELECT action, subject FROM store_event
      WHERE retailer_id = $1 AND store_id = $2 AND sequence = r.sequence LIMIT 1
    ) e
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.due_at > $6 AND r.sequence BETWEEN $3 AND $4
    ORDER BY r.sequence FOR UPDATE OF r SKIP LOCKED
  ), hastened AS (
    UPDATE delivery_retry SET due_at = $6
    WHERE retailer_id = $1 AND store_id = $2 AND ($5::text IS NULL OR $5 = 'pending')
      AND sequence = ANY (ARRAY (SELECT sequence FROM waiting WHERE NOT overtaken))
    RETURNING sequence
  )
  SELECT (SELECT count(*) FROM hastened) AS queued,
         (SELECT count(*) FROM waiting WHERE overtaken AND ($5::text IS NULL OR $5 = 'superseded')) AS superseded`;

async function holdChannel(tx: Tx, store: StoreIds): Promise<void> {
  const cursor = await tx.query(keepChannel, [store.retailerId, store.storeId]);
  if (!cursor.length) throw channelNotEnabled("webhooks");
}

/**
 * Sends a range of deliveries again (contract §6), as `redeliverEvent` does each: of every subject the newest at most, and what
 * was delivered once stays delivered. Taken batch by batch, each committed by itself: whoever sends is not held up.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function redeliverRange(ctx: Context, input: RedeliverRange): Promise<Redelivered> {
  const store = await findStore(ctx, input);
  const ids = [store.retailerId, store.storeId];
  const { from, to, status = null } = input.body;
  const now = ctx.now();
  if (!(await readChannel(ctx.db, store, "webhooks"))) throw channelNotEnabled("webhooks");
  const [known] = await ctx.db.query<{ first: number; last: number }>(log, ids);
  const last = Math.min(to ?? Number.MAX_SAFE_INTEGER, known?.last ?? 0);
  const done: Redelivered = { queued: 0, superseded: 0 };
  for (let first = Math.max(from, known?.first ?? 1); first <= last; first += BATCH) {
    const upTo = Math.min(first + BATCH - 1, last);
    const values = [...ids, first, upTo, status, now];
    const take = async (tx: Tx): Promise<Redelivered[]> => {
      await holdChannel(tx, store);
      const hastened = await tx.query<Redelivered>(hastenWaiting, values);
      return [...hastened, ...(await tx.query<Redelivered>(queueFinished, values))];
    };
    const counted = await ctx.db.transaction(store, take, { statementMs: BATCH_STATEMENT_MS });
    for (const { queued, superseded } of counted) {
      done.queued += queued;
      done.superseded += superseded;
    }
  }
  return ctx.db.transaction(store, async (tx) => {
    await holdChannel(tx, store);
    await wakeStore(tx, store);
    recordHistory(ctx, tx, [deliveryWrite(store, { from, to: to ?? null, status, ...done })]);
    return done;
  });
}
