import { procedure, router } from "../../kernel/trpc.ts";
import { cancelBudgetChange } from "./cancel-budget-change.ts";
import { getAdsOutcome } from "./get-ads-outcome.ts";
import { getAdsOverview } from "./get-ads-overview.ts";
import { AdsOutcome, AdsOverview, StoreOfAds } from "./overview.schema.ts";

/** Local ads in the console. The channels' procedures enable and remove them. */
export const localAds = router({
  overview: procedure
    .meta({ access: "channels:read" })
    .input(StoreOfAds)
    .output(AdsOverview)
    .query(({ ctx, input }) => getAdsOverview(ctx, input)),
  outcome: procedure
    .meta({ access: "channels:read" })
    .input(StoreOfAds)
    .output(AdsOutcome)
    .query(({ ctx, input }) => getAdsOutcome(ctx, input)),
  cancelChange: procedure
    .meta({ access: "channels:write" })
    .input(StoreOfAds)
    .output(AdsOverview)
    .mutation(({ ctx, input }) => cancelBudgetChange(ctx, input)),
});
