import { AsyncLocalStorage } from "node:async_hooks";
import { ProviderError } from "./provider-error.ts";

/** Calls without a partner share one turn. */
const NO_PARTNER = "00000000-0000-0000-0000-000000000000";

const partners = new AsyncLocalStorage<string>();

/** Partners take turns at an empty quota. */
export const callForPartner = <Result>(partnerId: string, work: () => Promise<Result>): Promise<Result> =>
  partners.run(partnerId, work);

export const partnerOfCall = (): string => partners.getStore() ?? NO_PARTNER;

/** All calls with the same bucket name count together. */
export interface QuotaBucket {
  name: string;
  perMinute: number;
}

export interface QuotaBuckets {
  /**
   * Takes the next free time of all named buckets, if it is at most `maxWaitMs` away.
   * @param partnerId waiting partners take turns at the first bucket. Default: no turns
   * @returns milliseconds to wait before the call; `{tooLate}` if nothing was taken: milliseconds until the next attempt
   */
  take(
    buckets: readonly QuotaBucket[],
    maxWaitMs: number,
    partnerId?: string,
  ): Promise<{ waitMs: number } | { tooLate: number }>;
}

const MINUTE = 60_000;
/** Share of a minute's calls that can go out at once. */
const BURST = 0.02;

/**
 * The pace of a bucket: at most `perMinute` calls in any 60 seconds (generic cell rate algorithm). After a rest, `burst` calls can go out
 * at once. A call can go at `busyUntil - (burst - 1) * spacingMs` and moves `busyUntil` to `max(busyUntil, now) + spacingMs`.
 */
export function paceOf({ perMinute }: QuotaBucket): { burst: number; spacingMs: number } {
  const burst = Math.max(1, Math.floor(perMinute * BURST));
  return { burst, spacingMs: MINUTE / (perMinute - burst + 1) };
}

/** Buckets for one process, without turns between partners. */
export function createMemoryBuckets(now: () => number = Date.now): QuotaBuckets {
  const busyUntil = new Map<string, number>();
  return {
    take: async (buckets, maxWaitMs) => {
      const time = now();
      const waits = buckets.map((bucket) => {
        const { burst, spacingMs } = paceOf(bucket);
        return (busyUntil.get(bucket.name) ?? time) - (burst - 1) * spacingMs - time;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > maxWaitMs) return { tooLate: waitMs };
      for (const bucket of buckets) {
        // Another bucket can delay the call.
        const from = Math.max(busyUntil.get(bucket.name) ?? 0, time + waitMs);
        busyUntil.set(bucket.name, from + paceOf(bucket).spacingMs);
      }
      return { waitMs };
    },
  };
}

/** Maximum time that a call reserves ahead. Short, because the next partner waits for all reserved calls. */
const MAX_RESERVED_MS = 1_000;

export interface TurnOptions {
  quota: QuotaBuckets;
  now: () => Date;
  sleep: (ms: number) => Promise<unknown>;
  maxWaitMs: number;
}

/**
 * Waits for the turn of a call. One call of each partner asks at a time, so a partner with many calls asks as often as a partner with one.
 * @throws ProviderError `quota` when no turn comes in time
 */
export function createTurns({ quota, now, sleep, maxWaitMs }: TurnOptions) {
  /** The last waiting call of each partner and bucket list. */
  const lines = new Map<string, Promise<void>>();

  async function ask(buckets: readonly QuotaBucket[], partnerId: string, since: number): Promise<number> {
    for (;;) {
      const left = since + maxWaitMs - now().getTime();
      const turn = await quota.take(buckets, Math.min(MAX_RESERVED_MS, maxWaitMs), partnerId);
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
