import { hash } from "node:crypto";

/** A limit on the calls of each member (a key, a person or an address). */
export interface CallLimit {
  /** The `RateLimit-Policy` header (draft-ietf-httpapi-ratelimit-headers). */
  policy: string;
  /**
   * Counts calls of the member, by default one.
   * @returns the calls that the member has left in this second; negative for a call beyond the limit
   */
  take(member: string, calls?: number): number | Promise<number>;
}

/** A limit that counts in this process only. */
export interface RateLimit extends CallLimit {
  take(member: string, calls?: number): number;
  /** Subtracts a call that does not count. */
  giveBack(member: string): void;
}

/** Longer members are counted by their digest, so that a caller cannot choose how much memory one takes. */
const LONGEST_MEMBER = 100;

/** The name under which a member is counted. */
export function nameOf(member: string): string {
  return member.length > LONGEST_MEMBER ? hash("sha256", member) : member;
}

export function policyOf(perSecond: number): string {
  return `"default";q=${perSecond};w=1`;
}

/**
 * Counts in this process only: each of several processes allows the full limit. A second starts for all members at once, and
 * its counts end with it.
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
    const name = nameOf(member);
    const count = Math.max(0, (taken.get(name) ?? 0) + calls);
    taken.set(name, count);
    return perSecond - count;
  };
  return {
    policy: policyOf(perSecond),
    take: (member, calls = 1) => add(member, calls),
    giveBack: (member) => void add(member, -1),
  };
}
