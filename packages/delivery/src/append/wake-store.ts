import type { SqlTx, Tx } from "@highstreet/db";
import type { StoreIds } from "./append-events.ts";

/** The notification channel for workers. */
export const DELIVERY = "highstreet_delivery";

/** Notifies the workers after the commit that an event can be due. Without the notification they find it at their next search. */
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
