import type { Database } from "@highstreet/db";
import { paceOf, type QuotaBuckets } from "@highstreet/providers";
import type { Meter } from "../../kernel/meter.ts";
import { takeMoment } from "./quota-buckets.sql.ts";

interface Answer {
  waitMs: number;
  isGiven: boolean;
  againMs: number;
}

/** Minimum pause in ms before a caller asks again: before that, the answer cannot have changed. */
const SHORTEST_MS = 20;

/**
 * Buckets that all processes on a database share, by the database's clock: one statement a call. The pace is that of
 * `paceOf`, and the waits equal those of buckets in one process. Partners take turns at the first named bucket: the waiting
 * partner that was served least recently is next.
 * @param clock for tests that travel
 */
export function createSharedBuckets(
  db: Pick<Database, "query" | "prisma">,
  clock = "clock_timestamp()",
  meter?: Meter,
): QuotaBuckets {
  const statement = takeMoment(clock);
  return {
    take: async (buckets, patienceMs, partnerId) => {
      const names = buckets.map(({ name }) => name);
      const paces = buckets.map(paceOf);
      const values = [
        names,
        paces.map(({ spacingMs }) => spacingMs),
        paces.map(({ burst, spacingMs }) => (burst - 1) * spacingMs),
        patienceMs,
        names[0],
        partnerId ?? null,
      ];
      const ask = async () => (await db.query<Answer>(statement, values))[0];
      let answer = await ask();
      if (!answer) {
        // Sorted, so that first calls of two processes cannot deadlock.
        const missing = names.toSorted().map((name) => ({ name, busyUntil: new Date(0) }));
        await db.prisma.providerQuota.createMany({ data: missing, skipDuplicates: true });
        answer = await ask();
      }
      if (!answer) throw new Error(`the database returned no turn for ${names.join(", ")}`);
      // The first bucket is that of a service. The others can have the names of shops.
      if (buckets[0]) meter?.askedQuota(buckets[0], answer.isGiven);
      if (answer.isGiven) return { waitMs: answer.waitMs };
      return { tooLate: partnerId === undefined ? answer.waitMs : Math.max(SHORTEST_MS, answer.againMs) };
    },
  };
}
