import type { Sql } from "@highstreet/db";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { logPingSql, recordDeliveriesSql } from "../delivery.sql.ts";
import { changeEndpoint, endpointWarnings, holdsLease } from "./endpoint-warnings.ts";
import type { Lease } from "./lease.ts";
import { MOST_TRIES } from "./retry-schedule.ts";

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

/**
 * Records the call that verifies an endpoint. After a 2xx the channel is connected and its events are sent. After a failure the
 * channel has a warning, and after the usual tries the ping is repeated every hour.
 * @param done `dueAt` is the time of the next ping
 * @returns false if the lease was lost. Then nothing is recorded
 */
export async function settlePing(ctx: Context, lease: Lease, done: Completion): Promise<boolean> {
  const now = ctx.now();
  const { retailerId, storeId } = lease;
  const { sequence } = done;
  const isAnswered = done.result === "delivered";
  const isGivenUp = !isAnswered && done.tries >= MOST_TRIES;
  return ctx.db.transaction(lease, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    if (!(await holdsLease(tx, lease))) return false;
    const outcome = isAnswered ? "delivered" : isGivenUp ? "failed" : "retrying";
    const call = [done.try, done.at, done.status, done.ms, outcome, done.answer, lease.endpoint];
    await tx.query(logPingSql, [retailerId, storeId, sequence, ...call]);
    if (isAnswered) {
      await tx.prisma.deliveryRetry.deleteMany({ where: { retailerId, storeId, sequence } });
      await changeEndpoint(tx, lease, { status: "connected", remove: endpointWarnings.verificationFailed }, now);
      return true;
    }
    const { try: attempts, dueAt } = done;
    await tx.prisma.deliveryRetry.updateMany({
      where: { retailerId, storeId, sequence },
      data: { tries: Math.min(done.tries, MOST_TRIES), attempts, ...(dueAt && { dueAt }) },
    });
    await changeEndpoint(tx, lease, { add: endpointWarnings.verificationFailed }, now);
    return true;
  });
}
