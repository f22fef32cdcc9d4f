export {
  type AdsArea,
  type AdsProvider,
  type CampaignDay,
  type CampaignState,
  type NewCampaign,
  NO_SUCH_CAMPAIGN,
  noSuchCampaign,
} from "./ads-provider.ts";
export { callForPartner } from "./call-for-partner.ts";
export { ProviderError, type ProviderErrorKind } from "./provider-error.ts";
export { createProviders, createSandboxProviders, type ProviderOptions, type Providers } from "./providers.ts";
export { createMemoryBuckets, paceOf, type QuotaBucket, type QuotaBuckets } from "./quota-buckets.ts";
export type { SandboxMemory } from "./sandbox/memory.ts";
export type {
  Invitation,
  ItemDescription,
  ItemProblem,
  ListingItem,
  ListingState,
  ListingStore,
  Matching,
  Merchant,
  MerchantCountry,
  NewListingStore,
  Profile,
  SearchProvider,
  Standing,
  WaitingLocation,
} from "./search-provider.ts";
export { providerProblems, providerSettings } from "./settings.ts";
