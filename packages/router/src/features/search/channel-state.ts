import type { Warning } from "../../core/channels/channel.schema.ts";
import type { ChannelRow } from "../../core/channels/index.ts";
import { isLasting } from "../../core/provider-state/index.ts";
import type { SendingTrouble } from "../listings/index.ts";
import { findObstacle } from "./find-obstacle.ts";
import type { Holder } from "./location-claim.ts";
import { awaitingAccess, locationUnavailable, searchWarnings } from "./search-warnings.ts";
import type { SetupRow } from "./setup-row.ts";

const WEEK_MS = 7 * 86_400_000;

/** What a channel's state rests on beside its setup. */
export interface Surroundings {
  /** Whom the location serves. */
  holder: Holder;
  widgetSeenAt: Date | null;
  /** What keeps the items from being sent. */
  sending: SendingTrouble | null;
  now: Date;
}

const sendingWarnings: Record<SendingTrouble, Warning> = {
  quota: searchWarnings.quotaExceeded,
  unavailable: searchWarnings.serviceUnavailable,
};

/** Whether the in-store widget should have been seen: it had a week since the listings show. */
export function isWidgetMissing(
  { liveAt }: Pick<SetupRow, "liveAt">,
  { widgetSeenAt, now }: Pick<Surroundings, "widgetSeenAt" | "now">,
): boolean {
  if (!liveAt) return false;
  const last = Math.max(liveAt.getTime(), widgetSeenAt?.getTime() ?? 0);
  return now.getTime() - last >= WEEK_MS;
}

/** What keeps failing, if that is to be told. */
function findFailing({ problem, failures }: SetupRow): Warning | undefined {
  if (!problem || problem.kind === "refused") return undefined;
  // Our own account is not in order: that does not mend itself by the next try.
  if (problem.kind !== "setup" && !isLasting(failures)) return undefined;
  return problem.kind === "quota" ? searchWarnings.quotaExceeded : searchWarnings.serviceUnavailable;
}

/** Whether the store cannot get its location: another store has it, or stores of several partners wait for it. */
export const isUnavailable = ({ accessAt, contestedAt }: SetupRow, holder: Holder): boolean =>
  holder === "another" || (!accessAt && contestedAt !== null);

/** Status and warnings of a search channel: all of them follow from how far its setup is (contract §5, search). */
export function channelState(setup: SetupRow, around: Surroundings): Pick<ChannelRow, "status" | "warnings"> {
  if (isUnavailable(setup, around.holder)) {
    return { status: "pending", warnings: [locationUnavailable(setup.verificationCode)] };
  }
  const notSent = setup.accessAt && setup.told && around.sending ? sendingWarnings[around.sending] : [];
  const failing = findFailing(setup) ?? notSent;
  if (!setup.accessAt) return { status: "pending", warnings: [awaitingAccess(setup.verificationCode), failing].flat() };
  const obstacle = findObstacle(setup);
  const warnings = obstacle ? [obstacle.warning] : [];
  if (!setup.liveAt || (obstacle && obstacle.step !== "live")) {
    const pending = warnings.length ? warnings : [searchWarnings.merchantCenterPending];
    return { status: "pending", warnings: [pending, failing].flat() };
  }
  const widget = isWidgetMissing(setup, around) ? searchWarnings.widgetNotSeen : [];
  return { status: "connected", warnings: [warnings, failing, widget].flat() };
}
