import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { nudgeCampaign } from "./campaign-row.ts";
import { refreshAds } from "./save-ads.ts";

/**
 * Pauses or resumes a store's ads as its search channel goes or comes, or what is known of its location changes. To be
 * called after that was written; the caller holds the store's lock.
 */
export async function followSearch(tx: SqlTx, store: StoreIds, now: Date): Promise<void> {
  await nudgeCampaign(tx, store, now);
  await refreshAds(tx, store, now);
}
