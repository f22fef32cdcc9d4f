import { hash } from "node:crypto";

/** How many calls each member (a key, an address) may make. */
export interface RateLimit {
  /** `RateLimit-Policy`, as draft-ietf-httpapi-ratelimit-headers has it. */
  policy: string;
  /**
   * Counts a call of the member.
   * @returns how many more calls it may make this second; negative: this call is too many
   */
  take(member: string): number;
  /** Takes back a call that does not count. */
  giveBack(member: string): void;
}

/** Longer members are counted by their digest, so that a caller cannot choose how much memory one takes. */
const LONGEST_MEMBER = 100;

/**
 * Counts in this process alone: with several processes, each lets as many calls through. A second begins for all members at
 * once, and its counts are dropped with it.
 * @param perSecond calls of one member in a second
 */
export function createRateLimit(perSecond: number, now: () => Date): RateLimit {
  let second = 0;
  let taken = new Map<string, number>();
  const add = (member: string, calls: number): number => {
    const current = Math.floor(now().getTime() / 1_000);
    if (current !== second) {
      second = current;
      taken = new Map();
    }
    const name = member.length > LONGEST_MEMBER ? hash("sha256", member) : member;
    const count = Math.max(0, (taken.get(name) ?? 0) + calls);
    taken.set(name, count);
    return perSecond - count;
  };
  return {
    policy: `"default";q=${perSecond};w=1`,
    take: (member) => add(member, 1),
    giveBack: (member) => void add(member, -1),
  };
}
