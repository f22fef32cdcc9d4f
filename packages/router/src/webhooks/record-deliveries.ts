import type { Sql } from "@highstreet/db";
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
  /** When to try again, if nothing newer is there; null: no more. */
  dueAt: Date | null;
  /** It came from a retry row. */
  isRetry: boolean;
}

/** How far a lane has come. */
export interface Progress {
  cursor: number;
  claimedTo: number;
  failures: number;
  failingSince: Date | null;
}

const record = `
  WITH mine AS (
    UPDATE delivery_cursor
    SET cursor = $5, claimed_to = GREATEST(claimed_to, $6), failures = $7, failing_since = $8
    WHERE retailer_id = $1 AND store_id = $2 AND epoch = $3 AND generation = $4
    RETURNING epoch
  ), judged AS (
    SELECT d.*,
      CASE WHEN d.result <> 'bad' THEN d.result
           WHEN ${newestOfSubject("d")} > d.sequence THEN 'superseded'
           WHEN d.due_at IS NULL THEN 'failed'
           ELSE 'retrying' END AS outcome
    FROM mine CROSS JOIN unnest($9::bigint[], $10::text[], $11::text[], $12::int[], $13::timestamptz[], $14::int[],
      $15::int[], $16::boolean[], $17::text[], $18::text[], $19::int[], $20::timestamptz[], $21::boolean[])
      AS d (sequence, action, subject, try, at, status, ms, enhanced, answer, result, tries, due_at, is_retry)
  ), logged AS (
    INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, status, ms, enhanced, outcome, answer)
    SELECT $1, $2, sequence, try, at, status, ms, enhanced, outcome, answer FROM judged
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
    progress.claimedTo,
    progress.failures,
    progress.failingSince,
    done.map((item) => item.sequence),
    done.map((item) => item.action),
    done.map((item) => item.subject),
    done.map((item) => item.try),
    done.map((item) => item.at),
    done.map((item) => item.status),
    done.map((item) => item.ms),
    done.map((item) => item.enhanced),
    done.map((item) => item.answer),
    done.map((item) => item.result),
    done.map((item) => item.tries),
    done.map((item) => item.dueAt),
    done.map((item) => item.isRetry),
  ]);
  return rows.length > 0;
}
