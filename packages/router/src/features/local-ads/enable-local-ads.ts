import { type ChannelRow, readChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { type StoreRow, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { budgetToday, readAdsState } from "./ads-state.ts";
import { cancelChange, planChange } from "./budget-changes.ts";
import { findObstacle } from "./find-obstacle.ts";
import type { LocalAdsParameters } from "./local-ads.schema.ts";
import { saveAds } from "./save-ads.ts";
import { wakeForNext } from "./wake-for-next.ts";

/**
 * Sets the daily budget of local ads, in force from the store's next local day on. A further call before midnight
 * replaces the change to come; the budget in force, given again, cancels it (contract §5, local-ads). A change that is due
 * and still to be told to the ads service counts as in force.
 * @throws StoreNotFound; SearchChannelNotConnected, then InsufficientInStockProducts, on every call
 */
export async function enableLocalAds(
  ctx: Context,
  store: StoreRow,
  parameters: LocalAdsParameters,
): Promise<{ created: boolean; row: ChannelRow }> {
  const now = ctx.now();
  const budget = Math.round(parameters.dailyBudget * 100);
  return ctx.db.transaction(store, async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const obstacle = await findObstacle(tx, store);
    if (obstacle) throw obstacle;
    const created = !(await readChannel(tx, store, "local_ads"));
    if (budget === budgetToday(await readAdsState(tx, store), now)) await cancelChange(tx, store, now);
    else await planChange(tx, store, budget, now);
    await wakeForNext(tx, store, now);
    return { created, row: await saveAds(tx, store, { parameters: { dailyBudget: parameters.dailyBudget } }, now) };
  });
}
