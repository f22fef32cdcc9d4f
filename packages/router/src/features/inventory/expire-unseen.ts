import type { PgTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PATIENCE, Parts } from "../../kernel/serve-retailers.ts";
import { planStock, writeStock } from "./internal/apply-stock.ts";
import { UNSEEN_MS } from "./internal/change-source.ts";
import { lockStore } from "./internal/received-feed.ts";
import { openStage } from "./internal/stock-stage.ts";
import { watchNextUnseenSql } from "./sources.sql.ts";
import { type CurrentStockRow, currentStockSql, stageUnseenSql } from "./stock.sql.ts";

/** Maximum number of stores of one run. */
const BATCH = 1_000;

async function expireStore(ctx: Context, store: StoreIds): Promise<number> {
  const expire = async (tx: PgTx): Promise<number> => {
    await lockStore(tx, store);
    const now = ctx.now();
    const before = new Date(now.getTime() - UNSEEN_MS);
    const ids = [store.retailerId, store.storeId];
    const [found] = await tx.query<CurrentStockRow>(currentStockSql, ids);
    if (!found?.unseenDueAt || found.unseenDueAt > now) return 0;
    // A source without a recent feed keeps the state of its items.
    if (!found.appliedAt || found.appliedAt < before) return 0;
    const { country, currency } = found;
    await openStage(tx);
    tx.send(stageUnseenSql, [...ids, before]);
    const of = { ...store, country, currency };
    const write = { store: of, now, staged: "lines", absentSince: now, leftOutSince: now } as const;
    const planned = await planStock(tx, write);
    await writeStock(ctx, tx, write, planned);
    const { changedItems } = planned;
    if (changedItems) {
      const target = { type: "stock", storeId: store.storeId } as const;
      const after = { changedItems };
      recordHistory(ctx, tx, [{ retailerId: store.retailerId, action: "stock.expire", target, before: null, after }]);
    }
    tx.send(watchNextUnseenSql, [...ids, UNSEEN_MS]);
    return changedItems;
  };
  return ctx.db.bulkTransaction(store, "small", expire, PATIENCE);
}

/**
 * Takes items out of stock that neither a feed nor a PATCH has named for 7 days. Skips stores without an applied feed in these
 * 7 days. The worker runs it each minute.
 * @returns the number of items that went out of stock
 * @throws AggregateError with all errors, after the last store
 */
export async function expireUnseen(ctx: Context): Promise<number> {
  const now = ctx.now();
  let expired = 0;
  const parts = new Parts();
  const stores = await ctx.db.prisma.inventorySource.findMany({
    where: { unseenDueAt: { lte: now }, appliedAt: { gte: new Date(now.getTime() - UNSEEN_MS) } },
    orderBy: { unseenDueAt: "asc" },
    take: BATCH,
    select: { retailerId: true, storeId: true },
  });
  for (const store of stores) expired += (await parts.run(() => expireStore(ctx, store))) ?? 0;
  parts.end("stores could not be searched for unseen items");
  return expired;
}
