import type { Sql } from "@highstreet/db";
import { addTraces } from "../append/event-traces.ts";
import type { DeliveryHost } from "../delivery-host.ts";
import { type Lease, peekWork, postponeStore, type Release, releaseLease, type WorkState } from "../lease/leases.ts";
import { type DueEvent, type DueRetry, readDueRetries, readLog } from "../read/due-events.ts";
import type { Finish, Finished, Finisher } from "../record/finish-stores.ts";
import { type Completion, type Progress, recordDeliveries } from "../record/record-deliveries.ts";

/** The reads and writes of a stream. `false` and `lost` mean that the lease was lost and nothing was written. */
export interface StreamLog {
  readLog(range: { after: number; doubtTo: number; limit: number }): Promise<DueEvent[]>;
  readDueRetries(which: { now: Date; inHand: number[]; isVerified: boolean; limit: number }): Promise<DueRetry[]>;
  record(progress: Progress, done: readonly Completion[]): Promise<boolean>;
  /** Records good calls and releases the lease, if no event has arrived. */
  finish(end: Omit<Finish, "lease">): Promise<Finished>;
  settlePing(done: Completion): Promise<boolean>;
  warnOfFailing(isFailing: boolean): Promise<boolean>;
  postpone(until: Date): Promise<boolean>;
  peekWork(cursor: number, isVerified: boolean): Promise<WorkState>;
  release(release: Release): Promise<"released" | "woken" | "lost">;
}

interface StreamLogOptions {
  host: DeliveryHost;
  lease: Lease;
  finisher: Finisher;
  /** Whether events are read with their traces. */
  isTraced: boolean;
}

/** The log of a store in the database. */
export function streamLog(db: Sql, { host, lease, finisher, isTraced }: StreamLogOptions): StreamLog {
  const traced = async <E extends DueEvent>(reading: Promise<E[]>): Promise<E[]> =>
    isTraced ? addTraces(db, lease, await reading) : reading;
  return {
    readLog: (range) => traced(readLog(db, lease, range)),
    readDueRetries: (which) => traced(readDueRetries(db, lease, which)),
    record: (progress, done) => recordDeliveries(db, lease, progress, done),
    finish: (end) => finisher.finish({ lease, ...end }),
    settlePing: (done) => host.settlePing(lease, done),
    warnOfFailing: (isFailing) => host.warnOfFailing(lease, isFailing),
    postpone: (until) => postponeStore(db, lease, until),
    peekWork: (cursor, isVerified) => peekWork(db, lease, cursor, isVerified),
    release: (release) => releaseLease(db, lease, release),
  };
}
