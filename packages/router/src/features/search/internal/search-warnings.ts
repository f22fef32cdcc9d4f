import type { Matching, Standing } from "@highstreet/providers";
import type { ChannelNextSteps, Warning } from "../../../core/channels/channel.schema.ts";
import type { ChannelRow } from "../../../core/channels/index.ts";
import type { SetupRow } from "./setup-row.ts";

/** Their ids are part of the API. */
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

/** @param code the setup's code */
export const awaitingAccess = (code: string): Warning => ({
  id: "AwaitingSearchBusinessAccess",
  message: `Waiting for access to the business profile. Invite our account (businessAccountId) to the location as a manager. If several businesses may name this location, also add the code ${code} to the labels of the profile.`,
});

/** @param storeCode of the profile */
export const storeCodeMismatch = (storeCode: string): Warning => ({
  id: "StoreCodeMismatch",
  message: `The business profile has the store code "${storeCode}". Enable the channel with this store code, or without one.`,
  parameters: { storeCode },
});

export const LOCATION_UNAVAILABLE = "LocationUnavailable";

/** The message never names the other store. @param code the setup's code */
export const locationUnavailable = (code: string): Warning => ({
  id: LOCATION_UNAVAILABLE,
  message: `This location cannot be linked to this store. Check the location ID, and check that none of your other stores has the location. If the location belongs to this store, add the code ${code} to the labels of its business profile.`,
});

const standings: Record<Exclude<Standing, "good">, string> = {
  in_review: "Google reviews the business profile. Listings can show after the review.",
  unverified: "The business profile is not verified. Its owner must verify it with Google.",
  conflict: "Google uses another profile of this business. The owner must resolve this with Google.",
  suspended: "Google has suspended the business profile. Its owner must ask for reinstatement.",
};

export const profileNotReady = (standing: Exclude<Standing, "good">): Warning => ({
  id: "BusinessProfileNotReady",
  message: standings[standing],
  parameters: { reason: standing },
});

const mismatches: Record<Extract<Matching, { isMatched: false }>["reason"], string> = {
  no_profiles: "No business profile is linked to the shop's Google account yet.",
  no_match: "No business profile has the store's name and address. Make them the same here and in the profile.",
  unverified: "The business profile with the store's address is not verified. Its owner must verify it.",
  unknown: "Google does not find the store among the business profiles, and gives no reason.",
};

export const storeNotMatched = (reason: keyof typeof mismatches): Warning => ({
  id: "StoreNotMatched",
  message: mismatches[reason],
  parameters: { reason },
});

export const setupRefused = (message: string): Warning => ({
  id: "SearchSetupRefused",
  message: `Google refused the store: ${message}`,
  parameters: { answer: message },
});

/** For tenants. A refusal has the words of the search engine, a failure of our own account has none. */
export const problemWarning = ({ kind, message }: NonNullable<SetupRow["problem"]>): Warning => {
  if (kind === "refused") return setupRefused(message);
  return kind === "quota" ? searchWarnings.quotaExceeded : searchWarnings.serviceUnavailable;
};

type StepId = ChannelNextSteps["id"];

/** What the shop can do. We or the search engine act on all others. */
const steps: Partial<Record<string, StepId>> = {
  AwaitingSearchBusinessAccess: "invite-account",
  LocationUnavailable: "check-location",
  BusinessProfileNotReady: "complete-profile",
  StoreCodeMismatch: "change-store-code",
  StoreCodeTaken: "change-store-code",
  StoreNotMatched: "correct-store",
  SearchSetupRefused: "correct-store",
  SwisWidgetNotSeenRecently: "show-widget",
};

/** The shop cannot solve these forms. */
const waiting = new Set([profileNotReady("in_review"), storeNotMatched("no_profiles")].map(({ message }) => message));

const stepOf = ({ id, message }: Warning): StepId => (waiting.has(message) ? undefined : steps[id]) ?? "wait";

/** The first warning that the shop can solve, otherwise the first one. */
export function nextSteps({ warnings }: Pick<ChannelRow, "warnings">): ChannelNextSteps | null {
  const next = warnings.find((warning) => stepOf(warning) !== "wait") ?? warnings[0];
  return next ? { id: stepOf(next), label: next.message } : null;
}
