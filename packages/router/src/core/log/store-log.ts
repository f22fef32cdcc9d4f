import type { Sql, SqlTx, Tx } from "@highstreet/db";
import { DomainError } from "../../kernel/errors.ts";
import { lockStoresSql } from "./log.sql.ts";

/** The notification channel for workers. */
export const DELIVERY = "highstreet_delivery";

/** Notifies the workers after the commit that an event can be due. Without the notification they find it at their next search. */
export function notifyWorkers(tx: SqlTx): void {
  tx.notify(DELIVERY);
}

/**
 * Locks store rows in the one order that all writers of events use. Run this before stock is written and as its own statement, so
 * that later statements see all earlier commits.
 * @param storeIds null for all stores of the retailer
 * @returns the stores that exist
 */
export async function lockStores(tx: Sql, retailerId: string, storeIds: string[] | null): Promise<string[]> {
  const rows = await (storeIds === null
    ? tx.query<{ store_id: string }>(lockStoresSql.all, [retailerId])
    : tx.query<{ store_id: string }>(lockStoresSql.named, [retailerId, storeIds]));
  return rows.map((row) => row.store_id);
}

/** The store's events up to this sequence are expired. 0: no event is expired. */
export async function readLogFloor(
  db: Pick<Tx, "prisma">,
  { retailerId, storeId }: { retailerId: string; storeId: string },
): Promise<number> {
  const store = await db.prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { logFloor: true },
  });
  return Number(store?.logFloor ?? 0);
}

/** The error for an event that the log no longer has. */
export function eventsExpired(floor: number): DomainError {
  return new DomainError(
    "EventsExpired",
    `Events up to ${floor} are older than they are kept: read the store's items, then follow its events from there on.`,
  );
}
