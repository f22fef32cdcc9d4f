import type { Matching, Standing } from "@highstreet/providers";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import type { SetupRow } from "./setup-row.ts";

/** Warnings of the search channel. Their ids are part of the API. */
export const searchWarnings = {
  merchantCenterPending: {
    id: "SearchMerchantCenterPending",
    message: "Data sending has started. It may take up to 5 days until products show.",
  },
  storeCodeTaken: {
    id: "StoreCodeTaken",
    message: "Another location has this store code. Enable the channel with another store code, or without one.",
  },
  widgetNotSeen: {
    id: "SwisWidgetNotSeenRecently",
    message:
      "The in-store widget has not been seen in the last week. Check the access to the profile and the connection to the point of sale.",
  },
  serviceUnavailable: {
    id: "SearchServiceUnavailable",
    message: "Google cannot be reached at the moment. We try again, and no change is lost.",
  },
  quotaExceeded: {
    id: "SearchQuotaExceeded",
    message: "Google accepts no more calls from us at the moment. We continue as soon as it accepts calls.",
  },
} satisfies Record<string, Warning>;

/** We have no access to the location yet. @param code the setup's code */
export const awaitingAccess = (code: string): Warning => ({
  id: "AwaitingSearchBusinessAccess",
  message: `Waiting for access to the business profile. Invite our account (businessAccountId) to the location as a manager. If several businesses may name this location, also add the code ${code} to the labels of the profile.`,
});

/** The given store code is not the code of the profile. @param storeCode of the profile */
export const storeCodeMismatch = (storeCode: string): Warning => ({
  id: "StoreCodeMismatch",
  message: `The business profile has the store code "${storeCode}". Enable the channel with this store code, or without one.`,
});

export const LOCATION_UNAVAILABLE = "LocationUnavailable";

/** Another store has the location, or several businesses name it. The message never names them. @param code the setup's code */
export const locationUnavailable = (code: string): Warning => ({
  id: LOCATION_UNAVAILABLE,
  message: `This location cannot be linked to this store. Check the location ID, and check that none of your other stores has the location. If the location belongs to this store, add the code ${code} to the labels of its business profile.`,
});

/** The message about a failed check for tenants. Refusals include the reason; failures of our own account do not. */
export function messageOf({ kind, message }: NonNullable<SetupRow["problem"]>): string {
  if (kind === "refused") return message;
  return (kind === "quota" ? searchWarnings.quotaExceeded : searchWarnings.serviceUnavailable).message;
}

const standings: Record<Exclude<Standing, "good">, string> = {
  in_review: "Google reviews the business profile. Listings can show after the review.",
  unverified: "The business profile is not verified. Its owner must verify it with Google.",
  conflict: "Google uses another profile of this business. The owner must resolve this with Google.",
  suspended: "Google has suspended the business profile. Its owner must ask for reinstatement.",
};

/** The profile cannot show listings. */
export const profileNotReady = (standing: Exclude<Standing, "good">): Warning => ({
  id: "BusinessProfileNotReady",
  message: standings[standing],
});

const mismatches: Record<Extract<Matching, { isMatched: false }>["reason"], string> = {
  no_profiles: "No business profile is linked to the shop's Google account yet.",
  no_match: "No business profile has the store's name and address. Make them the same here and in the profile.",
  unverified: "The business profile with the store's address is not verified. Its owner must verify it.",
  unknown: "Google does not find the store among the business profiles, and gives no reason.",
};

/** The search engine does not find the store among the profiles. */
export const storeNotMatched = (reason: keyof typeof mismatches): Warning => ({
  id: "StoreNotMatched",
  message: mismatches[reason],
});

/** The search engine refused the store. @param message the reason of the search engine */
export const setupRefused = (message: string): Warning => ({
  id: "SearchSetupRefused",
  message: `Google refused the store: ${message}`,
});
