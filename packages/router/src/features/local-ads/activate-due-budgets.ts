import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { advanceCampaign } from "./internal/advance-campaign.ts";
import { dueCampaigns } from "./local-ads.sql.ts";

/** Maximum number of stores per run. */
const STORES = 2_000;

/**
 * Sends everything that is due to the ads service: budget changes at the store's midnight, pauses, and new locations. Each budget
 * change is made exactly once, also after a downtime, and without checking the preconditions again. Runs may overlap.
 * @returns the number of budget changes made
 * @throws AggregateError after the last store, with all errors on our side
 */
export async function activateDueBudgets(ctx: Context): Promise<number> {
  const stores = await ctx.db.query<StoreIds>(dueCampaigns, [ctx.now(), STORES]);
  let made = 0;
  await forEachConcurrent(stores, async (store) => {
    if (await advanceCampaign(ctx, store)) made++;
  });
  return made;
}
