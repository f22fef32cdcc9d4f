import { setTimeout as delay } from "node:timers/promises";
import { appendEvents, lockStores } from "../../packages/router/src/core/log/index.ts";
import type { Shop, World } from "../lib/world.ts";

let item = 0;

/** Appends events of new items to a store, as every verb does. @returns their ids for the receivers */
export async function append({ db }: World, { retailerId }: Shop, storeId: string, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () => {
    const barcode = String(6_000_000_000_000 + item++);
    const data = {
      id: `local:en:GB:${barcode.padStart(18, "0")}`,
      barcode,
      status: "in_stock",
      price: 9.99,
      currency: "GBP",
      condition: "new",
      createdAt: "2026-11-21T05:00:00.000Z",
      store: { id: storeId },
    };
    return { action: "inventory.update" as const, subject: barcode, data };
  });
  const store = { retailerId, storeId };
  const sequences = await db.sqlTransaction(store, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    return appendEvents(tx, store, events, new Date());
  });
  return sequences.map((sequence) => `${storeId}_${sequence}`);
}

const open = "SELECT count(*)::int AS open FROM delivery_work WHERE $1::uuid IS NULL OR retailer_id = $1";

/** Waits until every attempt is recorded and the leases have ended. */
export async function untilSent({ db }: Pick<World, "db">, shop?: Shop): Promise<void> {
  while ((await db.query<{ open: number }>(open, [shop?.retailerId ?? null]))[0]?.open) await delay(20);
}
