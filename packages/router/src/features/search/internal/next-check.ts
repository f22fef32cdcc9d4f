import { backoffMs, type Paced, providerMs } from "../../../core/provider-state/index.ts";
import { findObstacle } from "./channel-state.ts";
import type { SetupRow } from "./setup-row.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface When {
  waitingSince: Date;
  now: Date;
  providers: Paced;
  /** The pause that the provider asked for. */
  retryAfterMs: number;
}

/** Whether the listings show and there is no known problem. */
const isHealthy = (setup: SetupRow): boolean => !!setup.liveAt && !setup.failures && !findObstacle(setup);

/** Whether the channel has waited for access for more than a day without an invitation. */
const isForgotten = ({ accessAt, invitationAt, failures }: SetupRow, { waitingSince, now }: When): boolean =>
  !accessAt && !invitationAt && !failures && now.getTime() - waitingSince.getTime() > DAY;

/** The pause before its limits are applied. */
function pauseOf(setup: SetupRow, when: When): number {
  const { waitingSince, now, providers } = when;
  const { failures, problem, accessAt, liveAt } = setup;
  const hour = providerMs(providers, HOUR);
  if (problem?.kind === "refused" || problem?.kind === "setup") return hour;
  if (failures) return providerMs(providers, backoffMs(failures, MINUTE, DAY));
  // Old listings change seldom, and all stores share the quota: hourly checks on the first day, daily checks after a month.
  if (liveAt) return isHealthy(setup) ? Math.max(hour, (now.getTime() - liveAt.getTime()) / 24) : hour;
  // An invitation brings the check forward (`acceptInvitations`), so a long wait needs few checks.
  if (isForgotten(setup, when)) return providerMs(providers, (now.getTime() - waitingSince.getTime()) / 24);
  // Half of the time since the last progress, so that each pause is half as long again as the pause before.
  const progress = [waitingSince, setup.invitationAt, accessAt, setup.storeCodeAt, setup.sendingAt];
  const since = Math.max(...progress.map((time) => time?.getTime() ?? 0));
  return (now.getTime() - since) / 2;
}

/**
 * The time of the next check. Pauses grow while nothing changes, from a minute to an hour. They grow to a day for listings that
 * show, and for channels that have waited long for an invitation.
 */
export function nextCheck(setup: SetupRow, when: When): Date {
  const { now, providers, retryAfterMs } = when;
  const longest = isHealthy(setup) || isForgotten(setup, when) ? DAY : HOUR;
  const pause = Math.max(providerMs(providers, MINUTE), pauseOf(setup, when));
  // In the fast sandbox, live channels need fewer checks than channels in setup.
  const shortest = setup.liveAt ? 5 * SECOND : SECOND;
  return new Date(now.getTime() + Math.max(shortest, Math.min(providerMs(providers, longest), pause), retryAfterMs));
}
