import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { keepPlan } from "../../kernel/keep-plan.ts";
import { markNamedSql, markOneSql, markProductsSql, markStagedSql, markStoreProductsSql } from "./listings.sql.ts";

// Call these functions in the transaction that changes the items, under the locks of their stores. A comparison takes the same
// locks, so it cannot take a mark before it sees the change. All functions send their statements without waiting.

/** Marks items that may show differently now, in each of the stores that has them. */
export function markListings(
  tx: SqlTx,
  retailerId: string,
  { storeIds, itemKeys }: { storeIds: string[]; itemKeys: string[] },
  now: Date,
): void {
  if (storeIds.length === 1 && itemKeys.length === 1) {
    tx.send(markOneSql, [retailerId, now, storeIds[0], itemKeys[0]]);
    return;
  }
  keepPlan(tx);
  tx.send(markNamedSql, [retailerId, now, storeIds, itemKeys]);
}

/** Marks the new and changed items of `stock_change`. */
export function markStagedListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(markStagedSql, [retailerId, now, storeId]);
}

/** Marks the items of `store_product_stage` with data that changed at `now`. */
export function markStoreProductListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(markStoreProductsSql, [retailerId, now, storeId]);
}

/** Marks the items of `product_stage` with data that changed at `now`, in all stores of the retailer. */
export function markProductListings(tx: SqlTx, retailerId: string, now: Date): void {
  tx.send(markProductsSql, [retailerId, now]);
}
