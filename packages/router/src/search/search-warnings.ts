import type { Warning } from "../channels/index.ts";

/** The search channel's warnings (spec.md, Search channel parameters; contract §5). */
export const searchWarnings = {
  awaitingAccess: {
    id: "AwaitingSearchBusinessAccess",
    message:
      "Waiting for access to the business profile: invite our account (businessAccountId) to the location as a manager.",
  },
  merchantCenterPending: {
    id: "SearchMerchantCenterPending",
    message: "Data sending has started; it may take up to 5 days until products show.",
  },
  storeCodeMismatch: {
    id: "StoreCodeMismatch",
    message: "The business profile has another store code: enable the channel with that one, or with none.",
  },
  locationUnavailable: {
    id: "LocationUnavailable",
    message: "This location cannot be linked to this store; check the location ID.",
  },
} satisfies Record<string, Warning>;
