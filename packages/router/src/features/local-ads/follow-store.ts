import type { SqlTx } from "@highstreet/db";
import type { StoreRow } from "../../core/stores/index.ts";
import { planChange, readToCome } from "./budget-changes.ts";
import { nudgeCampaign } from "./campaign-row.ts";
import { refreshAds } from "./save-ads.ts";

/**
 * Has a store's ads follow its place and its clocks, to be called after they were written; the caller holds the store's
 * lock. Where clocks change, a change of budget keeps its date, or if that has begun there already, gets the next one.
 */
export async function followStore(tx: SqlTx, before: StoreRow, after: StoreRow, now: Date): Promise<void> {
  if (before.timezone !== after.timezone) {
    const change = (await readToCome(tx, after)).find(({ activatesAt }) => activatesAt > now);
    if (change) await planChange(tx, after, change.budget, now, change.localDate);
  }
  await nudgeCampaign(tx, after, now);
  await refreshAds(tx, after, now);
}
