import type { Tx } from "@highstreet/db";
import type { ChannelKind, StoreIds } from "../../core/channels/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { LocalAdsParameters } from "../channels/parameters.schema.ts";
import { enableLocalAds } from "./enable-local-ads.ts";
import { planChange, readOpenChanges, upcomingChange } from "./internal/budget-changes.ts";
import { endCampaign, nudgeCampaign } from "./internal/campaign-row.ts";
import { findObstacle } from "./internal/find-obstacle.ts";
import { refreshAds } from "./internal/save-ads.ts";
import { removeLocalAds } from "./remove-local-ads.ts";

/** In a new time zone, an upcoming change keeps its date. If that day has already begun there, the change gets the next day. */
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

/** Local ads, as the registry of channels calls them. */
export const localAdsChannel: ChannelKind<LocalAdsParameters> = {
  enable: enableLocalAds,
  remove: removeLocalAds,
  findObstacle: (ctx, store) => findObstacle(ctx.db, store),
  onStoreChanged,
  onStoreDeleted: endCampaign,
  onSearchChanged,
};
