import type { SqlTx } from "@highstreet/db";

/** On which workers are told that something is to be delivered. */
export const DELIVERY = "highstreet_delivery";

/** Tells the workers, once this is committed, that something may be due: else they find it when they look next. */
export function callWorkers(tx: SqlTx): void {
  tx.notify(DELIVERY);
}

/**
 * Part of a `WITH` list: wakes the delivery of the stores in the relation `told (store_id)`, of retailer `$1`, that have
 * a webhooks channel. The `wake` count lets a worker that looked too early notice (it parks a store only at the count it saw).
 */
export const wakeDelivery = `
  woken AS (
    INSERT INTO delivery_work AS w (retailer_id, store_id, due_at)
    SELECT c.retailer_id, c.store_id, 'epoch'
    FROM delivery_cursor c
    WHERE c.retailer_id = $1 AND c.store_id IN (SELECT store_id FROM told)
    ORDER BY c.store_id
    ON CONFLICT (retailer_id, store_id) DO UPDATE SET wake = w.wake + 1, due_at = LEAST(w.due_at, excluded.due_at)
  )`;
