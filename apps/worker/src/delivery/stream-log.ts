import type { Context } from "@highstreet/router";
import {
  type Completion,
  type DueEvent,
  type DueRetry,
  type Lease,
  type Progress,
  peekWork,
  postponeStore,
  type Release,
  readDueRetries,
  readLog,
  recordDeliveries,
  releaseLease,
  settlePing,
  type WorkState,
  warnOfFailing,
} from "@highstreet/router/features/webhooks/index.ts";

/** The reads and writes of a stream. `false` and `lost` mean that the lease was lost and nothing was written. */
export interface StreamLog {
  readLog(range: { after: number; doubtTo: number; limit: number }): Promise<DueEvent[]>;
  readDueRetries(which: { now: Date; inHand: number[]; isVerified: boolean; limit: number }): Promise<DueRetry[]>;
  record(progress: Progress, done: readonly Completion[]): Promise<boolean>;
  settlePing(done: Completion): Promise<boolean>;
  warnOfFailing(isFailing: boolean): Promise<boolean>;
  postpone(until: Date): Promise<boolean>;
  peekWork(cursor: number, isVerified: boolean): Promise<WorkState>;
  release(release: Release): Promise<"released" | "woken" | "lost">;
}

/** The log of a store in the database. */
export function streamLog(ctx: Context, lease: Lease): StreamLog {
  const { db } = ctx;
  return {
    readLog: (range) => readLog(db, lease, range),
    readDueRetries: (which) => readDueRetries(db, lease, which),
    record: (progress, done) => recordDeliveries(db, lease, progress, done),
    settlePing: (done) => settlePing(ctx, lease, done),
    warnOfFailing: (isFailing) => warnOfFailing(ctx, lease, isFailing),
    postpone: (until) => postponeStore(db, lease, until),
    peekWork: (cursor, isVerified) => peekWork(db, lease, cursor, isVerified),
    release: (release) => releaseLease(db, lease, release),
  };
}
