import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { cancelBudgetChange } from "./local-ads-channel.ts";
import { AdsOutcome, AdsOverview, StoreOfAds } from "./overview.schema.ts";
import { getAdsOutcome, getAdsOverview } from "./read-ads.ts";

const read = procedure.meta({ access: "channels:read", stores: "named" });

export const localAds = router({
  overview: read
    .input(StoreOfAds)
    .output(AdsOverview)
    .query(({ ctx, input }) => getAdsOverview(ctx, input)),
  outcome: read
    .input(StoreOfAds)
    .output(AdsOutcome)
    .query(({ ctx, input }) => getAdsOutcome(ctx, input)),
  cancelChange: procedure
    .meta({ access: "channels:write", stores: "named" })
    .input(StoreOfAds)
    .output(AdsOverview)
    .mutation(({ ctx, input }) => cancelBudgetChange(ctx, input)),
});
