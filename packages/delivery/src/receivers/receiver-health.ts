import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../append/append-events.ts";
import { CALLS_UNTIL_DOWN } from "../constants.ts";
import type { Candidate } from "../lease/leases.ts";
import * as sql from "./receiver-health.sql.ts";

/** The shared health of a receiver. A receiver is a partner and an origin: `<partner id> https://host:port`. */
export interface ReceiverHealth {
  receiver: string;
  /** The stores of the unreachable calls since the last answer: at most three entries, different stores first. */
  failingStores: string[];
  downSince: Date | null;
  /** Since then, a call of a store without failures has failed. Until that, such stores are still sent, because others may fail alone. */
  isSure: boolean;
  probeAt: Date | null;
  /** The receiver is up again, and the next of its parked stores can be woken. */
  isWaking: boolean;
}

export interface Unreachable {
  receiver: string;
  storeIds: string[];
  /** Those of these stores that had no failed call before. */
  wellIds: string[];
  isProbe: boolean;
}

/** Statuses of a gateway if the receiver behind it does not answer. */
const unavailable = new Set([502, 503, 504]);

/** Whether the receiver has answered a call, with any status but 502 to 504. Then it is up. */
export function hasAnswered({ status }: { status: number | null }): boolean {
  return status !== null && !unavailable.has(status);
}

export function listReceivers(db: Sql): Promise<ReceiverHealth[]> {
  return db.query<ReceiverHealth>(sql.listReceivers);
}

/**
 * Records unreachable calls: refused, timed out, failed in DNS or TLS, or with 502 to 504. The receiver is down after three of them of
 * at least two stores, or of its only store, without an answer between. The time from one call to the next is a minute at most.
 */
export async function recordFailure(
  db: Sql,
  { receiver, storeIds, wellIds, isProbe }: Unreachable,
  now: Date,
): Promise<void> {
  const few = [...new Set(storeIds), ...storeIds].slice(0, Math.min(storeIds.length, CALLS_UNTIL_DOWN));
  const isOnly = few[0] !== undefined && !(await db.query(sql.hasOtherStore, [receiver, few[0]])).length;
  await db.query(sql.recordFailure, [receiver, few, wellIds, now, isProbe, isOnly]);
}

export async function recordAnswer(db: Sql, receiver: string): Promise<void> {
  await db.query(sql.recordAnswer, [receiver]);
}

export async function parkWaiting(db: Sql, receivers: string[]): Promise<void> {
  if (receivers.length) await park(db, await db.query<ParkedStore>(sql.findWaiting, [receivers]));
}

type ParkedStore = StoreIds & Pick<Candidate, "receiver">;

/** Of a statement, which looks up the receiver of each store among those of all. */
const MAX_PARKED = 1_000;

/** A retailer at a time, because a lock that skips rows is for the rows of one retailer. */
async function park(db: Sql, stores: ParkedStore[]): Promise<void> {
  for (const [retailerId, own] of Map.groupBy(stores, (store) => store.retailerId)) {
    for (let from = 0; from < own.length; from += MAX_PARKED) {
      const some = own.slice(from, from + MAX_PARKED);
      const [ids, receivers] = [some.map(({ storeId }) => storeId), some.map(({ receiver }) => receiver)];
      await db.query(sql.parkStores, [retailerId, ids, receivers]);
    }
  }
}

/** `wakeParked` wakes them when their receivers have free streams. */
export async function parkStores(
  db: Sql,
  stores: (ParkedStore & Pick<Candidate, "failures">)[],
  now: Date,
): Promise<void> {
  const receivers = stores.map(({ receiver }) => receiver);
  await db.query(sql.noteBusy, [receivers, stores.map(({ failures }) => failures === 0), now]);
  await park(db, stores);
}

/** Holds failing stores for a moment, because others of their receiver have their places. */
export async function holdStores(db: Sql, stores: StoreIds[], until: Date): Promise<void> {
  const ids = [stores.map(({ retailerId }) => retailerId), stores.map(({ storeId }) => storeId)];
  if (stores.length) await db.query(sql.holdStores, [...ids, until]);
}

export const FIRST_STORE = "00000000-0000-0000-0000-000000000000";

/**
 * Wakes the next parked stores of a receiver that is up. After a failure the first batch has 16 stores, and each later batch has twice as
 * many, a quarter of a second later.
 * @param after wakes stores with a higher id, so that every store has its turn
 * @returns the number of woken stores, and the last of them; `FIRST_STORE` after the last parked store
 */
export async function wakeParked(
  db: Sql,
  receiver: string,
  most = 4_096,
  after = FIRST_STORE,
): Promise<{ woken: number; last: string }> {
  const [next] = await db.query<{ batch: number; wakeAt: Date }>(sql.nextBatch, [receiver]);
  if (!next) return { woken: 0, last: after };
  const limit = Math.min(most, next.batch);
  const parked = await db.query<StoreIds>(sql.findParked, [receiver, limit, after]);
  let woken = 0;
  for (const [retailerId, own] of Map.groupBy(parked, (store) => store.retailerId)) {
    woken += (await db.query(sql.wakeStores, [retailerId, own.map(({ storeId }) => storeId), receiver])).length;
  }
  if (parked.length === limit) return { woken, last: parked.at(-1)?.storeId ?? FIRST_STORE };
  const isLast = after === FIRST_STORE && !(await db.query(sql.hasParked, [receiver])).length;
  if (isLast) {
    await db.query(sql.forgetReceiver, [receiver, next.wakeAt]);
    // A store that was parked since then has no receiver that wakes it.
    if (!(await db.query(sql.hasReceiver, [receiver])).length) await db.query(sql.unparkStores, [receiver]);
  }
  return { woken, last: FIRST_STORE };
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
 * One due, parked store of each receiver, without failures if there is one. The caller must then check whether the stores' owners are alive (`livingWorkers`).
 * @param busy workers that are alive; @param here stores that this worker already sends
 * @param isBackwards whether the search starts at the last store. By turns, so that failing neighbours hide no other store for long
 */
export async function findProbes(
  db: Sql,
  now: Date,
  {
    receivers,
    busy,
    here,
    isBackwards = false,
  }: { receivers: string[]; busy: string[]; here: string[]; isBackwards?: boolean },
): Promise<Candidate[]> {
  const candidate = sql.probeCandidate(isBackwards ? "DESC" : "ASC");
  const found: Candidate[] = [];
  for (const receiver of receivers) {
    found.push(...(await db.query<Candidate>(candidate, [receiver, now, busy, here])));
  }
  return found;
}

const DAY_MS = 24 * 3_600_000;

export async function forgetReceivers(db: Sql, now: Date): Promise<void> {
  await db.query(sql.forgetUnused, [new Date(now.getTime() - DAY_MS)]);
}
