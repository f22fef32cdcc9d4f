import type { SqlTx } from "@highstreet/db";
import { notifyWorkers, traceEvents } from "@highstreet/delivery";
import type { StoreIds } from "../../../core/channels/index.ts";
import { hasValuesSql } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { endHidesByStock, spellEdits } from "../../customizations/index.ts";
import { markStagedListings } from "../../listings/index.ts";
import {
  allowHashJoinSql,
  type CountedStoreRow,
  countInStoreSql,
  insertItemsSql,
  joinStrategySql,
  type PlannedRow,
  planItemsSql,
  type Shape,
  touchItemsSql,
  updateItemsSql,
  type WriteShape,
  type WrittenRow,
} from "../stock.sql.ts";

/** A write of the rows of `stock_stage`, which has at most one row per item. */
export interface StockWrite {
  store: StoreIds & { country: string; currency: string };
  now: Date;
  shape: Shape;
  /** The new `absent_since` of items with a row; null: the last feed named them. */
  absentSince: Date | null;
  /** The new `absent_since` of items that the feed leaves out, if they have none. */
  leftOutSince: Date;
  /** Items that were written after this time stay as they are. */
  unlessSince?: Date;
}

/** @param appended number of events that the write has appended already */
const valuesOf = ({ store, now, absentSince, leftOutSince, unlessSince }: StockWrite, appended = 0): unknown[] => [
  ...[store.retailerId, store.storeId, store.country, now.toISOString(), store.currency],
  ...[absentSince, leftOutSince, unlessSince ?? null, appended, now],
];

/** The shape for few rows, or for many rows of a store. */
export function shapeOf(tx: SqlTx, rows: "few" | "many"): Shape {
  const shape = rows === "few" ? "sparse" : "dense";
  return tx.isDistributed ? `remote ${shape}` : shape;
}

/**
 * Sets how the statements of `planStock` and `writeStock` join staged rows with items. Call it before them. On its own the planner
 * would read the items of all stores, because it expects hundreds of rows in every stage.
 */
export function setJoinStrategy(tx: SqlTx, shape: Shape): void {
  tx.send(joinStrategySql[shape]);
}

/** Returns what `writeStock` would do. The caller holds the lock of the store. */
export async function planStock(tx: SqlTx, write: StockWrite): Promise<PlannedRow> {
  const [planned] = await tx.query<PlannedRow>(planItemsSql[write.shape], valuesOf(write));
  if (!planned) throw new Error("an aggregate gave no row");
  return planned;
}

interface WrittenStock {
  changedItems: number;
  newItems: number;
  /** When the first of the written items that feeds leave out was last named; null: there is none. */
  unseenSince: Date | null;
  /** The new stock version of the store; undefined: no item was written. */
  version: number | undefined;
}

/** What the stage can hold. Skips the statements that would find nothing. */
interface Expected extends Pick<PlannedRow, "emptied" | "filled"> {
  /** Maximum number of rows. */
  rows: number;
  /** Whether the store has items. */
  known: boolean;
  /** Whether a row may change only `absent_since` of its item. */
  touched: boolean;
}

/** The caller holds the lock of the store, so no edit can hide an item before the write ends. */
async function writeShapeOf(tx: SqlTx, { store, shape }: StockWrite): Promise<WriteShape> {
  if (shape !== "dense") return shape;
  const [values] = await tx.query<{ found: boolean }>(hasValuesSql, [store.retailerId, store.storeId]);
  return values?.found ? shape : "bare";
}

/**
 * Applies the rows of `stock_stage` to the items of the store. The same statements append the events, so each row is written once.
 * The caller holds the lock of the store.
 */
export async function writeStock(
  ctx: Context,
  tx: SqlTx,
  write: StockWrite,
  expected: Expected,
): Promise<WrittenStock> {
  const none: WrittenRow = { items: 0, events: 0, since: null };
  const run = async (statement: string, appended?: number) =>
    (await tx.query<WrittenRow>(statement, valuesOf(write, appended)))[0] ?? none;
  const shape = await writeShapeOf(tx, write);
  const changed = expected.known ? await run(updateItemsSql[shape]) : none;
  if (write.shape === "dense") tx.send(allowHashJoinSql);
  const touched = expected.known && expected.touched ? await run(touchItemsSql[write.shape]) : none;
  const added =
    expected.rows > changed.items + touched.items
      ? await run(insertItemsSql[shape], write.shape === "dense" ? 0 : changed.events)
      : none;

  const all = [changed, touched, added];
  const events = changed.events + added.events;
  const since = all.flatMap((one) => one.since ?? []).sort((a, b) => a.getTime() - b.getTime());
  const { retailerId, storeId } = write.store;
  const counts = [retailerId, storeId, expected.filled - expected.emptied, events];
  const endTrace = events ? traceEvents(tx, retailerId, [storeId]) : undefined;
  const [counted] = all.some(({ items }) => items > 0) ? await tx.query<CountedStoreRow>(countInStoreSql, counts) : [];
  endTrace?.();
  if (counted?.isPublished) markStagedListings(tx, write.store, write.now);
  if (events) notifyWorkers(tx);
  if (counted) spellEdits(tx, write.store);
  if (counted?.hasHides) await endHidesByStock(ctx, tx, write.store);
  return {
    ...{ changedItems: changed.items, newItems: added.items },
    ...{ unseenSince: since[0] ?? null, version: counted?.version },
  };
}
