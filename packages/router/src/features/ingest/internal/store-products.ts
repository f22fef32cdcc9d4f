import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { StoreProduct } from "../../../core/feeds/index.ts";
import { joinForSize, renewStatistics } from "../../../core/items/index.ts";
import { settleProducts } from "../../../core/rules/index.ts";
import { markStoreProductListings } from "../../listings/index.ts";
import type { Staged } from "../stock.sql.ts";
import {
  deleteSupersededSql,
  keepExactKeysSql,
  mergeSql,
  openStageSql,
  raiseStockVersionSql,
  stageLinesSql,
} from "../store-products.sql.ts";
import type { FeedLines, StagedProducts } from "./feed-lines.ts";

interface ProductWrite {
  store: StoreIds;
  now: Date;
  unlessSince?: Date | null | undefined;
}

async function mergeStaged(tx: SqlTx, staged: Staged, { store, now, unlessSince = null }: ProductWrite) {
  const values = [store.retailerId, store.storeId, now, unlessSince];
  const [merged] = await tx.query<{ changed: number }>(mergeSql[staged], values);
  const changed = merged?.changed ?? 0;
  await joinForSize(tx, changed);
  if (changed) await markStoreProductListings(tx, store, now);
  renewStatistics(tx, "store_product", changed);
  return changed;
}

/**
 * Call it after `planStock` and before `writeStock`, so that the events of new items have their titles. The caller holds the lock of the
 * store.
 */
export async function takeStoreProducts(tx: SqlTx, lines: FeedLines, write: ProductWrite): Promise<StagedProducts> {
  await tx.query(openStageSql);
  const result = await lines.stageProducts();
  await tx.query(keepExactKeysSql, [write.store.retailerId, write.store.storeId]);
  await tx.query(deleteSupersededSql);
  await mergeStaged(tx, "feed", write);
  return result;
}

/** What the rules do to items with new product data. Call it after `writeStock`. The caller holds the lock of the store. */
export async function settleStoreProducts(
  tx: SqlTx,
  { retailerId, storeId, hasRules }: StoreIds & { hasRules: boolean },
  now: Date,
): Promise<void> {
  if (hasRules) await settleProducts(tx, retailerId, storeId, now);
}

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
  await tx.execute(stageLinesSql, [JSON.stringify(lines)]);
  await tx.execute(deleteSupersededSql);
  const changed = await mergeStaged(tx, "lines", { store, now });
  if (changed) await tx.execute(raiseStockVersionSql, [store.retailerId, store.storeId]);
}
