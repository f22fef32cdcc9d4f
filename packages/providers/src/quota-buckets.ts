/** A maximum of calls per minute. All calls with the same bucket name count together. */
export interface QuotaBucket {
  name: string;
  perMinute: number;
}

/** Assigns times to calls within the provider's quota. Several workers need an implementation that they share. */
export interface QuotaBuckets {
  /**
   * Takes the next free time of all named buckets, if it is at most `patienceMs` away. Otherwise takes nothing.
   * @param partnerId the partner of the call: waiting partners take turns at the first bucket. Default: no turns
   * @returns milliseconds to wait before the call; `{tooLate}` if nothing was taken: milliseconds until the next attempt
   */
  take(
    buckets: readonly QuotaBucket[],
    patienceMs: number,
    partnerId?: string,
  ): Promise<{ waitMs: number } | { tooLate: number }>;
}

const MINUTE = 60_000;
/** Share of a minute's calls that can go out at once after a pause. */
const BURST = 0.02;

/**
 * The pace of a bucket, so that any period of 60 seconds has at most `perMinute` calls (generic cell rate algorithm). After a rest,
 * `burst` calls can go out at once. Further calls are `spacingMs` apart. A bucket stores one time, `busyUntil`. A call can go at
 * `busyUntil - (burst - 1) * spacingMs` and moves `busyUntil` to `max(busyUntil, now) + spacingMs`.
 */
export function paceOf({ perMinute }: QuotaBucket): { burst: number; spacingMs: number } {
  const burst = Math.max(1, Math.floor(perMinute * BURST));
  return { burst, spacingMs: MINUTE / (perMinute - burst + 1) };
}

/** Buckets for one process, without turns between partners. */
export function createMemoryBuckets(now: () => number = Date.now): QuotaBuckets {
  const busyUntil = new Map<string, number>();
  return {
    take: async (buckets, patienceMs) => {
      const time = now();
      const waits = buckets.map((bucket) => {
        const { burst, spacingMs } = paceOf(bucket);
        return (busyUntil.get(bucket.name) ?? time) - (burst - 1) * spacingMs - time;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > patienceMs) return { tooLate: waitMs };
      for (const bucket of buckets) {
        // If another bucket delays the call, the call uses this bucket at the delayed time.
        const from = Math.max(busyUntil.get(bucket.name) ?? 0, time + waitMs);
        busyUntil.set(bucket.name, from + paceOf(bucket).spacingMs);
      }
      return { waitMs };
    },
  };
}
