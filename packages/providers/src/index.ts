export {
  type AdsArea,
  type AdsProvider,
  type CampaignDay,
  type CampaignState,
  MAX_LEFT_OUT,
  type NewCampaign,
  NO_SUCH_CAMPAIGN,
  noSuchCampaign,
} from "./ads-provider.ts";
export { type Bucket, openBucket } from "./bucket.ts";
export { ProviderError, type ProviderErrorKind } from "./provider-error.ts";
export { createProviders, createSandboxProviders, type ProviderOptions, type Providers } from "./providers.ts";
export { callForPartner, createMemoryBuckets, paceOf, type QuotaBucket, type QuotaBuckets } from "./quota.ts";
export type { SandboxMemory } from "./sandbox/world.ts";
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
  Pickup,
  Profile,
  SearchProvider,
  Standing,
  WaitingLocation,
} from "./search-provider.ts";
export { providerProblems, providerSettings } from "./settings.ts";
export { givenIdOf, isTestId, providersFor, testIdOf, withTestWorld } from "./test-world.ts";
