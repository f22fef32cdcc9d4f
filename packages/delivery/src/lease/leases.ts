import { setTimeout } from "node:timers/promises";
import type { Sql, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../append/append-events.ts";
import { LEASE_MS, RELEASE_POLL_MS } from "../constants.ts";
import {
  clearWorkerSql,
  currentLeasesSql,
  findDueStoresSql,
  lockCursorSql,
  readWorkerSql,
  statementsOf,
} from "../delivery.sql.ts";
import type { DueEvent } from "../read.ts";
import type { RetrySchedule } from "../record/retry-schedule.ts";
import { takeLeasesSql } from "./leases.sql.ts";

export interface Candidate extends StoreIds {
  workerId: string | null;
  epoch: number;
  pingSequence: number;
  /** The receiver of the calls: a partner and an origin (`ReceiverHealth`). */
  receiver: string;
  failures: number;
}

export interface FirstRead {
  /** The next events, at most `FIRST_EVENTS`. They are claimed. */
  events: DueEvent[];
  wakeVersion: number;
  hasRetries: boolean;
}

/** The right to send a store's events, with the data for the calls. Valid while the cursor has this epoch. */
export interface Lease extends StoreIds {
  /** The endpoint that gets the events; undefined for the store's webhooks channel. */
  endpointId?: string;
  epoch: number;
  /** The sequence of the endpoint's first ping. */
  pingSequence: number;
  /** Every event up to this sequence has an outcome or waits as a retry. */
  cursor: number;
  /** No event after this sequence was sent. After a crash, the events from the cursor to here may have been sent. */
  inFlightHighWater: number;
  failures: number;
  failingSince: Date | null;
  /** The endpoint has answered a ping with 2xx. Before that only the ping is sent. */
  isVerified: boolean;
  isFailing: boolean;
  webhookUrl: string;
  receiver: string;
  /** The number of the endpoint, which is a URL with a secret (`nameEndpoint`). */
  endpoint: number;
  enhancedProductData: boolean;
  /** Of an endpoint; undefined: short. */
  retries?: RetrySchedule;
  /** Of an endpoint: for connection, headers and body of a call together; undefined: the usual one. */
  deadlineMs?: number;
  /** Of an endpoint: the most events of a call; undefined: 1. */
  batchSize?: number;
  /** Own headers of an endpoint, in small letters. */
  headers?: Record<string, string>;
  /** Sealed. */
  secret: Uint8Array;
  /** null if the last lease leaves doubt, or the endpoint is not verified or fails. */
  first: FirstRead | null;
}

/** What a statement of the lease names besides the epoch. */
export const partOf = ({ endpointId, pingSequence }: Lease): string | number => endpointId ?? pingSequence;

export interface Search {
  here: string[];
  limit: number;
  /** Partners that use all of their blocked streams in this worker. */
  fullPartners: string[];
}

/**
 * The caller must then check whether the stores' owners are alive (`livingWorkers`).
 * @param busy workers that are alive; @param here stores that this worker already sends
 * @param after the search starts after this store id, so that every store has its turn
 */
export function findDueStores(
  sql: Sql,
  now: Date,
  { busy, here, limit, after, fullPartners }: Search & { busy: string[]; after: string },
): Promise<Candidate[]> {
  return sql.query<Candidate>(findDueStoresSql, [now, busy, here, limit, after, fullPartners]);
}

/**
 * Takes the leases of stores of one retailer, each by a compare-and-set on its epoch.
 * @returns without the stores that another worker took first, whose channel has changed, or that another call has locked
 */
export function leaseStores(sql: Sql, candidates: readonly Candidate[], worker: string): Promise<Lease[]> {
  const sorted = inOrder(candidates);
  return sql.query<Lease>(takeLeasesSql, [
    sorted[0]?.retailerId,
    sorted.map(({ storeId }) => storeId),
    sorted.map(({ epoch }) => epoch),
    sorted.map(({ pingSequence }) => pingSequence),
    worker,
  ]);
}

/** In the order in which all statements lock stores. */
export function inOrder<Of extends StoreIds>(stores: readonly Of[]): Of[] {
  return stores.toSorted((a, b) => (a.storeId < b.storeId ? -1 : 1));
}

export async function currentLeases(sql: Sql, leases: Lease[]): Promise<ReadonlyMap<string, number>> {
  if (!leases.length) return new Map();
  const rows = await sql.query<{ storeId: string; epoch: number }>(currentLeasesSql, [
    leases.map((lease) => lease.retailerId),
    leases.map((lease) => lease.storeId),
    leases.map((lease) => lease.epoch),
  ]);
  return new Map(rows.map((row) => [row.storeId, row.epoch]));
}

/** Clears the worker of a store after its lease was lost, so that `awaitRelease` ends. */
export async function clearOwner(sql: Sql, store: StoreIds, worker: string): Promise<void> {
  await sql.query(clearWorkerSql, [store.retailerId, store.storeId, worker]);
}

export interface WorkState {
  wakeVersion: number | undefined;
  more: boolean;
  retryAt: Date | null;
}

/**
 * Reads the wake version and then, in a later statement, the work. The other order could miss an event.
 * @param isVerified if false, only the ping counts
 */
export async function peekWork(sql: Sql, lease: Lease, cursor: number, isVerified: boolean): Promise<WorkState> {
  const ids = [lease.retailerId, lease.storeId];
  const { endpointId } = lease;
  const { readWakeVersion, peekWork: peek } = statementsOf(lease);
  const ofEndpoint = endpointId === undefined ? ids : [...ids, endpointId];
  const [work] = await sql.query<{ wakeVersion: number }>(readWakeVersion, ofEndpoint);
  const only = endpointId ?? (isVerified ? null : lease.pingSequence);
  const [row] = await sql.query<Omit<WorkState, "wakeVersion">>(peek, [...ids, cursor, only]);
  return { wakeVersion: work?.wakeVersion, more: row?.more ?? false, retryAt: row?.retryAt ?? null };
}

export interface Release {
  wakeVersion: number;
  /** No event after this sequence was sent. Equal to the cursor after a clean end. */
  inFlightHighWater: number;
  /** The next due time of the store; null if nothing waits. */
  dueAt: Date | null;
  /** The store stays unsent until this time, also if new events arrive. null: no pause. */
  holdUntil: Date | null;
}

/**
 * Releases a lease.
 * @returns `woken` if an event arrived after the wake version was read: the lease stays. `lost` if the lease was already lost
 */
export async function releaseLease(sql: Sql, lease: Lease, release: Release): Promise<"released" | "woken" | "lost"> {
  const [row] = await sql.query<{ held: boolean; released: boolean }>(statementsOf(lease).release, [
    lease.retailerId,
    lease.storeId,
    lease.epoch,
    partOf(lease),
    release.wakeVersion,
    release.inFlightHighWater,
    release.dueAt,
    // The run of an endpoint holds all of its stores at once.
    ...(lease.endpointId === undefined ? [release.holdUntil] : []),
  ]);
  if (!row?.held) return "lost";
  return row.released ? "released" : "woken";
}

/** Pauses a store with a failing endpoint before its one probe. @returns false if the lease was lost */
export async function postponeStore(sql: Sql, lease: Lease, until: Date): Promise<boolean> {
  const values = [lease.retailerId, lease.storeId, lease.epoch, partOf(lease), until];
  return (await sql.query(statementsOf(lease).postpone, values)).length > 0;
}

interface CursorRow {
  cursor: number;
  inFlightHighWater: number;
  pingSequence: number;
  epoch: number;
  endpoint: number;
}

/**
 * Locks the channel's cursor. Call this before the first event is appended: an event writes the work row, and every transaction locks
 * the cursor before the work row.
 * @returns undefined if the channel is not enabled
 */
export async function lockCursor(tx: SqlTx, store: StoreIds): Promise<CursorRow | undefined> {
  const [cursor] = await tx.query<CursorRow>(lockCursorSql, [store.retailerId, store.storeId]);
  return cursor;
}

/** Whether the lease is held. If so, it is held until the transaction ends. The caller holds the store's lock. */
export async function holdsLease(tx: SqlTx, lease: Lease): Promise<boolean> {
  const cursor = await lockCursor(tx, lease);
  return cursor?.epoch === lease.epoch && cursor.pingSequence === lease.pingSequence;
}

/**
 * Waits until the worker of a store has stopped, after the store's epoch was raised. Then no call of the old epoch starts. The lease of a
 * silent worker ends after `LEASE_MS`.
 */
export async function awaitRelease(sql: Sql, store: StoreIds, workerId: string | null): Promise<void> {
  if (workerId === null) return;
  const until = performance.now() + LEASE_MS;
  while (performance.now() < until) {
    const [work] = await sql.query<{ workerId: string | null }>(readWorkerSql, [store.retailerId, store.storeId]);
    if (work?.workerId !== workerId) return;
    await setTimeout(RELEASE_POLL_MS);
  }
}
