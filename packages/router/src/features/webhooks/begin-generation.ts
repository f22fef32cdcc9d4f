import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { callWorkers } from "../../core/log/index.ts";

const lock = `SELECT endpoint FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE`;

/**
 * Locks the channel's position. Everywhere the cursor is locked before the work row, which every event appended wakes:
 * so this comes before the first of them.
 * @returns undefined: the channel is not enabled
 */
export async function lockCursor(tx: SqlTx, store: StoreIds): Promise<{ endpoint: number } | undefined> {
  const [cursor] = await tx.query<{ endpoint: number }>(lock, [store.retailerId, store.storeId]);
  return cursor;
}

/** First enabling: at the log's head. Else the position is kept, and whoever was sending has lost its epoch. */
const beginAtHead = `
  INSERT INTO delivery_cursor AS c
    (retailer_id, store_id, cursor, claimed_to, generation, started_at_sequence, endpoint, receiver)
  SELECT s.retailer_id, s.store_id, s.next_sequence - 1, s.next_sequence - 1, $3, s.next_sequence - 1, $4,
         r.partner_id || ' ' || $5::text
  FROM store s JOIN retailer r ON r.retailer_id = s.retailer_id WHERE s.retailer_id = $1 AND s.store_id = $2
  ON CONFLICT (retailer_id, store_id) DO UPDATE
  SET epoch = c.epoch + 1, generation = excluded.generation, endpoint = excluded.endpoint, receiver = excluded.receiver,
      failures = 0, failing_since = NULL`;

/** A ping that still waits has a newer one now. */
const supersedePings = `
  WITH old AS (
    DELETE FROM delivery_retry r USING store_event e
    WHERE r.retailer_id = $1 AND r.store_id = $2 AND r.sequence < $3
      AND e.retailer_id = $1 AND e.store_id = $2 AND e.sequence = r.sequence AND e.action = 'webhook.enabled'
    RETURNING r.sequence, r.attempts
  )
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, outcome)
  SELECT $1, $2, sequence, attempts + 1, $4, 'superseded' FROM old`;

const queuePing = `INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, due_at) VALUES ($1, $2, $3, 0, $4)`;

const wake = `
  INSERT INTO delivery_work AS w (retailer_id, store_id, due_at) VALUES ($1, $2, 'epoch')
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET wake = w.wake + 1, due_at = 'epoch'
  RETURNING owner`;

/** Has a store looked at again. The caller holds the cursor's lock. @returns the worker that is sending */
export async function wakeStore(tx: SqlTx, store: StoreIds): Promise<string | null> {
  const [work] = await tx.query<{ owner: string | null }>(wake, [store.retailerId, store.storeId]);
  callWorkers(tx);
  return work?.owner ?? null;
}

const wakeAnew = `
  INSERT INTO delivery_work AS w (retailer_id, store_id, due_at) VALUES ($1, $2, 'epoch')
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET wake = w.wake + 1, due_at = 'epoch', hold_until = NULL, parked_by = NULL
  RETURNING owner`;

/** The same for a store that was held back, as its endpoint did not accept calls. */
export async function releaseHold(tx: SqlTx, store: StoreIds): Promise<string | null> {
  const [work] = await tx.query<{ owner: string | null }>(wakeAnew, [store.retailerId, store.storeId]);
  callWorkers(tx);
  return work?.owner ?? null;
}

/**
 * Begins a generation of a webhooks channel: its ping is queued, and nothing of the generation before can be started or
 * recorded by whoever was sending. The caller holds the locks of store and cursor.
 * @param ping sequence of the `webhook.enabled` event, which names the generation
 * @param endpoint number of what is called from now on (`nameEndpoint`)
 * @param url the endpoint's URL
 * @returns the worker that was sending, to be waited for after the commit (`awaitLane`)
 */
export async function beginGeneration(
  tx: SqlTx,
  store: StoreIds,
  { ping, endpoint, url }: { ping: number; endpoint: number; url: string },
  now: Date,
): Promise<string | null> {
  const ids = [store.retailerId, store.storeId];
  await tx.query(beginAtHead, [...ids, ping, endpoint, new URL(url).origin]);
  await tx.query(supersedePings, [...ids, ping, now]);
  await tx.query(queuePing, [...ids, ping, now]);
  return releaseHold(tx, store);
}
