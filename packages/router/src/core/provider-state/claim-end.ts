/** A call to a provider may wait for its turn, and be made five times. */
const CLAIM_MS = 5 * 60_000;
/** In the sandbox calls take no time. */
const SHORTEST_MS = 10_000;

/**
 * Until when work on a provider is the worker's who claimed it now: longer than its slowest call, so that none comes after
 * another worker's.
 * @param speed how many times faster than real life the provider is
 */
export function claimEnd(now: Date, speed: number): Date {
  return new Date(now.getTime() + Math.max(SHORTEST_MS, CLAIM_MS / speed));
}
