import type { Sql, SqlTx, Tx } from "@highstreet/db";
import { appendEvents as append, type StoreIds } from "@highstreet/delivery";
import { DomainError } from "../../kernel/errors.ts";
import type { EventAction } from "./events.schema.ts";
import { lockStoresSql } from "./log.sql.ts";

export interface NewEvent {
  action: EventAction;
  /** `source`, `channel:<id>` or `ping`. Events of items come from `publishItemChanges`. */
  subject: string;
  data: Record<string, unknown>;
}

/** `appendEvents` of the delivery, for the actions of the API only. */
export const appendEvents: (tx: SqlTx, store: StoreIds, events: NewEvent[], now: Date) => Promise<number[]> = append;

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
export async function readLogFloor(db: Pick<Tx, "prisma">, { retailerId, storeId }: StoreIds): Promise<number> {
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
