export { activateDueBudgets } from "./activate-due-budgets.ts";
export { enableLocalAds } from "./enable-local-ads.ts";
export { endCampaign } from "./end-campaign.ts";
export { findObstacle } from "./find-obstacle.ts";
export { followSearch } from "./follow-search.ts";
export { followStore } from "./follow-store.ts";
export { readCampaigns } from "./read-campaigns.ts";
export { removeLocalAds } from "./remove-local-ads.ts";
