import { procedure, router } from "../../kernel/trpc.ts";
import { cancelBudgetChange } from "./cancel-budget-change.ts";
import { getAdsOverview } from "./get-ads-overview.ts";
import { AdsOverview, StoreOfAds } from "./overview.schema.ts";

/** What the console shows and does of local ads, beside enabling and removing them as a channel (contract §5). */
export const localAds = router({
  overview: procedure
    .meta({ access: "channels:read" })
    .input(StoreOfAds)
    .output(AdsOverview)
    .query(({ ctx, input }) => getAdsOverview(ctx, input)),
  cancelChange: procedure
    .meta({ access: "channels:write" })
    .input(StoreOfAds)
    .output(AdsOverview)
    .mutation(({ ctx, input }) => cancelBudgetChange(ctx, input)),
});
