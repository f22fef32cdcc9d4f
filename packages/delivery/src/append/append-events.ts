import type { SqlTx } from "@highstreet/db";
import { type AppendedRow, appendEventsSql } from "../delivery.sql.ts";
import { notifyWorkers } from "./wake-store.ts";

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
  ]);
  if (!row) throw new Error(`store ${store.storeId} is gone`);
  notifyWorkers(tx);
  return events.map((_, n) => row.first + n);
}
