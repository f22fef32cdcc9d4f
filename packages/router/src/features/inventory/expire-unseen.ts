import type { SqlTx } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { foreseeStock, planFor, type StockWrite, writeStock } from "./apply-stock.ts";
import { lockStore } from "./received-feed.ts";
import { openStage } from "./stock-stage.ts";

interface StoreIds {
  retailerId: string;
  storeId: string;
}

/** Contract §3, Unseen. */
const UNSEEN_MS = 7 * 24 * 3_600_000;

const watch = `
  UPDATE inventory_source SET unseen_due_at = LEAST(unseen_due_at, $3) WHERE retailer_id = $1 AND store_id = $2`;

/**
 * Notes that a store has items which no feed names any more, to be looked at when the first of them is due.
 * It is sent, not waited for. @param since when that was last named; null: there are none
 */
export function watchUnseen(tx: SqlTx, { retailerId, storeId }: StoreIds, since: Date | null): void {
  if (since) tx.send(watch, [retailerId, storeId, new Date(since.getTime() + UNSEEN_MS)]);
}

/** A source that sends no feed keeps its items' state. */
const isDue = "unseen_due_at <= $1 AND applied_at >= $2";
const due = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM inventory_source
  WHERE ${isDue} ORDER BY unseen_due_at LIMIT 1000`;

const stillDue = `
  SELECT s.country, s.currency FROM inventory_source i
  JOIN store s ON s.retailer_id = i.retailer_id AND s.store_id = i.store_id
  WHERE ${isDue} AND i.retailer_id = $3 AND i.store_id = $4`;

const stageUnseen = `
  INSERT INTO stock_stage (line, kind, item_key, quantity)
  SELECT 0, 'a', item_key, 0 FROM stock_item
  WHERE retailer_id = $1 AND store_id = $2 AND named_at <= $3 AND status <> 'out_of_stock'`;

const watchNext = `
  UPDATE inventory_source SET unseen_due_at = (
    SELECT min(named_at) + $3 * interval '1 millisecond' FROM stock_item
    WHERE retailer_id = $1 AND store_id = $2 AND status <> 'out_of_stock')
  WHERE retailer_id = $1 AND store_id = $2`;

async function expireStore(ctx: Context, store: StoreIds): Promise<number> {
  return ctx.db.bulkTransaction(store, "small", async (tx) => {
    await lockStore(tx, store);
    const now = ctx.now();
    const before = new Date(now.getTime() - UNSEEN_MS);
    const ids = [store.retailerId, store.storeId];
    const [found] = await tx.query<{ country: string; currency: string }>(stillDue, [now, before, ...ids]);
    if (!found) return 0;
    await openStage(tx);
    planFor(tx, "sparse");
    tx.send(stageUnseen, [...ids, before]);
    const write: StockWrite = {
      ...{ store: { ...store, ...found }, now, shape: "sparse", namedAt: now, absentSince: now },
    };
    const foreseen = await foreseeStock(tx, write);
    const expected = { ...foreseen, rows: foreseen.changedItems, known: true, touched: false };
    const { changedItems } = await writeStock(tx, write, expected);
    if (changedItems) {
      const target = { type: "stock", storeId: store.storeId } as const;
      const after = { changedItems };
      recordHistory(ctx, tx, [{ retailerId: store.retailerId, action: "stock.expire", target, before: null, after }]);
    }
    tx.send(watchNext, [...ids, UNSEEN_MS]);
    return changedItems;
  });
}

/**
 * Takes out of stock what neither feed nor PATCH has named for 7 days, in stores that a feed was applied to in them
 * (contract §3, Unseen). The worker runs it each minute.
 * @returns the number of items that went out of stock
 * @throws AggregateError after the last store, of all that went wrong
 */
export async function expireUnseen(ctx: Context): Promise<number> {
  const now = ctx.now();
  let expired = 0;
  const errors: unknown[] = [];
  for (const store of await ctx.db.query<StoreIds>(due, [now, new Date(now.getTime() - UNSEEN_MS)])) {
    await expireStore(ctx, store).then(
      (count) => {
        expired += count;
      },
      (error: unknown) => errors.push(error),
    );
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} stores were not looked at`);
  return expired;
}
