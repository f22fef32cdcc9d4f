import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PATIENCE, Parts, serveRetailers } from "../../kernel/serve-retailers.ts";
import { stageDueSalesSql, storesWithDueSalesSql } from "./due-sales.sql.ts";
import { planStock, writeStock } from "./internal/apply-stock.ts";
import { lockStore } from "./internal/received-feed.ts";
import { openStage } from "./internal/stock-stage.ts";
import { type CurrentStockRow, currentStockSql } from "./stock.sql.ts";

/** Maximum number of items of one transaction. */
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
    await openStage(tx);
    tx.send(stageDueSalesSql, [...ids, now, MAX_ITEMS]);
    const write = {
      store: { ...store, ...current },
      now,
      staged: "lines",
      absentSince: now,
      leftOutSince: now,
    } as const;
    const planned = await planStock(tx, write);
    await writeStock(ctx, tx, write, planned);
    return planned.items > 0;
  };
  return ctx.db.bulkTransaction(store, "small", apply, PATIENCE);
}

/**
 * Changes the prices of items whose sale starts or ends, with their events: up to 5,000 items of a store in one transaction, and the
 * retailers in turns.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function applyDueSales(ctx: Context): Promise<void> {
  await serveRetailers(ctx, due, async (retailerId) => {
    const parts = new Parts();
    let isMore = false;
    for (const { storeId } of await ctx.db.query<{ storeId: string }>(storesWithDueSalesSql, [retailerId, ctx.now()])) {
      isMore = (await parts.run(() => applyInStore(ctx, { retailerId, storeId }))) || isMore;
    }
    parts.end("stores have sales that did not start or end");
    return isMore;
  });
}
