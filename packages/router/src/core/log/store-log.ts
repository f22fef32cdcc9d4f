import type { Sql, SqlTx, Tx } from "@highstreet/db";
import { appendEvents as append, type StoreIds } from "@highstreet/delivery";
import { DomainError, storeNotFound } from "../../kernel/errors.ts";
import type { EventAction } from "./events.schema.ts";
import { lockStoresSql } from "./log.sql.ts";

export interface LoggedEvent {
  action: string;
  data: string;
  product: string | null;
}

const unknownProduct = JSON.stringify({
  title: null,
  contentLanguage: "en",
  brand: null,
  description: null,
  images: null,
  category: null,
  attributes: null,
  groupId: null,
});

/**
 * The JSON of an event's `data`, built from the texts of the log so that its bytes never change.
 * @param enhanced adds `product` to inventory updates: all eight keys, null for unknown values
 * @param retailerId adds `retailer` to inventory updates, for an endpoint. The other actions have it anyway
 */
export function eventData(event: LoggedEvent, enhanced: boolean, retailerId?: string): string {
  if (event.action !== "inventory.update") return event.data;
  const product = enhanced ? `,"product":${event.product ?? unknownProduct}` : "";
  const retailer = retailerId === undefined ? "" : `,"retailer":{"id":"${retailerId}"}`;
  return `${event.data.slice(0, -1)}${product}${retailer}}`;
}

export function eventBody(event: LoggedEvent, enhanced: boolean, retailerId?: string): string {
  return `{"action":${JSON.stringify(event.action)},"data":${eventData(event, enhanced, retailerId)}}`;
}

export interface NewEvent {
  action: EventAction;
  subject: string;
  data: Record<string, unknown>;
}

/** `appendEvents` of the delivery, for the actions of the API only. */
export const appendEvents: (tx: SqlTx, store: StoreIds, events: NewEvent[], now: Date) => Promise<number[]> = append;

/** `hasRules`: its items follow rules, so a writer of their facts settles them (core/rules). */
export interface LockedStore {
  storeId: string;
  hasRules: boolean;
}

/**
 * Locks store rows in the one order that all writers of events use. Run this before stock is written and as its own statement, so
 * that later statements see all earlier commits.
 * @param storeIds null for all stores of the retailer
 * @returns the stores that exist
 */
export async function lockStores(tx: Sql, retailerId: string, storeIds: string[] | null): Promise<LockedStore[]> {
  return storeIds === null
    ? tx.query<LockedStore>(lockStoresSql.all, [retailerId])
    : tx.query<LockedStore>(lockStoresSql.named, [retailerId, storeIds]);
}

/** @throws StoreNotFound */
export async function lockStore(tx: Sql, { retailerId, storeId }: StoreIds): Promise<LockedStore> {
  const [found] = await lockStores(tx, retailerId, [storeId]);
  if (!found) throw storeNotFound();
  return found;
}

export async function readLogFloor(db: Pick<Tx, "prisma">, { retailerId, storeId }: StoreIds): Promise<number> {
  const store = await db.prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { logFloor: true },
  });
  return Number(store?.logFloor ?? 0);
}

export function eventsExpired(floor: number): DomainError {
  return new DomainError(
    "EventsExpired",
    `Events up to ${floor} are older than they are kept: read the store's items, then follow its events from there on.`,
  );
}
