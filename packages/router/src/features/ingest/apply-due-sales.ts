import type { PgTx } from "@highstreet/db";
import { ahead, shopTime } from "../../access/find-retailer.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStore } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { openStage, planStock, writeStock } from "./internal/apply-stock.ts";
import { type CurrentStockRow, currentStockSql, stageDueSalesSql, storesWithDueSalesSql } from "./stock.sql.ts";

const MAX_ITEMS = 5_000;

const due = { table: "stock_item", where: "price_changes_at <= clock.now", since: "price_changes_at" } as const;

/** @returns whether prices of the store changed, so that more may be due */
async function applyInStore(ctx: Context, store: StoreIds): Promise<boolean> {
  const apply = async (tx: PgTx): Promise<boolean> => {
    await lockStore(tx, store);
    const now = ctx.now();
    const ids = [store.retailerId, store.storeId];
    const [current] = await tx.query<CurrentStockRow>(currentStockSql, ids);
    if (!current) return false;
    const today = ahead(now, current.clockAhead);
    await openStage(tx);
    await tx.execute(stageDueSalesSql, [...ids, today, MAX_ITEMS]);
    const write = {
      store: { ...store, ...current },
      now,
      staged: "lines",
      absentSince: today,
      leftOutSince: today,
    } as const;
    const planned = await planStock(tx, write);
    await writeStock(ctx, tx, write, planned);
    return planned.items > 0;
  };
  return ctx.db.bulkTransaction(store, "small", apply, SHORT_LOCK_WAIT);
}

/**
 * Changes the prices of items whose sale starts or ends, with their events: up to 5,000 items of a store in one transaction, and the
 * retailers in turns.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function applyDueSales(ctx: Context): Promise<void> {
  await serveRetailers(ctx, due, (retailerId) => applyDueSalesOf(ctx, retailerId));
}

/** Changes due prices of a retailer. @returns whether more can be due */
export async function applyDueSalesOf(ctx: Context, retailerId: string): Promise<boolean> {
  const parts = new PartialRun();
  const today = await shopTime(ctx.db, retailerId, ctx.now());
  let isMore = false;
  for (const { storeId } of await ctx.db.query<{ storeId: string }>(storesWithDueSalesSql, [retailerId, today])) {
    isMore = (await parts.run(() => applyInStore(ctx, { retailerId, storeId }))) || isMore;
  }
  parts.end("stores have sales that did not start or end");
  return isMore;
}
