import { ProviderError } from "./provider-error.ts";
import type { QuotaBucket, QuotaBuckets } from "./quota-buckets.ts";

/** How far ahead a call is booked. Short, so that a partner that comes next waits no longer than that for what is booked. */
const AHEAD_MS = 1_000;

export interface TurnOptions {
  quota: QuotaBuckets;
  now: () => Date;
  sleep: (ms: number) => Promise<unknown>;
  /** How long a call waits for its turn before it is given up. */
  patienceMs: number;
}

/**
 * Waits for the turn of a call. Of the calls of one partner for the same buckets, one asks at a time, so that a partner with
 * many calls asks no more often than a partner with one.
 * @throws ProviderError `quota`: the turn did not come in time
 */
export function createTurns({ quota, now, sleep, patienceMs }: TurnOptions) {
  /** The last call of each line. */
  const lines = new Map<string, Promise<void>>();

  async function ask(buckets: readonly QuotaBucket[], partnerId: string, since: number): Promise<number> {
    for (;;) {
      const left = since + patienceMs - now().getTime();
      const turn = await quota.take(buckets, Math.min(AHEAD_MS, patienceMs), partnerId);
      if ("waitMs" in turn) return turn.waitMs;
      if (turn.tooLate > left) {
        const retryAfterMs = turn.tooLate;
        throw new ProviderError("quota", "More calls wait than the provider allows.", { retryAfterMs });
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
