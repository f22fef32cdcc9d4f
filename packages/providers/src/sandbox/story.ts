import type { Matching, Standing } from "../search-provider.ts";
import { lifeOf } from "./life.ts";

const standings: Record<Exclude<Standing, "good">, string> = {
  in_review: "Its profile is in review",
  unverified: "Its profile is not verified",
  conflict: "Another profile of the same business counts",
  suspended: "Its profile is suspended",
};

const mismatches: Record<Extract<Matching, { isMatched: false }>["reason"], string> = {
  no_profiles: "no profile is linked",
  no_match: "none has its address",
  unverified: "the one with its address is not verified",
  unknown: "nobody says why",
};

/** `1.5 s`, `4 minutes`, `14 days`: what a rehearsal takes by the clock on the wall. */
function duration(ms: number): string {
  const units = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
  ] as const;
  for (const [size, unit] of units) {
    const count = Math.round((ms / size) * 10) / 10;
    if (ms >= 2 * size) return `${count} ${unit}s`;
  }
  return `${Math.round(ms / 100) / 10} s`;
}

/** What the sandbox does with a location, in words: what the digits of its id make happen. */
export function storyOf(locationId: string, speed: number): string {
  const life = lifeOf(locationId, speed);
  if (life.invitedAfter === null) return "Nobody invites us to this location.";
  const told = [`The sandbox invites us ${duration(life.invitedAfter)} after the channel was enabled.`];
  if (life.storeCode) told.push(`The profile has the store code ${life.storeCode}.`);
  if (life.addsCode)
    told.push("The owner adds the code of the store that started to wait last to the profile's labels.");
  if (life.standing !== "good") told.push(`${standings[life.standing]}, and stays so.`);
  else if (life.matching.isMatched) {
    told.push(`Its listings show ${duration(life.liveAfter)} after the store was made known.`);
  } else told.push(`The store matches no profile: ${mismatches[life.matching.reason]}.`);
  if (life.disapproved) told.push(`${life.disapproved} % of the items are disapproved.`);
  if (life.noQuotaFor) {
    told.push(`No item is taken for ${duration(life.noQuotaFor)} after that: the quota is used up.`);
  }
  if (life.withdrawnAfter !== null)
    told.push(`Our access is withdrawn ${duration(life.withdrawnAfter)} after we have it.`);
  return told.join(" ");
}
