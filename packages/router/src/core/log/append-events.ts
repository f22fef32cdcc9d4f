import type { SqlTx } from "@highstreet/db";
import type { EventAction } from "./events.schema.ts";
import { callWorkers, wakeDelivery } from "./wake-delivery.ts";

export interface NewEvent {
  action: EventAction;
  /** `source`, `channel:<id>` or `ping`; items are announced (announce-items.ts), never appended. */
  subject: string;
  data: Record<string, unknown>;
}

const append = `
  WITH told AS (
    UPDATE store SET next_sequence = next_sequence + cardinality($3::text[])
    WHERE retailer_id = $1 AND store_id = $2
    RETURNING store_id, next_sequence - cardinality($3::text[]) AS first
  ), appended AS (
    INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
    SELECT $1, told.store_id, told.first + e.n - 1, e.action, e.subject, e.data, $6
    FROM told, unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS e (action, subject, data, n)
  ), ${wakeDelivery}
  SELECT first FROM told`;

/**
 * Appends to the store's log (engine of the webhooks channel and of the events feed) and wakes its delivery.
 * Sequences are given under the store's row lock, so their order is the order of commits: the caller's transaction
 * must have locked the store before it wrote anything that the events tell (see ARCHITECTURE.md, "The event log").
 * @returns the sequence of each event
 */
export async function appendEvents(
  tx: SqlTx,
  store: { retailerId: string; storeId: string },
  events: NewEvent[],
  now: Date,
): Promise<number[]> {
  const [row] = await tx.query<{ first: number }>(append, [
    store.retailerId,
    store.storeId,
    events.map((event) => event.action),
    events.map((event) => event.subject),
    events.map((event) => JSON.stringify(event.data)),
    now,
  ]);
  if (!row) throw new Error(`store ${store.storeId} is gone`);
  callWorkers(tx);
  return events.map((_, n) => row.first + n);
}
