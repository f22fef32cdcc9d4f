import type { SqlTx } from "@highstreet/db";
import { type LockedStore, publishItemChanges } from "../log/index.ts";
import { readPeriods } from "./periods.ts";
import { settleSql } from "./rules.sql.ts";

/** A settle by this version evaluates all rules. */
const ALL = 0;

/**
 * Computes what the rules do to items whose facts have changed: all values without `hidden` and `channels`. The caller holds the locks of
 * the stores, has written its rows, and publishes the items afterwards.
 */
export async function settleItems(
  tx: SqlTx,
  retailerId: string,
  { stores, itemKeys }: { stores: LockedStore[]; itemKeys: string[] },
  now: Date,
): Promise<void> {
  const storeIds = stores.flatMap(({ storeId, hasRules }) => (hasRules ? storeId : []));
  if (storeIds.length && itemKeys.length) {
    const { resting } = await readPeriods(tx, retailerId, storeIds, now);
    await tx.execute(settleSql.named, [retailerId, ALL, now, storeIds, JSON.stringify(resting), itemKeys]);
  }
}

interface StoreIds {
  retailerId: string;
  storeId: string;
}

/** The same for the rows of `stock_change`, before they are written: otherwise a new item is announced and then hidden. */
export async function settleStaged(
  tx: SqlTx,
  { retailerId, storeId }: StoreIds,
  staged: "lines" | "feed",
  now: Date,
): Promise<void> {
  const { resting } = await readPeriods(tx, retailerId, [storeId], now);
  await tx.execute(settleSql[staged], [retailerId, ALL, now, storeId, JSON.stringify(resting)]);
}

/**
 * The same for items with product data that changed at `now`, of the staged rows. Publishes the items. Call it after the stock is written.
 * @param storeIds the store of the file, or the stores of the product feed
 */
export async function settleProducts(
  tx: SqlTx,
  retailerId: string,
  storeIds: string | string[],
  now: Date,
): Promise<void> {
  const sql = typeof storeIds === "string" ? settleSql.storeProducts : settleSql.products;
  const { resting } = await readPeriods(tx, retailerId, [storeIds].flat(), now);
  const values = [retailerId, ALL, now, storeIds, JSON.stringify(resting)];
  const changed = await tx.query<{ storeId: string; itemKey: string }>(sql, values);
  if (!changed.length) return;
  const items = {
    storeIds: [...new Set(changed.map((item) => item.storeId))],
    itemKeys: [...new Set(changed.map((item) => item.itemKey))],
  };
  await publishItemChanges(tx, retailerId, items, now);
}
