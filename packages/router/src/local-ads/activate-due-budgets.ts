import { deleteChannel, readChannel, type StoreIds, saveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import { settled, withStatus } from "./ads-state.ts";

const due = `SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM channel
  WHERE channel = 'local_ads' AND upcoming_activates <= $1 ORDER BY upcoming_activates, retailer_id, store_id`;

/** Makes one store's change of budget, if it is due. @returns whether it was */
async function activate(ctx: Context, store: StoreIds, now: Date): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const before = await readChannel(tx, store, "local_ads");
    const after = before && settled(before, now);
    if (!before || after === before) return false;
    if (after) {
      const search = await readChannel(tx, store, "search");
      await saveChannel(tx, before, withStatus(after, search?.status === "connected"), now);
    } else {
      await deleteChannel(tx, store, "local_ads");
    }
    return true;
  });
}

/**
 * Makes every change of budget whose time has come, in the order of their times and each exactly once, also after a
 * downtime; the preconditions are not checked again (contract §5, local-ads). The worker runs it each second.
 * @returns the number of changes made
 * @throws AggregateError after the last one, of all that went wrong
 */
export async function activateDueBudgets(ctx: Context): Promise<number> {
  const now = ctx.now();
  let made = 0;
  const errors: unknown[] = [];
  for (const store of await ctx.db.query<StoreIds>(due, [now])) {
    try {
      if (await activate(ctx, store, now)) made++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} budgets could not be changed`);
  return made;
}
