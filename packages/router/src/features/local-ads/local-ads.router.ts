import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { cancelBudgetChange } from "./local-ads-channel.ts";
import { AdsOutcome, AdsOverview, StoreOfAds } from "./overview.schema.ts";
import { getAdsOutcome, getAdsOverview } from "./read-ads.ts";

const read = procedure.meta({ access: "channels:read", stores: "named" });

export const localAds = router({
  overview: query(read, StoreOfAds, AdsOverview, getAdsOverview),
  outcome: query(read, StoreOfAds, AdsOutcome, getAdsOutcome),
  cancelChange: mutation(
    procedure.meta({ access: "channels:write", stores: "named" }),
    StoreOfAds,
    AdsOverview,
    cancelBudgetChange,
  ),
});
