import type { Shop, World } from "./world.ts";

/** Events of different items, with the same text as from `publishItemChanges`. */
const fill = `
  INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
  SELECT s.retailer_id, s.store_id, s.next_sequence + n, 'inventory.update', (5000000000000 + n)::text,
    '{"id":"local:en:GB:' || lpad((5000000000000 + n)::text, 18, '0') || '","barcode":"' || (5000000000000 + n) ||
    '","status":"in_stock","price":' || (n % 90 + 9) || '.99,"currency":"GBP","condition":"new","createdAt":"' ||
    '2026-11-21T05:00:00.000Z","store":{"id":"' || s.store_id || '"}}', now()
  FROM store s CROSS JOIN generate_series(0, $2::int - 1) n
  WHERE s.retailer_id = $1
  ORDER BY s.store_id, n`;

const number = "UPDATE store SET next_sequence = next_sequence + $2 WHERE retailer_id = $1";

/** Appends `each` events to each of the shop's stores, without waking the workers. */
export async function fillLog({ db }: World, { retailerId }: Shop, each: number): Promise<void> {
  await db.query(fill, [retailerId, each]);
  await db.query(number, [retailerId, each]);
  // Otherwise the first reader of a page would write it again with hint bits, which autovacuum or an earlier reader normally sets.
  await db.query("VACUUM store_event");
  await db.query("CHECKPOINT");
}

const wake = `
  INSERT INTO delivery_work (retailer_id, store_id, due_at)
  SELECT retailer_id, store_id, 'epoch' FROM delivery_cursor WHERE retailer_id = $1`;

export async function wakeStores({ db }: World, { retailerId }: Shop): Promise<void> {
  await db.query(wake, [retailerId]);
}

const open = "SELECT count(*) AS open FROM delivery_work WHERE retailer_id = $1";

/** Whether stores of the shop wait or are being sent. */
export async function isOpen({ db }: World, { retailerId }: Shop): Promise<boolean> {
  const [row] = await db.query<{ open: number }>(open, [retailerId]);
  return (row?.open ?? 0) > 0;
}

/** Deletes the shop's log, so that tables have the same size in each round. */
export async function forget({ db }: World, { retailerId }: Shop): Promise<void> {
  for (const table of ["store_event", "delivery_attempt", "delivery_cursor", "delivery_work"]) {
    await db.query(`DELETE FROM ${table} WHERE retailer_id = $1`, [retailerId]);
    await db.query(`VACUUM ${table}`);
  }
}
