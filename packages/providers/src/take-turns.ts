import { ProviderError } from "./provider-error.ts";
import type { QuotaBucket, QuotaBuckets } from "./quota-buckets.ts";

/** How far ahead a call reserves its time. A short limit, because the next partner waits for all reserved calls. */
const AHEAD_MS = 1_000;

export interface TurnOptions {
  quota: QuotaBuckets;
  now: () => Date;
  sleep: (ms: number) => Promise<unknown>;
  /** Maximum time that a call waits for its turn. */
  patienceMs: number;
}

/**
 * Waits for the turn of a call. For the same buckets, one call of each partner asks at a time. So a partner with many calls asks
 * as often as a partner with one.
 * @throws ProviderError `quota` when no turn comes in time
 */
export function createTurns({ quota, now, sleep, patienceMs }: TurnOptions) {
  /** The last waiting call of each partner and bucket list. */
  const lines = new Map<string, Promise<void>>();

  async function ask(buckets: readonly QuotaBucket[], partnerId: string, since: number): Promise<number> {
    for (;;) {
      const left = since + patienceMs - now().getTime();
      const turn = await quota.take(buckets, Math.min(AHEAD_MS, patienceMs), partnerId);
      if ("waitMs" in turn) return turn.waitMs;
      if (turn.tooLate > left) {
        const retryAfterMs = turn.tooLate;
        throw new ProviderError("quota", "Too many calls wait for the provider's quota.", { retryAfterMs });
      }
      await sleep(turn.tooLate);
    }
  }

  return async (buckets: readonly QuotaBucket[], partnerId: string): Promise<void> => {
    const key = [partnerId, ...buckets.map(({ name }) => name)].join(" ");
    const since = now().getTime();
    const before = lines.get(key);
    const asked = (before ?? Promise.resolve()).then(() => ask(buckets, partnerId, since));
    const done = asked.then(
      () => undefined,
      () => undefined,
    );
    lines.set(key, done);
    try {
      const waitMs = await asked;
      if (waitMs > 0) await sleep(waitMs);
    } finally {
      if (lines.get(key) === done) lines.delete(key);
    }
  };
}
