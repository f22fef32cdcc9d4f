import type { Matching, Standing } from "../search-provider.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Default speed of the sandbox relative to real life: 4 days take 15 seconds. */
export const DEFAULT_SPEED = 23_040;

/** The behaviour of the outside world for a location. Times are milliseconds of the sandbox's clock. */
export interface Life {
  /** Time from the start of a channel's wait to the owner's invitation; null: no invitation. */
  invitedAfter: number | null;
  /** Time from the registration of the store until its listings show. */
  liveAfter: number;
  /** Time from our acceptance until the owner removes our access; null: never. */
  withdrawnAfter: number | null;
  /** The store code of the profile before our first call. */
  storeCode: string | null;
  matching: Matching;
  standing: Standing;
  /** Percentage of disapproved items. */
  disapproved: number;
  /** Time after the registration of the store in which the quota is used up. */
  noQuotaFor: number;
  /** The owner adds a code to the profile's labels: the code of the store that started to wait last. */
  addsCode: boolean;
}

const REASONS = ["no_profiles", "no_match", "unverified"] as const;
const STANDINGS = ["in_review", "unverified", "conflict", "suspended"] as const;

/**
 * The behaviour of a location, from the digits of its id. docs/google.md has the same table. A number `n` means seconds at the
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
