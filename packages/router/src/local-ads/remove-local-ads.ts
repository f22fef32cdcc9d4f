import { type ChannelRow, channelNotEnabled, deleteChannel, readChannel, saveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import type { StoreRow } from "../stores/index.ts";
import { settled } from "./ads-state.ts";
import { nextLocalDay } from "./next-local-day.ts";

/**
 * Ends local ads: the budget becomes 0 with the store's next local day, and the record goes with it; at once if no
 * budget was active.
 * @returns the record with the change to come (or, at once: made)
 * @throws ChannelNotEnabled
 */
export async function removeLocalAds(ctx: Context, store: StoreRow): Promise<ChannelRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const before = await readChannel(tx, store, "local_ads");
    const current = before && settled(before, now);
    if (!current) throw channelNotEnabled("local_ads");
    if (!Number(current.dailyBudget)) {
      await deleteChannel(tx, store, "local_ads");
      return { ...current, upcomingBudget: "0", upcomingActivates: now };
    }
    const after = { ...current, upcomingBudget: "0", upcomingActivates: nextLocalDay(now, store.timezone) };
    return saveChannel(tx, before, after, now);
  });
}
