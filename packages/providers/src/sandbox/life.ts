import type { Matching, Standing } from "../search-provider.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** 4 days take 15 seconds. */
export const DEFAULT_SPEED = 23_040;

/** Times are milliseconds of the sandbox's clock. */
export interface Life {
  /** From the start of a channel's wait; null: no invitation. */
  invitedAfter: number | null;
  /** From the registration of the store until its listings show. */
  liveAfter: number;
  /** From our acceptance until the owner removes our access; null: never. */
  withdrawnAfter: number | null;
  storeCode: string | null;
  matching: Matching;
  standing: Standing;
  disapproved: number;
  /** From the registration of the store. */
  noQuotaFor: number;
  /** The code of the store that started to wait last. */
  addsCode: boolean;
}

const REASONS = ["no_profiles", "no_match", "unverified"] as const;
const STANDINGS = ["in_review", "unverified", "conflict", "suspended"] as const;

/**
 * The behaviour of a location, from the digits of its id. docs/test-mode.md has the same table. A number `n` means seconds at the
 * default speed.
 * | Id | What happens |
 * |---|---|
 * | any other | invited after 5 s; listings show 10 s after the store was registered: 4 days in all |
 * | `990…` | listings take 14 days |
 * | `991nnn…` | invited after n |
 * | `992…` | the profile has a store code: `SHOP-` and the id's last four digits |
 * | `9931…`, `9932…`, `9933…` | the store matches no profile: none is linked, none has the address, it is not verified |
 * | `994nn…` | nn % of the items are disapproved |
 * | `995nnn…` | the owner removes our access n after we accepted the invitation |
 * | `996nnn…` | the quota is used up until n after the store was registered |
 * | `997…` | no invitation |
 * | `9981…` to `9984…` | the profile is in review, not verified, a duplicate, suspended |
 * | `999…` | the owner adds a code to the profile's labels: the code of the store that started to wait last |
 * @param speed relative to real life
 */
export function lifeOf(locationId: string, speed: number): Life {
  const sandboxSecond = (DEFAULT_SPEED / speed) * SECOND;
  const [, pattern, digits = ""] = /^99([0-9])([0-9]{0,3})/.exec(locationId) ?? [];
  const seconds = Number(digits) * sandboxSecond;
  const usual: Life = {
    invitedAfter: 5 * sandboxSecond,
    liveAfter: 10 * sandboxSecond,
    withdrawnAfter: null,
    storeCode: null,
    matching: { isMatched: true },
    standing: "good",
    disapproved: 0,
    noQuotaFor: 0,
    addsCode: false,
  };
  const others: Record<string, Partial<Life>> = {
    0: { liveAfter: (14 * DAY) / speed - 5 * sandboxSecond },
    1: { invitedAfter: seconds },
    2: { storeCode: `SHOP-${locationId.slice(-4)}` },
    3: { matching: { isMatched: false, reason: REASONS[Number(digits[0]) - 1] ?? "unknown" } },
    4: { disapproved: Number(digits.slice(0, 2)) },
    5: { withdrawnAfter: seconds },
    6: { noQuotaFor: seconds },
    7: { invitedAfter: null },
    8: { standing: STANDINGS[Number(digits[0]) - 1] ?? "in_review" },
    9: { addsCode: true },
  };
  return { ...usual, ...others[pattern ?? ""] };
}

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
