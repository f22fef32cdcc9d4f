import type { Sql } from "@highstreet/db";
import type { Candidate } from "./lease-store.ts";
import * as sql from "./receiver-health.sql.ts";

/** What the workers know of a receiver: a partner and an origin, `<partner id> https://host:port`. */
export interface ReceiverHealth {
  receiver: string;
  /** At most three stores whose calls failed since the last good call. */
  failingStores: string[];
  isDown: boolean;
  /** When the next probe may be made. */
  probeAt: Date | null;
  /** It is up again, and the next of its parked stores may be woken. */
  isWaking: boolean;
}

/** The receivers whose last calls failed. All others are well. */
export function listReceivers(db: Sql): Promise<ReceiverHealth[]> {
  return db.query<ReceiverHealth>(sql.listReceivers);
}

/**
 * Notes that calls failed. The receiver counts as down when it could not be reached, or when three stores failed without a good
 * call between: one event that a receiver cannot take parks no other store.
 * @param isUnreachable refused, timeout, DNS, TLS, or 502 to 504
 * @param isProbe the call that asked whether the receiver is up again
 */
export async function noteFailure(
  db: Sql,
  failed: { receiver: string; storeIds: string[]; isUnreachable: boolean; isProbe: boolean },
  now: Date,
): Promise<void> {
  const { receiver, storeIds, isUnreachable, isProbe } = failed;
  await db.query(sql.noteFailure, [receiver, storeIds.slice(0, 3), isUnreachable, now, isProbe]);
}

/** Notes a good call: the receiver is up, and its parked stores are woken, step by step (`wakeParked`). */
export async function noteSuccess(db: Sql, receiver: string): Promise<void> {
  await db.query(sql.noteSuccess, [receiver]);
}

/** Takes all due stores of receivers that are down out of the workers' sight. */
export async function parkWaiting(db: Sql, receivers: string[]): Promise<void> {
  if (receivers.length) await db.query(sql.parkWaiting, [receivers]);
}

/** Wakes the next parked stores of a receiver that is up: 16, then twice as many every quarter of a second. */
export async function wakeParked(db: Sql, receiver: string): Promise<void> {
  const [next] = await db.query<{ batch: number }>(sql.nextBatch, [receiver]);
  if (!next) return;
  await db.query(sql.wakeParked, [receiver, next.batch]);
  await db.query(sql.forgetReceiver, [receiver]);
}

/** Claims the probes of receivers, each for one worker. @returns those that this worker may make */
export async function claimProbes(db: Sql, receivers: string[], now: Date): Promise<string[]> {
  if (!receivers.length) return [];
  return (await db.query<{ receiver: string }>(sql.claimProbes, [receivers, now])).map(({ receiver }) => receiver);
}

/** Gives a probe back that was not made. @param at when it may be made */
export async function postponeProbe(db: Sql, receiver: string, at: Date): Promise<void> {
  await db.query(sql.postponeProbe, [receiver, at]);
}

/**
 * One due, parked store of each of these receivers. Whether their owners still live is to be asked afterwards (`livingWorkers`).
 * @param busy workers known to live; @param here stores that this worker is sending already
 */
export function findProbes(
  db: Sql,
  now: Date,
  { receivers, busy, here }: { receivers: string[]; busy: string[]; here: string[] },
): Promise<Candidate[]> {
  return db.query<Candidate>(sql.probeCandidates, [receivers, now, busy, here]);
}

const DAY_MS = 24 * 3_600_000;

/** Forgets receivers that were not called for a day. */
export async function forgetReceivers(db: Sql, now: Date): Promise<void> {
  await db.query(sql.forgetUnused, [new Date(now.getTime() - DAY_MS)]);
}
