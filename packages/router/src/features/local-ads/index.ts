export { activateDueBudgets } from "./activate-due-budgets.ts";
export { localAds } from "./local-ads.router.ts";
export { localAdsChannel } from "./local-ads-channel.ts";
export { readCampaigns } from "./read-campaigns.ts";
