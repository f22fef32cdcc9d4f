import { type ChannelRow, channelNotEnabled, deleteChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { budgetToday, readAdsState } from "./ads-state.ts";
import { cancelChange, forgetChanges, planChange } from "./budget-changes.ts";
import { wakeCampaign } from "./campaign-row.ts";
import { saveAds } from "./save-ads.ts";
import { wakeForNext } from "./wake-for-next.ts";

/**
 * Ends local ads: the budget becomes 0 with the store's next local day, and the record goes with it; at once if no
 * budget was active.
 * @returns the record with the change to come (or, at once: made)
 * @throws ChannelNotEnabled
 */
export async function removeLocalAds(ctx: Context, store: StoreRow): Promise<ChannelRow> {
  const now = ctx.now();
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const state = await readAdsState(tx, store);
    if (!state.channel) throw channelNotEnabled("local_ads");
    if (!state.channel.dailyBudget) {
      await forgetChanges(tx, store);
      await deleteChannel(tx, store, "local_ads");
      // The ads service may have been told a budget that is not recorded yet.
      await wakeCampaign(tx, store, now);
      return { ...state.channel, upcomingBudget: 0, upcomingActivates: now };
    }
    // An end that is due already stays the end.
    if (budgetToday(state, now) === 0) await cancelChange(tx, store, now);
    else await planChange(tx, store, 0, now);
    await wakeForNext(tx, store, now);
    return saveAds(tx, store, {}, now);
  });
}
