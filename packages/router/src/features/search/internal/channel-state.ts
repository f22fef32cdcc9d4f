import { givenIdOf } from "@highstreet/providers";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import type { ChannelRow } from "../../../core/channels/index.ts";
import { isLasting } from "../../../core/provider-state/index.ts";
import type { SendingTrouble } from "../../listings/index.ts";
import type { SetupStep } from "../setup.schema.ts";
import type { Holder } from "./locations.ts";
import {
  awaitingAccess,
  locationUnavailable,
  profileNotReady,
  searchWarnings,
  setupRefused,
  storeCodeMismatch,
  storeNotMatched,
} from "./search-warnings.ts";
import type { SetupRow } from "./setup-row.ts";

const WEEK_MS = 7 * 86_400_000;

/** What decides the state of the channel besides the setup. */
export interface Surroundings {
  holder: Holder;
  widgetSeenAt: Date | null;
  sending: SendingTrouble | null;
  now: Date;
}

/** It stops the setup until the actor solves it. */
export interface Obstacle {
  step: SetupStep["id"];
  actor: SetupStep["actor"];
  warning: Warning;
}

const sendingWarnings: Record<SendingTrouble, Warning> = {
  quota: searchWarnings.quotaExceeded,
  unavailable: searchWarnings.serviceUnavailable,
};

const currentStep = ({ storeCodeAt, sendingAt }: SetupRow): SetupStep["id"] => {
  if (!storeCodeAt) return "store_code";
  return sendingAt ? "live" : "matching";
};

/** If it differs from the given code. */
export function otherStoreCode({ profile }: SetupRow, given: string | null): string | undefined {
  const own = profile?.storeCode;
  return given && own && own !== given ? own : undefined;
}

/** The first known problem of a setup with access. */
export function findObstacle(setup: SetupRow): Obstacle | undefined {
  const { profile, givenStoreCode, matching, problem } = setup;
  const step = currentStep(setup);
  if (profile && profile.standing !== "good") {
    const actor = profile.standing === "in_review" ? "search_engine" : "retailer";
    return { step, actor, warning: profileNotReady(profile.standing) };
  }
  const otherCode = otherStoreCode(setup, givenStoreCode);
  if (otherCode) return { step: "store_code", actor: "retailer", warning: storeCodeMismatch(otherCode) };
  if (problem?.kind === "refused") {
    const warning = step === "store_code" ? searchWarnings.storeCodeTaken : setupRefused(problem.message);
    return { step, actor: "retailer", warning };
  }
  if (matching && !matching.isMatched) {
    const actor = matching.reason === "no_profiles" ? "highstreet" : "retailer";
    return { step: setup.sendingAt ? "live" : "matching", actor, warning: storeNotMatched(matching.reason) };
  }
  return undefined;
}

/** Listings have shown for a week, and the widget was not seen in that time. */
export function isWidgetMissing(
  { liveAt }: Pick<SetupRow, "liveAt">,
  { widgetSeenAt, now }: Pick<Surroundings, "widgetSeenAt" | "now">,
): boolean {
  if (!liveAt) return false;
  const last = Math.max(liveAt.getTime(), widgetSeenAt?.getTime() ?? 0);
  return now.getTime() - last >= WEEK_MS;
}

function findFailing({ problem, failures }: SetupRow): Warning | undefined {
  if (!problem || problem.kind === "refused") return undefined;
  // A problem with our own account does not go away by itself.
  if (problem.kind !== "setup" && !isLasting(failures)) return undefined;
  return problem.kind === "quota" ? searchWarnings.quotaExceeded : searchWarnings.serviceUnavailable;
}

/** Another store has the location, or stores of several partners wait for it. */
export const isUnavailable = ({ accessAt, contestedAt }: SetupRow, holder: Holder): boolean =>
  holder === "another" || (!accessAt && contestedAt !== null);

/** They depend only on the setup and its surroundings. */
export function channelState(setup: SetupRow, surroundings: Surroundings): Pick<ChannelRow, "status" | "warnings"> {
  if (isUnavailable(setup, surroundings.holder)) {
    return { status: "pending", warnings: [locationUnavailable(setup.verificationCode)] };
  }
  const notSent =
    setup.accessAt && setup.registeredStore && surroundings.sending ? sendingWarnings[surroundings.sending] : [];
  const failing = findFailing(setup) ?? notSent;
  if (!setup.accessAt) return { status: "pending", warnings: [awaitingAccess(setup.verificationCode), failing].flat() };
  const obstacle = findObstacle(setup);
  const warnings = obstacle ? [obstacle.warning] : [];
  if (!setup.liveAt || (obstacle && obstacle.step !== "live")) {
    const pending = warnings.length ? warnings : [searchWarnings.merchantCenterPending];
    return { status: "pending", warnings: [pending, failing].flat() };
  }
  const widget = isWidgetMissing(setup, surroundings) ? searchWarnings.widgetNotSeen : [];
  return { status: "connected", warnings: [warnings, failing, widget].flat() };
}

export interface SearchRowParameters {
  locationId: string;
  /** null: none is active yet. */
  storeCode: string | null;
  businessAccountId: string;
}

/** @param shown the parameters that are not in the setup */
export const shownParameters = (
  { locationId, verificationCode }: Pick<SetupRow, "locationId" | "verificationCode">,
  { storeCode, businessAccountId }: Omit<SearchRowParameters, "locationId">,
): Record<string, unknown> => ({ locationId: givenIdOf(locationId), storeCode, businessAccountId, verificationCode });

export function searchParameters(row: ChannelRow): SearchRowParameters {
  const { locationId, storeCode, businessAccountId } = row.parameters;
  if (typeof locationId !== "string" || typeof businessAccountId !== "string") {
    throw new Error(`the search channel of store ${row.storeId} has no location`);
  }
  return { locationId, storeCode: typeof storeCode === "string" ? storeCode : null, businessAccountId };
}
