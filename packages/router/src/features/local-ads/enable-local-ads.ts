import { type ChannelRow, readChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { type StoreRow, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { LocalAdsParameters } from "../channels/parameters.schema.ts";
import { budgetToday, readAdsState } from "./internal/ads-state.ts";
import { cancelChange, planChange, wakeForNextChange } from "./internal/budget-changes.ts";
import { findObstacle } from "./internal/find-obstacle.ts";
import { saveAds } from "./internal/save-ads.ts";

/**
 * Sets the daily budget of local ads from the store's next local day. Another call before midnight replaces the upcoming change.
 * A call with the current budget cancels the upcoming change. A due change counts as current, even if the ads service has not
 * accepted it yet.
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
    await wakeForNextChange(tx, store, now);
    return {
      created,
      row: await saveAds(tx, store, { parameters: { dailyBudget: parameters.dailyBudget } }, "call", now),
    };
  });
}
