import { setTimeout } from "node:timers/promises";
import type { Sql, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../append/append-events.ts";
import { LEASE_MS, RELEASE_POLL_MS } from "../constants.ts";
import { lockCursorSql, readWorkerSql } from "../delivery.sql.ts";
import type { Lease } from "./leases.ts";

export interface CursorRow {
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
 * Waits until the worker of a store has stopped, after the store's epoch was raised. Then no call of the old epoch starts. The
 * lease of a silent worker ends after `LEASE_MS`.
 * @param workerId the worker that had the store when the epoch was raised
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
