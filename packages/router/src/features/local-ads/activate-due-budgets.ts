import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { advanceCampaign } from "./advance-campaign.ts";
import { dueCampaigns } from "./due-campaigns.sql.ts";

/** Stores looked at in one run. */
const STORES = 2_000;

/**
 * Tells the ads service all that has come due: changes of budget at the first moment of the store's day, each exactly once
 * and also after a downtime, without checking the preconditions again (contract §5, local-ads); pauses, and places that
 * changed. The worker runs it each second; any number of these may run at once.
 * @returns the number of changes of budget made
 * @throws AggregateError after the last one, of all that went wrong on our side
 */
export async function activateDueBudgets(ctx: Context): Promise<number> {
  const stores = await ctx.db.query<StoreIds>(dueCampaigns, [ctx.now(), STORES]);
  let made = 0;
  await forEachConcurrent(stores, async (store) => {
    if (await advanceCampaign(ctx, store)) made++;
  });
  return made;
}
