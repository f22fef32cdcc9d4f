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
  unknown: "without a reason",
};

/** `1.5 s`, `4 minutes`, `14 days`: a duration of the sandbox in real time. */
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

/** Describes the behaviour that the digits of a location id choose in the sandbox. */
export function storyOf(locationId: string, speed: number): string {
  const life = lifeOf(locationId, speed);
  if (life.invitedAfter === null) return "We get no invitation to this location.";
  const sentences = [`The sandbox invites us ${duration(life.invitedAfter)} after the channel was enabled.`];
  if (life.storeCode) sentences.push(`The profile has the store code ${life.storeCode}.`);
  if (life.addsCode)
    sentences.push("The owner adds the code of the store that started to wait last to the profile's labels.");
  if (life.standing !== "good") sentences.push(`${standings[life.standing]}, and stays so.`);
  else if (life.matching.isMatched) {
    sentences.push(`Its listings show ${duration(life.liveAfter)} after the store was registered.`);
  } else sentences.push(`The store matches no profile: ${mismatches[life.matching.reason]}.`);
  if (life.disapproved) sentences.push(`${life.disapproved} % of the items are disapproved.`);
  if (life.noQuotaFor) {
    sentences.push(`Google takes no item for ${duration(life.noQuotaFor)} after that: the quota is used up.`);
  }
  if (life.withdrawnAfter !== null)
    sentences.push(`The owner removes our access ${duration(life.withdrawnAfter)} after we accept the invitation.`);
  return sentences.join(" ");
}
