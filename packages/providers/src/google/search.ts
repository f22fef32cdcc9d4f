import type { SearchProvider } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";
import { listItemProblems } from "./item-problems.ts";
import { createLocalFeeds } from "./local-feeds.ts";
import { createMerchantAccounts } from "./merchant-account.ts";
import { createProductInputs } from "./product-inputs.ts";
import { createProfiles } from "./profile.ts";
import { createProfileAccess } from "./profile-access.ts";
import type { GoogleSettings } from "./settings.ts";

/** Google's business profiles and local listings. */
export function createGoogleSearch(call: CallGoogle, settings: GoogleSettings): SearchProvider {
  return {
    businessAccountId: settings.businessGroup,
    ...createProfileAccess(call, settings.businessGroup),
    ...createProfiles(call),
    ...createMerchantAccounts(call, settings),
    ...createLocalFeeds(call, settings),
    ...createProductInputs(call),
    listProblems: (merchant) => listItemProblems(call, merchant),
  };
}
