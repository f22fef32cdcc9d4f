import type { Database, Sql, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../append/append-events.ts";
import { STORES_UNTIL_DOWN } from "../constants.ts";
import type { Candidate } from "../lease/leases.ts";
import * as sql from "./receiver-health.sql.ts";

/** The shared health of a receiver. A receiver is a partner and an origin: `<partner id> https://host:port`. */
export interface ReceiverHealth {
  receiver: string;
  /** At most three stores with failed calls since the last good call. */
  failingStores: string[];
  isDown: boolean;
  /** Earliest time of the next probe. */
  probeAt: Date | null;
  /** The receiver is up again, and the next of its parked stores can be woken. */
  isWaking: boolean;
}

/** The receivers with failed last calls. All other receivers are healthy. */
export function listReceivers(db: Sql): Promise<ReceiverHealth[]> {
  return db.query<ReceiverHealth>(sql.listReceivers);
}

/**
 * Records failed calls. The receiver counts as down if it was unreachable, or if three stores failed without a good call between.
 * So one event that a receiver cannot take parks no other store.
 * @param isUnreachable the call was refused, timed out, failed in DNS or TLS, or got 502 to 504
 * @param isProbe whether the call was the probe
 */
export async function noteFailure(
  db: Sql,
  failed: { receiver: string; storeIds: string[]; isUnreachable: boolean; isProbe: boolean },
  now: Date,
): Promise<void> {
  const { receiver, storeIds, isUnreachable, isProbe } = failed;
  await db.query(sql.noteFailure, [receiver, storeIds.slice(0, STORES_UNTIL_DOWN), isUnreachable, now, isProbe]);
}

/** Records a good call: the receiver is up, and `wakeParked` wakes its parked stores step by step. */
export async function noteSuccess(db: Sql, receiver: string): Promise<void> {
  await db.query(sql.noteSuccess, [receiver]);
}

/** The database of a worker, or one of its transactions. */
export type WorkerDb = Sql | Pick<Database, "query" | "isDistributed"> | SqlTx;

async function isDistributed(db: WorkerDb): Promise<boolean> {
  if (!("isDistributed" in db)) return false;
  return typeof db.isDistributed === "function" ? db.isDistributed() : db.isDistributed;
}

/** Parks all due stores of receivers that are down, so that workers do not find them. */
export async function parkWaiting(db: WorkerDb, receivers: string[]): Promise<void> {
  if (receivers.length) await db.query(sql.parkWaiting(await isDistributed(db)), [receivers]);
}

/** Parks due stores, so that workers do not find them. `wakeParked` wakes them when their receivers have free streams. */
export async function parkStores(
  db: WorkerDb,
  stores: (StoreIds & Pick<Candidate, "receiver">)[],
  now: Date,
): Promise<void> {
  const column = (name: "receiver" | "retailerId" | "storeId") => stores.map((store) => store[name]);
  await db.query(sql.parkStores(await isDistributed(db)), [
    column("receiver"),
    column("retailerId"),
    column("storeId"),
    now,
  ]);
}

/** Lower than every store id. */
export const FIRST_STORE = "00000000-0000-0000-0000-000000000000";

/**
 * Wakes the next parked stores of a receiver that is up. After a failure the first batch has 16 stores, and each later batch has twice
 * as many, a quarter of a second later.
 * @param most maximum number of stores
 * @param after wakes stores with a higher id, so that every store has its turn
 * @returns the number of woken stores, and the last of them; `FIRST_STORE` after the last parked store
 */
export async function wakeParked(
  db: WorkerDb,
  receiver: string,
  most = 4_096,
  after = FIRST_STORE,
): Promise<{ woken: number; last: string }> {
  const [next] = await db.query<{ batch: number; wakeAt: Date }>(sql.nextBatch, [receiver]);
  if (!next) return { woken: 0, last: after };
  const limit = Math.min(most, next.batch);
  const woken = await db.query<{ storeId: string }>(sql.wakeParked(await isDistributed(db)), [
    ...[receiver, limit, after],
  ]);
  const last = woken.map(({ storeId }) => storeId).reduce((a, b) => (a > b ? a : b), FIRST_STORE);
  if (woken.length === limit) return { woken: woken.length, last };
  const isLast = after === FIRST_STORE && !(await db.query(sql.hasParked, [receiver])).length;
  if (isLast) await db.query(sql.forgetReceiver, [receiver, next.wakeAt]);
  return { woken: woken.length, last: FIRST_STORE };
}

/** Claims the probes of receivers, each for one worker. @returns the receivers that this worker may probe */
export async function claimProbes(db: Sql, receivers: string[], now: Date): Promise<string[]> {
  if (!receivers.length) return [];
  return (await db.query<{ receiver: string }>(sql.claimProbes, [receivers, now])).map(({ receiver }) => receiver);
}

/** Gives back an unused probe. @param at its earliest time */
export async function postponeProbe(db: Sql, receiver: string, at: Date): Promise<void> {
  await db.query(sql.postponeProbe, [receiver, at]);
}

/**
 * One due, parked store of each receiver. The caller must then check whether the stores' owners are alive (`livingWorkers`).
 * @param busy workers that are alive; @param here stores that this worker already sends
 */
export async function findProbes(
  db: WorkerDb,
  now: Date,
  { receivers, busy, here }: { receivers: string[]; busy: string[]; here: string[] },
): Promise<Candidate[]> {
  if (!(await isDistributed(db))) return db.query<Candidate>(sql.probeCandidates, [receivers, now, busy, here]);
  const found: Candidate[] = [];
  for (const receiver of receivers) {
    found.push(...(await db.query<Candidate>(sql.probeCandidateOf, [receiver, now, busy, here])));
  }
  return found;
}

const DAY_MS = 24 * 3_600_000;

/** Removes receivers without a call for a day. */
export async function forgetReceivers(db: Sql, now: Date): Promise<void> {
  await db.query(sql.forgetUnused, [new Date(now.getTime() - DAY_MS)]);
}
