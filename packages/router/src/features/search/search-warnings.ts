import type { Matching, Standing } from "@highstreet/providers";
import type { Warning } from "../../core/channels/channel.schema.ts";
import type { SetupRow } from "./setup-row.ts";

/** The search channel's warnings (spec.md, Search channel parameters; contract §5). */
export const searchWarnings = {
  merchantCenterPending: {
    id: "SearchMerchantCenterPending",
    message: "Data sending has started; it may take up to 5 days until products show.",
  },
  storeCodeMismatch: {
    id: "StoreCodeMismatch",
    message: "The business profile has another store code: enable the channel with that one, or with none.",
  },
  storeCodeTaken: {
    id: "StoreCodeTaken",
    message: "Another location has this store code: enable the channel with another one, or with none.",
  },
  widgetNotSeen: {
    id: "SwisWidgetNotSeenRecently",
    message:
      "The in-store widget has not been seen in the last week: check access to the profile and the connection to the point of sale.",
  },
  serviceUnavailable: {
    id: "SearchServiceUnavailable",
    message: "The search engine cannot be reached at the moment; we go on trying, and nothing is lost.",
  },
  quotaExceeded: {
    id: "SearchQuotaExceeded",
    message: "The search engine takes no more of our calls at the moment; we go on as soon as it does.",
  },
} satisfies Record<string, Warning>;

/** We have no access to the location yet. @param code the setup's code */
export const awaitingAccess = (code: string): Warning => ({
  id: "AwaitingSearchBusinessAccess",
  message: `Waiting for access to the business profile. Invite our account (businessAccountId) to the location as a manager. If several businesses may name this location, also add the code ${code} to the labels of the profile.`,
});

export const LOCATION_UNAVAILABLE = "LocationUnavailable";

/** Another store has the location, or several businesses name it. The message never names them. @param code the setup's code */
export const locationUnavailable = (code: string): Warning => ({
  id: LOCATION_UNAVAILABLE,
  message: `This location cannot be linked to this store. Check the location ID, and check that none of your other stores has the location. If the location belongs to this store, add the code ${code} to the labels of its business profile.`,
});

/** What tenants are told of a failed check: of what is refused them why, of what is wrong on our side nothing more. */
export function wordsFor({ kind, message }: NonNullable<SetupRow["problem"]>): string {
  if (kind === "refused") return message;
  return (kind === "quota" ? searchWarnings.quotaExceeded : searchWarnings.serviceUnavailable).message;
}

const standings: Record<Exclude<Standing, "good">, string> = {
  in_review: "The search engine reviews the business profile; listings can show when that is done.",
  unverified: "The business profile is not verified: its owner has to verify it with the search engine.",
  conflict:
    "Another profile of this business is the one that counts: its owner has to resolve that with the search engine.",
  suspended: "The search engine has suspended the business profile: its owner has to have it reinstated.",
};

/** The profile cannot show listings. */
export const profileNotReady = (standing: Exclude<Standing, "good">): Warning => ({
  id: "BusinessProfileNotReady",
  message: standings[standing],
});

const mismatches: Record<Extract<Matching, { isMatched: false }>["reason"], string> = {
  no_profiles: "No business profile is linked to the shop's account at the search engine yet.",
  no_match: "No business profile has the store's name and address: make them the same here and in the profile.",
  unverified: "The business profile with the store's address is not verified: its owner has to verify it.",
  unknown: "The search engine does not find the store among the business profiles, and does not say why.",
};

/** The search engine does not find the store among the profiles. */
export const storeNotMatched = (reason: keyof typeof mismatches): Warning => ({
  id: "StoreNotMatched",
  message: mismatches[reason],
});

/** The search engine will not take the store as it is. @param message its own words */
export const setupRefused = (message: string): Warning => ({
  id: "SearchSetupRefused",
  message: `The search engine refused the store: ${message}`,
});
