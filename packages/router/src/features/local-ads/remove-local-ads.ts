import { type ChannelRow, channelNotEnabled, deleteChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { budgetToday, readAdsState } from "./internal/ads-state.ts";
import { cancelChange, forgetChanges, planChange, wakeForNextChange } from "./internal/budget-changes.ts";
import { wakeCampaign } from "./internal/campaign-row.ts";
import { saveAds } from "./internal/save-ads.ts";

/**
 * Ends local ads. The budget becomes 0 with the store's next local day, and then the record is deleted. Without an active budget
 * the record is deleted at once.
 * @returns the record with the last change
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
      await deleteChannel(tx, store, "local_ads", now);
      // The ads service may already have a budget that is not recorded yet.
      await wakeCampaign(tx, store, now);
      return { ...state.channel, upcomingBudget: 0, upcomingActivates: now };
    }
    // A due end stays the end.
    if (budgetToday(state, now) === 0) await cancelChange(tx, store, now);
    else await planChange(tx, store, 0, now);
    await wakeForNextChange(tx, store, now);
    return saveAds(tx, store, {}, "call", now);
  });
}
