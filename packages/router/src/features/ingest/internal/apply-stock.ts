import { one, type SqlTx } from "@highstreet/db";
import { notifyWorkers } from "@highstreet/delivery";
import { ahead } from "../../../access/find-retailer.ts";
import type { StoreIds } from "../../../core/channels/index.ts";
import { settleStaged } from "../../../core/rules/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { endHidesByStock, spellEdits } from "../../customizations/index.ts";
import { markStagedListings } from "../../listings/index.ts";
import {
  type CountedStoreRow,
  compareSql,
  countInStoreSql,
  openStageSql,
  type PlannedRow,
  plannedSql,
  type Staged,
  watchUnseenSql,
  writeItemsSql,
} from "../stock.sql.ts";

export async function openStage(tx: SqlTx): Promise<void> {
  await tx.query(openStageSql);
}

/** The rows of `stock_stage`, at most one per item. */
export interface StockWrite {
  store: StoreIds & { country: string; currency: string; clockAhead: number; hasRules: boolean };
  now: Date;
  staged: Staged;
  /** Of items with a row, by the clock of the retailer; null: the last feed named them. */
  absentSince: Date | null;
  /** Of items that the feed leaves out, if they have none. */
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
  await tx.execute(compareSql[staged], [
    retailerId,
    storeId,
    now,
    currency,
    absentSince,
    leftOutSince,
    unlessSince,
    replaces,
    unlessSince && ahead(unlessSince, store.clockAhead),
  ]);
  return one(await tx.query<PlannedRow>(plannedSql));
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
  if (store.hasRules) await settleStaged(tx, store, staged, now);
  const { retailerId, storeId, country } = store;
  const values = [retailerId, storeId, country, now, now.toISOString(), tx.traceparent];
  const { events } = one(await tx.query<{ events: number }>(writeItemsSql[staged], values));
  const counted = one(await tx.query<CountedStoreRow>(countInStoreSql, [retailerId, storeId, moved, events, now]));
  if (counted.isPublished) await markStagedListings(tx, store, now);
  if (events) notifyWorkers(tx);
  await spellEdits(tx, store);
  if (counted.hasHides) await endHidesByStock(ctx, tx, store);
}

/** Items that neither a feed nor a PATCH names for this time go out of stock. */
export const UNSEEN_MS = 7 * 24 * 3_600_000;

/** @param since when the first of these items was last named; null: there is none */
export async function watchUnseen(tx: SqlTx, { retailerId, storeId }: StoreIds, since: Date | null): Promise<void> {
  if (since) await tx.execute(watchUnseenSql, [retailerId, storeId, new Date(since.getTime() + UNSEEN_MS)]);
}
