import type { SqlTx } from "@highstreet/db";
import { releaseHoldSql, wakeStoreSql } from "../delivery.sql.ts";
import type { StoreIds } from "./append-events.ts";

/** The notification channel for workers. */
export const DELIVERY = "highstreet_delivery";

/** Notifies the workers after the commit that an event can be due. Without the notification they find it at their next search. */
export function notifyWorkers(tx: SqlTx): void {
  tx.notify(DELIVERY);
}

/** Makes a store due now. The caller holds the cursor's lock. @returns the store's worker */
export async function wakeStore(tx: SqlTx, store: StoreIds): Promise<string | null> {
  const [work] = await tx.query<{ workerId: string | null }>(wakeStoreSql, [store.retailerId, store.storeId]);
  notifyWorkers(tx);
  return work?.workerId ?? null;
}

/** `wakeStore` for a store that can be paused or parked because its endpoint failed. */
export async function releaseHold(tx: SqlTx, store: StoreIds): Promise<string | null> {
  const [work] = await tx.query<{ workerId: string | null }>(releaseHoldSql, [store.retailerId, store.storeId]);
  notifyWorkers(tx);
  return work?.workerId ?? null;
}
