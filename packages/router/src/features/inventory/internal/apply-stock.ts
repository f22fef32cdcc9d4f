import type { SqlTx } from "@highstreet/db";
import { notifyWorkers, traceEvents } from "@highstreet/delivery";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { endHidesByStock, spellEdits } from "../../customizations/index.ts";
import { markStagedListings } from "../../listings/index.ts";
import {
  type CountedStoreRow,
  compareSql,
  countInStoreSql,
  type PlannedRow,
  plannedSql,
  type Staged,
  writeItemsSql,
} from "../stock.sql.ts";

/** A write of the rows of `stock_stage`, which has at most one row per item. */
export interface StockWrite {
  store: StoreIds & { country: string; currency: string };
  now: Date;
  staged: Staged;
  /** The new `absent_since` of items with a row; null: the last feed named them. */
  absentSince: Date | null;
  /** The new `absent_since` of items that the feed leaves out, if they have none. */
  leftOutSince: Date;
  /** Items that were written after this time stay as they are. */
  unlessSince?: Date | undefined;
  /** Whether items that the feed leaves out go out of stock. */
  replaces?: boolean;
}

/** Compares the staged rows with the items, and returns what `writeStock` would do. The caller holds the lock of the store. */
export async function planStock(tx: SqlTx, write: StockWrite): Promise<PlannedRow> {
  const { store, now, staged, absentSince, leftOutSince, unlessSince = null, replaces = false } = write;
  const { retailerId, storeId, currency } = store;
  tx.send(compareSql[staged], [retailerId, storeId, now, currency, absentSince, leftOutSince, unlessSince, replaces]);
  const [planned] = await tx.query<PlannedRow>(plannedSql);
  if (!planned) throw new Error("an aggregate gave no row");
  return planned;
}

/**
 * Writes what `planStock` has planned. The same statement appends the events, so each item is written once. The caller holds the lock
 * of the store.
 */
export async function writeStock(
  ctx: Context,
  tx: SqlTx,
  { store, now, staged }: StockWrite,
  { items, moved }: PlannedRow,
): Promise<void> {
  if (!items) return;
  const { retailerId, storeId, country } = store;
  const values = [retailerId, storeId, country, now, now.toISOString()];
  const [written] = await tx.query<{ events: number }>(writeItemsSql[staged], values);
  const events = written?.events ?? 0;
  const endTrace = events ? traceEvents(tx, retailerId, [storeId]) : undefined;
  const [counted] = await tx.query<CountedStoreRow>(countInStoreSql, [retailerId, storeId, moved, events]);
  endTrace?.();
  if (counted?.isPublished) markStagedListings(tx, store, now);
  if (events) notifyWorkers(tx);
  if (counted) spellEdits(tx, store);
  if (counted?.hasHides) await endHidesByStock(ctx, tx, store);
}
