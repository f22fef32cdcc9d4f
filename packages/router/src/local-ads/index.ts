export { activateDueBudgets } from "./activate-due-budgets.ts";
export { enableLocalAds } from "./enable-local-ads.ts";
export { followSearch } from "./follow-search.ts";
export { removeLocalAds } from "./remove-local-ads.ts";
