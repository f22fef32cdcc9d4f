import { longTimeouts, type Tx, within } from "@highstreet/db";
import { ahead, shopTime } from "../../access/find-retailer.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { StoreIds } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { settleShelf, writeShelf } from "./internal/store-shelf.ts";
import { dueShelvesSql } from "./rules.sql.ts";

/** Stores of one turn. */
const BATCH = 5;

const due = { table: "store", where: "shelf_due_at <= clock.now", since: "shelf_due_at" } as const;

/** Ends the pause of a store if it is over. Its items then follow the rules that count now, and the last change of a large store. */
async function settleDueShelf(ctx: Context, ids: StoreIds): Promise<true> {
  const { operationId: _, ...service } = ctx;
  const work = async (tx: Tx): Promise<true> => {
    if (!(await lockStores(tx, ids.retailerId, [ids.storeId])).length) return true;
    const store = await findStore({ ...ctx, db: within(ctx.db, tx) }, ids);
    const { pause, safetyStock, clockAhead } = store;
    const isOver = pause && Date.parse(pause.until) <= ahead(ctx.now(), clockAhead).getTime();
    if (isOver) await writeShelf(service, tx, store, { pause: null, safetyStock }, "all");
    else await settleShelf(ctx, tx, store);
    return true;
  };
  return ctx.db.transaction(ids, work, { ...longTimeouts, ...SHORT_LOCK_WAIT });
}

/** Ends due pauses of a retailer, and begins and ends its rules, by its clock. @returns whether more can be due */
export async function settleDueShelvesOf(ctx: Context, retailerId: string): Promise<boolean> {
  const parts = new PartialRun();
  const values = [retailerId, await shopTime(ctx.db, retailerId, ctx.now()), BATCH];
  const stores = await ctx.db.query<{ storeId: string }>(dueShelvesSql, values);
  let isMore = false;
  for (const { storeId } of stores) {
    isMore = (await parts.run(() => settleDueShelf(ctx, { retailerId, storeId }))) || isMore;
  }
  parts.end("stores could not follow their pause or their rules");
  return isMore;
}

/**
 * Ends the pauses that are over, begins and ends rules with a period, and applies changes to the items of large stores. The retailers take
 * turns.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function settleDueShelves(ctx: Context): Promise<void> {
  await serveRetailers(ctx, due, (retailerId) => settleDueShelvesOf(ctx, retailerId));
}
