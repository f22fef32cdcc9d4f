import type { Sql } from "@highstreet/db";
import { logAttempts } from "./attempts-of.ts";
import type { Lease } from "./lease-store.ts";
import { newestOfSubject } from "./newest-of-subject.ts";

/** How a call ended, or an event without one. */
export interface Completion {
  sequence: number;
  action: string;
  subject: string;
  /** Number of this row among the event's. */
  try: number;
  at: Date;
  /** HTTP status; null: no answer. */
  status: number | null;
  /** null: no call was made. */
  ms: number | null;
  enhanced: boolean;
  answer: string | null;
  /** `bad`: whether it is tried again, failed or superseded is decided as it is recorded. */
  result: "delivered" | "bad" | "superseded";
  /** Tries of this cycle, this one included. */
  tries: number;
  /** When to try again, if it went badly and nothing newer is there; null: no more. */
  dueAt: Date | null;
  /** It came from a retry row. */
  isRetry: boolean;
}

/** How far a lane has come. */
export interface Progress {
  cursor: number;
  failures: number;
  failingSince: Date | null;
}

const record = `
  WITH mine AS (
    UPDATE delivery_cursor SET cursor = $5, failures = $6, failing_since = $7
    WHERE retailer_id = $1 AND store_id = $2 AND epoch = $3 AND generation = $4
    RETURNING epoch
  ), judged AS (
    SELECT d.sequence, d.try, 'epoch'::timestamptz + d.at * interval '1 millisecond' AS at, d.status, d.ms, d.enhanced,
      CASE WHEN d.result <> 'bad' THEN d.result
           WHEN ${newestOfSubject("d")} > d.sequence THEN 'superseded'
           WHEN d.due_at IS NULL THEN 'failed'
           ELSE 'retrying' END AS outcome,
      d.answer, CASE WHEN d.ms IS NOT NULL THEN $8::int END AS endpoint, d.tries, d.due_at, d.is_retry
    FROM mine CROSS JOIN unnest($9::bigint[], $10::text[], $11::text[], $12::int[], $13::bigint[], $14::int[],
      $15::int[], $16::boolean[], $17::text[], $18::text[], $19::int[], $20::timestamptz[], $21::boolean[])
      AS d (sequence, action, subject, try, at, status, ms, enhanced, answer, result, tries, due_at, is_retry)
  ), logged AS (${logAttempts("judged")}
  ), waiting AS (
    INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, enhanced, due_at)
    SELECT $1, $2, sequence, tries, try, enhanced, due_at FROM judged WHERE outcome = 'retrying'
    ON CONFLICT (retailer_id, store_id, sequence) DO UPDATE
    SET tries = excluded.tries, attempts = excluded.attempts, enhanced = excluded.enhanced, due_at = excluded.due_at
  ), settled AS (
    DELETE FROM delivery_retry r USING judged j
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence = j.sequence AND j.is_retry AND j.outcome <> 'retrying'
  )
  SELECT epoch FROM mine`;

/** An array as PostgreSQL reads it, of what needs no quotes: `pg` looks at each value for longer than it takes to join them. */
const plain = (done: readonly Completion[], of: (item: Completion) => number | boolean | null): string =>
  `{${done.map((item) => of(item) ?? "NULL").join()}}`;

/**
 * Records what a lane has done, in one statement: attempts, retries, and how far it has come. A bad answer of an event
 * that has a newer one of its subject in the log is `superseded` for good (contract §6, Order).
 * @returns false: the lease was lost, and nothing was recorded
 */
export async function recordDeliveries(
  sql: Sql,
  lease: Lease,
  progress: Progress,
  done: readonly Completion[],
): Promise<boolean> {
  const rows = await sql.query(record, [
    lease.retailerId,
    lease.storeId,
    lease.epoch,
    lease.generation,
    progress.cursor,
    progress.failures,
    progress.failingSince,
    lease.endpoint,
    plain(done, (item) => item.sequence),
    // Of what went well or was given up, nothing is to be looked up.
    done.map((item) => (item.result === "bad" ? item.action : null)),
    done.map((item) => (item.result === "bad" ? item.subject : null)),
    plain(done, (item) => item.try),
    plain(done, (item) => item.at.getTime()),
    plain(done, (item) => item.status),
    plain(done, (item) => item.ms),
    plain(done, (item) => item.enhanced),
    done.map((item) => item.answer),
    done.map((item) => item.result),
    plain(done, (item) => item.tries),
    done.map((item) => item.dueAt),
    plain(done, (item) => item.isRetry),
  ]);
  return rows.length > 0;
}
