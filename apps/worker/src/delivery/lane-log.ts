import type { Context } from "@highstreet/router";
import {
  type Completion,
  type DueEvent,
  type DueRetry,
  holdStore,
  type Lease,
  lookAround,
  type Parking,
  type Progress,
  parkStore,
  readDueRetries,
  readLog,
  recordDeliveries,
  settlePing,
  tellFailing,
  type View,
} from "@highstreet/router/features/webhooks/index.ts";

/** What a lane reads and writes of its store. False and `lost`: the lease is another's by now, and nothing was written. */
export interface LaneLog {
  readLog(range: { after: number; doubtTo: number; limit: number }): Promise<DueEvent[]>;
  readDueRetries(which: { now: Date; inHand: number[]; isVerified: boolean; limit: number }): Promise<DueRetry[]>;
  record(progress: Progress, done: readonly Completion[]): Promise<boolean>;
  settlePing(done: Completion): Promise<boolean>;
  tellFailing(isFailing: boolean): Promise<boolean>;
  hold(until: Date): Promise<boolean>;
  lookAround(cursor: number, isVerified: boolean): Promise<View>;
  park(parking: Parking): Promise<"parked" | "woken" | "lost">;
}

/** The store's log as the database has it. */
export function laneLog(ctx: Context, lease: Lease): LaneLog {
  const { db } = ctx;
  return {
    readLog: (range) => readLog(db, lease, range),
    readDueRetries: (which) => readDueRetries(db, lease, which),
    record: (progress, done) => recordDeliveries(db, lease, progress, done),
    settlePing: (done) => settlePing(ctx, lease, done),
    tellFailing: (isFailing) => tellFailing(ctx, lease, isFailing),
    hold: (until) => holdStore(db, lease, until),
    lookAround: (cursor, isVerified) => lookAround(db, lease, cursor, isVerified),
    park: (parking) => parkStore(db, lease, parking),
  };
}
