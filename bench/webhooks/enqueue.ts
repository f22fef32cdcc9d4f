import { appendEvents, lockStores } from "../../packages/router/src/core/log/index.ts";
import type { Shop, World } from "./world.ts";

let item = 0;

/**
 * Appends events of new items to the shop's first store, as every verb does.
 * @returns the sequences
 */
export async function append({ db }: World, { retailerId, storeIds }: Shop, count: number): Promise<number[]> {
  const store = { retailerId, storeId: storeIds[0] ?? "" };
  const events = Array.from({ length: count }, () => {
    const barcode = String(6_000_000_000_000 + item++);
    const data = {
      ...{ id: `local:en:GB:${barcode.padStart(18, "0")}`, barcode, status: "in_stock", price: 9.99, currency: "GBP" },
      ...{ condition: "new", createdAt: "2026-11-21T05:00:00.000Z", store: { id: store.storeId } },
    };
    return { action: "inventory.update" as const, subject: barcode, data };
  });
  return db.sqlTransaction({ retailerId, storeId: store.storeId }, async (tx) => {
    await lockStores(tx, retailerId, [store.storeId]);
    return appendEvents(tx, store, events, new Date());
  });
}
