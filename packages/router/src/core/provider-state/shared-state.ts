import type { Database, Prisma } from "@highstreet/db";
import { paceOf, type QuotaBuckets, type SandboxMemory } from "@highstreet/providers";
import type { Meter } from "../../kernel/context.ts";
import { startingWith } from "../../kernel/text.ts";
import { takeMoment } from "./quota-buckets.sql.ts";

interface Answer {
  waitMs: number;
  isGiven: boolean;
  againMs: number;
}

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
      if (buckets[0]) meter?.askedQuota(buckets[0], answer.isGiven);
      if (answer.isGiven) return { waitMs: answer.waitMs };
      return { tooLate: partnerId === undefined ? answer.waitMs : Math.max(SHORTEST_MS, answer.againMs) };
    },
  };
}

/** The state of the sandbox's outside world, which all processes on a database share. */
export function createSharedMemory({ prisma }: Pick<Database, "prisma">): SandboxMemory {
  return {
    get: async (key) => (await prisma.sandboxMemory.findUnique({ where: { key } }))?.value,
    put: async (key, given) => {
      const value = given as Prisma.InputJsonValue;
      await prisma.sandboxMemory.upsert({ where: { key }, create: { key, value }, update: { value } });
    },
    delete: async (key) => {
      await prisma.sandboxMemory.deleteMany({ where: { key } });
    },
    list: (prefix) => prisma.sandboxMemory.findMany({ where: { key: startingWith(prefix) }, orderBy: { key: "asc" } }),
  };
}
