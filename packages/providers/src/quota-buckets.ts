/** So many calls a minute, of everything that shares the name. */
export interface QuotaBucket {
  name: string;
  perMinute: number;
}

/** Hands out the calls that a provider allows. Whoever runs several workers backs it by something that all of them see. */
export interface QuotaBuckets {
  /**
   * Takes the next free moment of every bucket named, if the latest of them is at most `patienceMs` away; otherwise none.
   * @param partnerId the partner of the call: waiting partners take turns at the first bucket. Default: no turns
   * @returns milliseconds to wait before the call; `{tooLate}`: nothing was taken, ask again after so many milliseconds
   */
  take(
    buckets: readonly QuotaBucket[],
    patienceMs: number,
    partnerId?: string,
  ): Promise<{ waitMs: number } | { tooLate: number }>;
}

const MINUTE = 60_000;
/** Calls that may go at once after a pause, as a part of the minute's. */
const BURST = 0.02;

/**
 * How a bucket paces its calls, so that no minute, wherever it begins, sees more than `perMinute`: calls that found the
 * bucket rested may come `burst` at once, the others `spacingMs` apart (the generic cell rate algorithm). All that is kept
 * of a bucket is one moment, `busyUntil`: a call may go at `busyUntil - (burst - 1) * spacingMs`, and moves it to
 * `max(busyUntil, now) + spacingMs`.
 */
export function paceOf({ perMinute }: QuotaBucket): { burst: number; spacingMs: number } {
  const burst = Math.max(1, Math.floor(perMinute * BURST));
  return { burst, spacingMs: MINUTE / (perMinute - burst + 1) };
}

/** Buckets of one process, without turns between partners. */
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
        // A call that another bucket holds back uses this one only when it goes.
        const from = Math.max(busyUntil.get(bucket.name) ?? 0, time + waitMs);
        busyUntil.set(bucket.name, from + paceOf(bucket).spacingMs);
      }
      return { waitMs };
    },
  };
}
