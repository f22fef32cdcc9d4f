import type { PgTx } from "@highstreet/db";
import { ahead, shopTime } from "../../access/find-retailer.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT } from "../../kernel/jobs.ts";
import { openStage, planStock, UNSEEN_MS, writeStock } from "./internal/apply-stock.ts";
import { type CurrentStockRow, currentStockSql, stageUnseenSql, watchNextUnseenSql } from "./stock.sql.ts";

const BATCH = 1_000;

async function expireStore(ctx: Context, store: StoreIds): Promise<number> {
  const expire = async (tx: PgTx): Promise<number> => {
    await lockStore(tx, store);
    const now = ctx.now();
    const ids = [store.retailerId, store.storeId];
    const [found] = await tx.query<CurrentStockRow>(currentStockSql, ids);
    const today = ahead(now, found?.clockAhead ?? 0);
    const before = new Date(today.getTime() - UNSEEN_MS);
    if (!found?.unseenDueAt || found.unseenDueAt > today) return 0;
    // A source without a recent feed keeps the state of its items.
    if (!found.appliedAt || found.appliedAt < before) return 0;
    await openStage(tx);
    await tx.execute(stageUnseenSql, [...ids, before]);
    const of = { ...store, ...found };
    const write = { store: of, now, staged: "lines", absentSince: today, leftOutSince: today } as const;
    const planned = await planStock(tx, write);
    await writeStock(ctx, tx, write, planned);
    const { changedItems } = planned;
    if (changedItems) {
      const target = { type: "stock", storeId: store.storeId } as const;
      const after = { changedItems };
      await recordHistory(ctx, tx, [
        { retailerId: store.retailerId, action: "stock.expire", target, before: null, after },
      ]);
    }
    await tx.execute(watchNextUnseenSql, [...ids, UNSEEN_MS]);
    return changedItems;
  };
  return ctx.db.bulkTransaction(store, "small", expire, SHORT_LOCK_WAIT);
}

/**
 * Takes items out of stock that neither a feed nor a PATCH has named for 7 days. Skips stores without an applied feed in these 7 days.
 * @param only one retailer, by its clock
 * @returns the number of items that went out of stock
 * @throws AggregateError with all errors, after the last store
 */
export async function expireUnseen(ctx: Context, only?: { retailerId: string }): Promise<number> {
  const now = only ? await shopTime(ctx.db, only.retailerId, ctx.now()) : ctx.now();
  let expired = 0;
  const parts = new PartialRun();
  const stores = await ctx.db.prisma.inventorySource.findMany({
    where: { ...only, unseenDueAt: { lte: now }, appliedAt: { gte: new Date(now.getTime() - UNSEEN_MS) } },
    orderBy: { unseenDueAt: "asc" },
    take: BATCH,
    select: { retailerId: true, storeId: true },
  });
  for (const store of stores) expired += (await parts.run(() => expireStore(ctx, store))) ?? 0;
  parts.end("stores could not be searched for unseen items");
  return expired;
}
