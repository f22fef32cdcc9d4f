import type { Tx } from "@highstreet/db";
import { ahead } from "../../access/find-retailer.ts";
import {
  type ChannelChange,
  type ChannelKind,
  type ChannelRow,
  deleteChannel,
  penceToPounds,
  type StoreIds,
} from "../../core/channels/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { LocalAdsParameters } from "../channels/channels.schema.ts";
import { changeChannel, enabledAt, recordChange } from "../channels/index.ts";
import { budgetToday, findObstacle, readAdsState } from "./internal/ads-state.ts";
import { refreshAds, saveAds } from "./internal/ads-status.ts";
import {
  cancelChange,
  forgetChanges,
  planChange,
  readOpenChanges,
  upcomingChange,
  wakeForNextChange,
} from "./internal/budget-changes.ts";
import { endCampaign, nudgeCampaign, wakeCampaign } from "./internal/campaign-row.ts";
import type { AdsOverview, StoreOfAds } from "./overview.schema.ts";
import { getAdsOverview } from "./read-ads.ts";

/**
 * Sets the daily budget from the store's next local day. Another call before midnight replaces the upcoming change. A call with the current
 * budget cancels it. A due change counts as current.
 * @throws SearchChannelNotConnected, then InsufficientInStockProducts, on every call
 */
async function enable(
  _: Context,
  { tx, store, now }: ChannelChange,
  { dailyBudget }: LocalAdsParameters,
): Promise<ChannelRow> {
  const obstacle = await findObstacle(tx, store);
  if (obstacle) throw obstacle;
  const budget = Math.round(dailyBudget * 100);
  if (budget === budgetToday(await readAdsState(tx, store), now)) await cancelChange(tx, store, now);
  else await planChange(tx, store, budget, now);
  await wakeForNextChange(tx, store, now);
  return saveAds(tx, store, { parameters: { dailyBudget } }, "call", now);
}

/**
 * The budget becomes 0 with the store's next local day, and then the record is deleted. Without an active budget the record is deleted at
 * once.
 */
async function remove(
  _: Context,
  { tx, store, before, now }: ChannelChange & { before: ChannelRow },
): Promise<ChannelRow> {
  if (!before.dailyBudget) {
    await forgetChanges(tx, store);
    await deleteChannel(tx, store, "local_ads", now);
    // The ads service may already have a budget that is not recorded yet.
    await wakeCampaign(tx, store, now);
    return { ...before, upcomingBudget: 0, upcomingActivates: ahead(now, store.clockAhead) };
  }
  // A due end stays the end.
  if (budgetToday(await readAdsState(tx, store), now) === 0) await cancelChange(tx, store, now);
  else await planChange(tx, store, 0, now);
  await wakeForNextChange(tx, store, now);
  return saveAds(tx, store, {}, "call", now);
}

/**
 * Cancels the upcoming budget change, also if it ends the ads. If no budget was ever active, the record is deleted.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function cancelBudgetChange(ctx: Context, input: StoreOfAds): Promise<AdsOverview> {
  await changeChannel(ctx, input, "local_ads", async (change) => {
    const held = enabledAt(ctx, "local_ads", change);
    const { tx, store, now } = held;
    if (await cancelChange(tx, store, now)) await recordChange(ctx, held, await withoutChange(held));
  });
  return getAdsOverview(ctx, input);
}

async function withoutChange({ tx, store, now }: ChannelChange): Promise<ChannelRow | undefined> {
  const state = await readAdsState(tx, store);
  const budget = budgetToday(state, now);
  if (budget) return saveAds(tx, store, { parameters: { dailyBudget: penceToPounds(budget) } }, "call", now);
  // A due end deletes the record after the ads service has accepted it.
  if (state.openChanges.length) return saveAds(tx, store, {}, "call", now);
  await deleteChannel(tx, store, "local_ads", now);
  return undefined;
}

/** In a new time zone, an upcoming change keeps its date, or gets the next day if that day has begun there. */
async function onStoreChanged(tx: Tx, before: StoreRow, after: StoreRow, now: Date): Promise<void> {
  if (before.timezone !== after.timezone) {
    const change = upcomingChange(await readOpenChanges(tx, after), now);
    if (change) await planChange(tx, after, change.budget, now, change.localDate);
  }
  await onSearchChanged(tx, after, now);
}

/** Ads pause or resume with the search channel, and follow the location of its profile. */
async function onSearchChanged(tx: Tx, store: StoreIds, now: Date): Promise<void> {
  await nudgeCampaign(tx, store, now);
  await refreshAds(tx, store, now);
}

export const localAdsChannel: ChannelKind<LocalAdsParameters> = {
  enable,
  remove,
  findObstacle: (ctx, store) => findObstacle(ctx.db, store),
  onStoreChanged,
  onStoreDeleted: endCampaign,
  onSearchChanged,
};
