import { findObstacle } from "./find-obstacle.ts";
import type { SetupRow } from "./setup-row.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface When {
  waitingSince: Date;
  now: Date;
  /** How many times faster than real life the outside is. */
  speed: number;
  /** What the provider asked for. */
  retryAfterMs: number;
}

/** Its listings show, and nothing that we know of is in the way. */
const isWell = (setup: SetupRow): boolean => !!setup.liveAt && !setup.failures && !findObstacle(setup);

/** Whether the channel has waited for access for more than a day without an invitation. */
const isForgotten = ({ accessAt, invitationAt, failures }: SetupRow, { waitingSince, now }: When): boolean =>
  !accessAt && !invitationAt && !failures && now.getTime() - waitingSince.getTime() > DAY;

/** Before it is held to its limits. */
function pauseOf(setup: SetupRow, when: When): number {
  const { waitingSince, now, speed } = when;
  const { failures, problem, accessAt, liveAt } = setup;
  if (problem?.kind === "refused" || problem?.kind === "setup") return HOUR / speed;
  if (failures) return (MINUTE / speed) * 2 ** (failures - 1);
  // What has shown for long changes seldom, and all stores share the quota: the first day each hour, after a month each day.
  if (liveAt) return isWell(setup) ? Math.max(HOUR / speed, (now.getTime() - liveAt.getTime()) / 24) : HOUR / speed;
  // An invitation brings the check forward (`acceptInvitations`), so a long wait needs few checks.
  if (isForgotten(setup, when)) return (now.getTime() - waitingSince.getTime()) / 24 / speed;
  // Half of the time that has passed since something moved: each pause is half as long again as the one before.
  const moved = [waitingSince, setup.invitationAt, accessAt, setup.storeCodeAt, setup.sendingAt];
  const since = Math.max(...moved.map((time) => time?.getTime() ?? 0));
  return (now.getTime() - since) / 2;
}

/**
 * When a channel is looked at again, later and later the longer nothing moves: in a minute of real life at the soonest, and at the
 * latest in an hour, or in a day where its listings show or an invitation has been missing for long.
 */
export function nextCheck(setup: SetupRow, when: When): Date {
  const { now, speed, retryAfterMs } = when;
  const longest = isWell(setup) || isForgotten(setup, when) ? DAY : HOUR;
  const pause = Math.min(longest / speed, Math.max(MINUTE / speed, pauseOf(setup, when)));
  // Where nothing is expected any more, the rehearsal need not look each second either.
  const shortest = setup.liveAt ? 5 * SECOND : SECOND;
  return new Date(now.getTime() + Math.max(shortest, pause, retryAfterMs));
}
