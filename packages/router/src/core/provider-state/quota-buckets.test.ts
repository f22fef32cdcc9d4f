import { openDatabase } from "@highstreet/db";
import { createMemoryBuckets, type QuotaBucket } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSharedBuckets } from "./shared-state.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const START = Date.parse("2026-03-02T09:00:00.000Z");
const at = (time: number): string => `timestamptz '${new Date(time).toISOString()}'`;
let worlds = 0;

/** Buckets that only this history uses. */
function newBuckets(rates: number[]): QuotaBucket[] {
  const world = worlds++;
  return rates.map((perMinute, index) => ({ name: `world-${world}:${index}`, perMinute }));
}

/** The database keeps microseconds. */
const about = (turn: object) =>
  Object.fromEntries(Object.entries(turn).map(([name, ms]: [string, number]) => [name, expect.closeTo(ms, 1)]));

it("returns the same waits as buckets in one process, for any calls at any times", async () => {
  const call = fc.record({
    pauseMs: fc.constantFrom(0, 0, 1, 700, 5_000, 61_000),
    buckets: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
    // The database keeps microseconds, so no patience lies within one of a wait.
    patienceMs: fc.constantFrom(0.01, 1_000.51, 60_000.51),
  });
  const rates = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(rates, fc.array(call, { maxLength: 30 }), async (given, calls) => {
      const buckets = newBuckets(given);
      let time = START;
      const memory = createMemoryBuckets(() => time);
      for (const { pauseMs, buckets: chosen, patienceMs } of calls) {
        time += pauseMs;
        const asked = chosen.flatMap((index) => buckets[index] ?? []);
        const shared = createSharedBuckets(test.ctx.db, at(time));
        const expected = await memory.take(asked, patienceMs);
        expect(await shared.take(asked, patienceMs)).toEqual(about(expected));
      }
    }),
    { numRuns: 30 },
  );
});

it("gives each time to one call, for concurrent processes and any order of the buckets", async () => {
  const databases = Array.from({ length: 4 }, () => openDatabase({ url: test.databaseUrl, connections: 4 }));
  const buckets = newBuckets([50, 40]);
  const memory = createMemoryBuckets(() => START);
  const expected = await Promise.all(Array.from({ length: 160 }, () => memory.take(buckets, 3_600_000)));
  const given = await Promise.all(
    Array.from({ length: 160 }, (_, index) => {
      const db = databases[index % databases.length] ?? test.ctx.db;
      const order = index % 2 ? buckets : buckets.toReversed();
      return createSharedBuckets(db, at(START)).take(order, 3_600_000);
    }),
  );
  const waits = (turns: ({ waitMs: number } | { tooLate: number })[]) =>
    turns.map((turn) => Math.round("waitMs" in turn ? turn.waitMs : Number.NaN)).sort((a, b) => a - b);
  expect(waits(given)).toEqual(waits(expected));
  for (const db of databases) await db.close();
});

it("creates new buckets for concurrent calls in any order of the names", async () => {
  const { db } = test.ctx;
  const buckets = newBuckets([60, 60, 60]);
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const calls: Promise<unknown>[] = [];
  const undone = db.transaction("no shop", async (tx) => {
    // Both calls wait for the middle bucket, or the second call for the first one.
    await tx.prisma.providerQuota.create({ data: { name: buckets[1]?.name ?? "", busyUntil: new Date(0) } });
    for (const order of [buckets, buckets.toReversed()]) {
      calls.push(createSharedBuckets(db, at(START)).take(order, 3_600_000));
      await expect.poll(async () => (await db.query(waiting)).length).toBe(calls.length);
    }
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await expect(Promise.all(calls)).resolves.toHaveLength(2);
});

it("uses the database's clock, and takes nothing if the next free time is too late", async () => {
  const [bucket] = newBuckets([1]);
  const shared = createSharedBuckets(test.ctx.db);
  if (!bucket) throw new Error("no bucket");
  expect(await shared.take([bucket], 0)).toEqual({ waitMs: 0 });
  for (const _ of [1, 2]) {
    const turn = await shared.take([bucket], 30_000);
    const wait = "tooLate" in turn ? turn.tooLate : 0;
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  }
});
