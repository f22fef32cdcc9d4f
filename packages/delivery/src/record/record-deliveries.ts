import type { Sql } from "@highstreet/db";
import { recordDeliveriesSql } from "../delivery.sql.ts";
import type { Lease } from "../lease/leases.ts";

/** The end of a call, or of an event without a call. */
export interface Completion {
  sequence: number;
  action: string;
  subject: string;
  /** The number of this attempt among the attempts of the event. */
  try: number;
  at: Date;
  /** HTTP status; null without an answer. */
  status: number | null;
  /** null if no call was made. */
  ms: number | null;
  enhanced: boolean;
  answer: string | null;
  /** `bad`: the record decides between a retry, `failed` and `superseded`. */
  result: "delivered" | "bad" | "superseded";
  /** Tries of this cycle, with this one. */
  tries: number;
  /** The time of the next try after a bad answer; null after the last try. */
  dueAt: Date | null;
  /** Whether the event came from a retry row. */
  isRetry: boolean;
}

/** The position of a stream. */
export interface Progress {
  cursor: number;
  failures: number;
  failingSince: Date | null;
}

/** An array in PostgreSQL's text format. The values need no quotes. `pg` takes longer to encode an array. */
const plain = (done: readonly Completion[], of: (item: Completion) => number | boolean | null): string =>
  `{${done.map((item) => of(item) ?? "NULL").join()}}`;

/**
 * Records attempts, retries and the position of a stream in one statement. A bad answer is `superseded` if the log has a newer
 * event of the subject.
 * @returns false if the lease was lost. Then nothing is recorded
 */
export async function recordDeliveries(
  sql: Sql,
  lease: Lease,
  progress: Progress,
  done: readonly Completion[],
): Promise<boolean> {
  const rows = await sql.query(recordDeliveriesSql, [
    lease.retailerId,
    lease.storeId,
    lease.epoch,
    lease.pingSequence,
    progress.cursor,
    progress.failures,
    progress.failingSince,
    lease.endpoint,
    plain(done, (item) => item.sequence),
    // Only a bad result needs the newest event of its subject.
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
