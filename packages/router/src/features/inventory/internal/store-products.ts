import type { PgTx, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import {
  openStoreProducts,
  type StoreProduct,
  type StoreProductFeed,
  storeProductRowColumns,
} from "../../../core/feeds/index.ts";
import { renewStatistics } from "../../../core/items/index.ts";
import { copyInto } from "../../../kernel/copy.ts";
import { markStoreProductListings } from "../../listings/index.ts";
import type { Ingest } from "../inventory.schema.ts";
import type { Staged } from "../stock.sql.ts";
import {
  clearStageSql,
  deleteSupersededSql,
  keepExactKeysSql,
  mergeSql,
  openStageSql,
  raiseStockVersionSql,
  stageLinesSql,
} from "../store-products.sql.ts";
import type { ReceivedFeed } from "./received-feed.ts";

/** A write of the rows of `store_product_stage`. */
interface ProductWrite {
  store: StoreIds;
  now: Date;
  /** Items that were written after this time stay as they are. */
  unlessSince?: Date | null | undefined;
}

/** Stores the staged product data that differs, and marks the listings of its items. @returns the number of changed items */
async function mergeStaged(tx: SqlTx, staged: Staged, { store, now, unlessSince = null }: ProductWrite) {
  const values = [store.retailerId, store.storeId, now, unlessSince];
  const [merged] = await tx.query<{ changed: number }>(mergeSql[staged], values);
  const changed = merged?.changed ?? 0;
  if (changed) markStoreProductListings(tx, store, now);
  renewStatistics(tx, "store_product", changed);
  return changed;
}

/** Stages the product data in the lines of a feed. @returns the columns and the dropped values */
function stageFeed(tx: PgTx, feed: Pick<StoreProductFeed, "read">) {
  return feed.read(async (read) => {
    await tx.query(clearStageSql);
    return copyInto(tx, `store_product_stage (${storeProductRowColumns})`, (write) => read(write));
  });
}

/**
 * Takes the product data of a stock feed for its store, in a second pass over the bytes. Call it after `planStock` and before
 * `writeStock`, so that the events of new items have their titles. The caller holds the lock of the store.
 */
export async function takeStoreProducts(
  tx: PgTx,
  { bytes, options }: ReceivedFeed,
  write: ProductWrite,
): Promise<Pick<Ingest, "columns" | "fallbackColumns" | "ignoredColumns" | "ignoredSheets" | "droppedValues">> {
  const feed = await openStoreProducts(bytes, options);
  try {
    await tx.query(openStageSql);
    const result = await stageFeed(tx, feed);
    await tx.query(keepExactKeysSql, [write.store.retailerId, write.store.storeId]);
    await tx.query(deleteSupersededSql);
    await mergeStaged(tx, "feed", write);
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

/** Stores the product data in the lines of a PATCH, whose items the store has or gets. Call it before `writeStock`. */
export async function patchStoreProducts(
  tx: SqlTx,
  store: StoreIds,
  lines: readonly ProductLine[],
  now: Date,
): Promise<void> {
  await tx.query(openStageSql);
  tx.send(stageLinesSql, [JSON.stringify(lines)]);
  tx.send(deleteSupersededSql);
  const changed = await mergeStaged(tx, "lines", { store, now });
  if (changed) tx.send(raiseStockVersionSql, [store.retailerId, store.storeId]);
}
