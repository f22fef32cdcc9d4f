import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { nudgeCampaign } from "./campaign-row.ts";

const forgetPaused = `
  DELETE FROM ads_campaign WHERE retailer_id = $1 AND store_id = $2 AND claimed_until IS NULL
    AND (campaign_id IS NULL OR sent_budget = 0)`;

/** Forgets the campaign of a store that is about to be no more; one that may run is paused by the worker first. */
export async function endCampaign(tx: Sql, store: StoreIds, now: Date): Promise<void> {
  await tx.query(forgetPaused, [store.retailerId, store.storeId]);
  await nudgeCampaign(tx, store, now);
}
