import type { PgTx, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import {
  openStoreProducts,
  type StoreProduct,
  type StoreProductFeed,
  storeProductRowColumns,
} from "../../../core/feeds/index.ts";
import { renewStatistics } from "../../../core/items/index.ts";
import { openCopy } from "../../../kernel/copy.ts";
import { markStoreProductListings } from "../../listings/index.ts";
import type { Ingest } from "../inventory.schema.ts";
import { allowHashJoinSql, resetJoinStrategySql, type Shape } from "../stock.sql.ts";
import {
  clearStageSql,
  deleteSupersededSql,
  keepExactKeysSql,
  mergeSql,
  openStageSql,
  raiseStockVersionSql,
  stageLinesSql,
} from "../store-products.sql.ts";
import { setJoinStrategy, shapeOf } from "./apply-stock.ts";
import type { ReceivedFeed } from "./received-feed.ts";

/** A write of the rows of `store_product_stage`. */
interface ProductWrite {
  store: StoreIds;
  now: Date;
  /** Items that were written after this time stay as they are. */
  unlessSince: Date | undefined;
  /** Lines of `store_product_stage` can have items that the store does not get. */
  onlyKnown: boolean;
}

/** Stores the staged product data that differs, and marks the listings of its items. @returns the number of changed items */
async function mergeStaged(tx: SqlTx, shape: Shape, { store, now, unlessSince, onlyKnown }: ProductWrite) {
  const values = [store.retailerId, store.storeId, now, unlessSince ?? null, onlyKnown];
  const [merged] = await tx.query<{ changed: number }>(mergeSql[shape], values);
  const changed = merged?.changed ?? 0;
  if (changed) markStoreProductListings(tx, store, now);
  renewStatistics(tx, "store_product", changed);
  return changed;
}

/** Stages the product data in the lines of a feed. @returns the number of rows, and the columns with the dropped values */
function stageFeed(tx: PgTx, feed: Pick<StoreProductFeed, "read">) {
  let isAgain = false;
  return feed.read(async (read) => {
    if (isAgain) await tx.query(clearStageSql);
    isAgain = true;
    let rows = 0;
    const copy = openCopy(tx, `store_product_stage (${storeProductRowColumns})`);
    const ended = read(async (batch) => {
      rows += batch.count;
      await copy.write(batch.rows);
    });
    // Also waits after an invalid feed, so that the connection is free for statements.
    await ended.catch(() => undefined);
    await copy.end();
    return { rows, result: await ended };
  });
}

/**
 * Takes the product data of a stock feed for its store, in a second pass over the bytes. Call it before the items are written, so that
 * the events of new items have their titles. The caller holds the lock of the store and sets the join strategy afterwards.
 * @param items number of items of the store, for the strategy
 */
export async function takeStoreProducts(
  tx: PgTx,
  { bytes, options }: ReceivedFeed,
  items: number,
  write: ProductWrite,
): Promise<Pick<Ingest, "columns" | "fallbackColumns" | "ignoredColumns" | "ignoredSheets" | "droppedValues">> {
  const feed = await openStoreProducts(bytes, options);
  try {
    await tx.query(openStageSql);
    const { rows, result } = await stageFeed(tx, feed);
    if (!rows) return result;
    await tx.query(keepExactKeysSql, [write.store.retailerId, write.store.storeId]);
    await tx.query(deleteSupersededSql);
    const shape = shapeOf(tx, rows * 10 < items ? "few" : "many");
    setJoinStrategy(tx, shape);
    if (shape === "dense") tx.send(allowHashJoinSql);
    await mergeStaged(tx, shape, write);
    tx.send(resetJoinStrategySql);
    return result;
  } finally {
    feed.close();
  }
}

/** The product data in a line of a till. */
export interface ProductLine extends StoreProduct {
  line: number;
  itemKey: string;
}

/** Stores the product data in the lines of a PATCH, before the items are written. The join strategy of `shape` is set. */
export async function patchStoreProducts(
  tx: SqlTx,
  store: StoreIds,
  lines: readonly ProductLine[],
  { shape, now }: { shape: Shape; now: Date },
): Promise<void> {
  await tx.query(openStageSql);
  tx.send(stageLinesSql, [JSON.stringify(lines)]);
  tx.send(deleteSupersededSql);
  const changed = await mergeStaged(tx, shape, { store, now, unlessSince: undefined, onlyKnown: true });
  if (changed) tx.send(raiseStockVersionSql, [store.retailerId, store.storeId]);
}
