/** How many calls each key may make. */
export interface RateLimit {
  /** `RateLimit-Policy`, as draft-ietf-httpapi-ratelimit-headers has it. */
  policy: string;
  /**
   * Counts a call of the key.
   * @returns how many more it may make this second; negative: this one is too many
   */
  take(keyId: string): number;
}

/**
 * Counts in this process alone: with several, each lets as many through. A second begins for all keys at once, so that
 * what is remembered of them is forgotten with it.
 * @param perSecond calls of one key in a second
 */
export function createRateLimit(perSecond: number, now: () => Date): RateLimit {
  let second = 0;
  let taken = new Map<string, number>();
  return {
    policy: `"default";q=${perSecond};w=1`,
    take(keyId) {
      const current = Math.floor(now().getTime() / 1_000);
      if (current !== second) {
        second = current;
        taken = new Map();
      }
      const count = (taken.get(keyId) ?? 0) + 1;
      taken.set(keyId, count);
      return perSecond - count;
    },
  };
}
