import type { SearchProvider } from "./search-provider.ts";

const ACCESS_AFTER_MS = 5_000;
const LIVE_AFTER_MS = 15_000;

/** The search channel's life in seconds: access 5 s after enabling, live after 15 s. No call leaves the machine. */
export function createSandboxSearch(): SearchProvider {
  return {
    businessAccountId: "accounts/100000000000000000001",
    readLocation: async ({ locationId, waitingSince }, now) => {
      const waited = now.getTime() - waitingSince.getTime();
      const live = waited >= LIVE_AFTER_MS;
      return {
        access: waited >= ACCESS_AFTER_MS,
        storeCode: null,
        live,
        storefrontUrl: live ? `https://storefront.sandbox.example/${locationId}` : null,
      };
    },
  };
}
