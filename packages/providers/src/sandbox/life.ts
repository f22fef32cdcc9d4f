import type { Matching, Standing } from "../search-provider.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** How many times faster than real life the sandbox is unless it is told: 4 days take 15 seconds. */
export const DEFAULT_SPEED = 23_040;

/** What the outside does with a location, in milliseconds of the sandbox's clock. */
export interface Life {
  /** Its owner invites us so long after a channel began to wait for it; null: never. */
  invitedAfter: number | null;
  /** Its listings show so long after the store was made known. */
  liveAfter: number;
  /** Its owner takes our access back so long after we accepted; null: never. */
  withdrawnAfter: number | null;
  /** The store code that the profile had before we came. */
  storeCode: string | null;
  matching: Matching;
  standing: Standing;
  /** Of a hundred items so many are disapproved. */
  disapproved: number;
  /** No item is taken so long after the store was made known: the day's calls are used up. */
  noQuotaFor: number;
  /** The owner adds a code to the profile's labels: the code of the store that started to wait last. */
  addsCode: boolean;
}

const REASONS = ["no_profiles", "no_match", "unverified"] as const;
const STANDINGS = ["in_review", "unverified", "conflict", "suspended"] as const;

/**
 * The life of a location, as the digits of its id say. A number `n` counts seconds at the default speed.
 *
 * | Id | What happens |
 * |---|---|
 * | anything else | invited after 5 s; listings show 10 s after the store was made known: 4 days in all |
 * | `990…` | listings take 14 days |
 * | `991nnn…` | invited after n |
 * | `992…` | the profile has a store code: `SHOP-` and the id's last four digits |
 * | `9931…`, `9932…`, `9933…` | the store matches no profile: none is linked, none has the address, it is not verified |
 * | `994nn…` | nn % of the items are disapproved |
 * | `995nnn…` | our access is withdrawn n after it was accepted |
 * | `996nnn…` | the quota is used up until n after the store was made known |
 * | `997…` | nobody invites us |
 * | `9981…` to `9984…` | the profile is in review, not verified, a duplicate, suspended |
 * | `999…` | the owner adds a code to the profile's labels: the code of the store that started to wait last |
 *
 * @param speed how many times faster than real life
 */
export function lifeOf(locationId: string, speed: number): Life {
  const sandboxSecond = (DEFAULT_SPEED / speed) * SECOND;
  const [, pattern, digits = ""] = /^99([0-9])([0-9]{0,3})/.exec(locationId) ?? [];
  const seconds = Number(digits) * sandboxSecond;
  const life: Life = {
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
  switch (pattern) {
    case "0":
      return { ...life, liveAfter: (14 * DAY) / speed - 5 * sandboxSecond };
    case "1":
      return { ...life, invitedAfter: seconds };
    case "2":
      return { ...life, storeCode: `SHOP-${locationId.slice(-4)}` };
    case "3":
      return { ...life, matching: { isMatched: false, reason: REASONS[Number(digits[0]) - 1] ?? "unknown" } };
    case "4":
      return { ...life, disapproved: Number(digits.slice(0, 2)) };
    case "5":
      return { ...life, withdrawnAfter: seconds };
    case "6":
      return { ...life, noQuotaFor: seconds };
    case "7":
      return { ...life, invitedAfter: null };
    case "8":
      return { ...life, standing: STANDINGS[Number(digits[0]) - 1] ?? "in_review" };
    case "9":
      return { ...life, addsCode: true };
    default:
      return life;
  }
}
