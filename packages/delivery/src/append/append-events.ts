import type { SqlTx, Tx } from "@highstreet/db";
import { type AppendedRow, appendEventsSql } from "../delivery.sql.ts";

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

export interface NewEvent {
  action: string;
  /** Events of one subject are sent one after another. */
  subject: string;
  data: Record<string, unknown>;
}

/**
 * Appends events to the store's log and wakes its delivery. Sequences are assigned under the store's row lock, so their order is
 * the order of commits. The caller must lock the store before it writes the rows that the events describe.
 * @returns the sequence of each event
 */
export async function appendEvents(tx: SqlTx, store: StoreIds, events: NewEvent[], now: Date): Promise<number[]> {
  const [row] = await tx.query<AppendedRow>(appendEventsSql, [
    store.retailerId,
    store.storeId,
    events.map((event) => event.action),
    events.map((event) => event.subject),
    events.map((event) => JSON.stringify(event.data)),
    now,
    tx.traceparent,
  ]);
  if (!row) throw new Error(`store ${store.storeId} is gone`);
  notifyWorkers(tx);
  return events.map((_, n) => row.first + n);
}

export const DELIVERY = "highstreet_delivery";

/** Without the notification they find it at their next search. */
export function notifyWorkers(tx: SqlTx): void {
  tx.notify(DELIVERY);
}

/** Makes a store due now. The caller holds the cursor's lock. @returns the store's worker */
export async function wakeStore(
  tx: Tx,
  { retailerId, storeId }: StoreIds,
  paused: { holdUntil?: null; parkedBy?: null } = {},
): Promise<string | null> {
  const dueAt = new Date(0);
  const work = await tx.prisma.deliveryWork.upsert({
    where: { retailerId_storeId: { retailerId, storeId } },
    create: { retailerId, storeId, dueAt },
    update: { wakeVersion: { increment: 1 }, dueAt, ...paused },
    select: { workerId: true },
  });
  notifyWorkers(tx);
  return work.workerId;
}

/** `wakeStore` for a store that can be paused or parked because its endpoint failed. */
export const releaseHold = (tx: Tx, store: StoreIds): Promise<string | null> =>
  wakeStore(tx, store, { holdUntil: null, parkedBy: null });
