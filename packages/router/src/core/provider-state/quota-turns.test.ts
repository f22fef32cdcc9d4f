import { randomUUID } from "node:crypto";
import type { QuotaBucket } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSharedBuckets } from "./shared-state.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const START = Date.parse("2026-03-02T09:00:00.000Z");
const AHEAD_MS = 1_000;
const at = (time: number): string => `timestamptz '${new Date(time).toISOString()}'`;
let buckets = 0;
const newBucket = (perMinute: number): QuotaBucket => ({ name: `turns-${++buckets}`, perMinute });

interface Asker {
  partnerId: string;
  /** Time of the worker's next request. */
  at: number;
  /** Number of calls that the worker still has to make. */
  calls: number;
}

/** Lets workers ask for one bucket, each for one call at a time. @returns the partners in the order of their calls */
async function play(bucket: QuotaBucket, askers: Asker[], untilMs: number): Promise<{ to: string; at: number }[]> {
  const given: { to: string; at: number }[] = [];
  for (;;) {
    const [next] = askers.filter(({ calls }) => calls > 0).toSorted((one, other) => one.at - other.at);
    if (!next || next.at > START + untilMs) return given;
    const turn = await createSharedBuckets(test.ctx.db, at(next.at)).take([bucket], AHEAD_MS, next.partnerId);
    if ("waitMs" in turn) {
      given.push({ to: next.partnerId, at: next.at + turn.waitMs });
      next.calls--;
      next.at += 1;
    } else next.at += Math.ceil(turn.tooLate);
  }
}

it("serves a new partner next at a bucket that another partner's calls exceed", async () => {
  const [many, one] = [randomUUID(), randomUUID()];
  const askers = Array.from({ length: 12 }, () => ({ partnerId: many, at: START, calls: 10_000 }));
  const given = await play(newBucket(300), [...askers, { partnerId: one, at: START + 5_000, calls: 3 }], 8_000);
  const asked = given.findIndex(({ at }) => at > START + 5_000 + AHEAD_MS);
  const turns = given.flatMap(({ to }, index) => (to === one ? [index] : []));
  expect(turns).toHaveLength(3);
  // All reserved calls are within the next second. After that the two partners take turns.
  expect(turns[0]).toBeLessThanOrEqual(asked + 1);
  for (const [index, turn] of turns.entries())
    if (index > 0) expect(turn - (turns[index - 1] ?? 0)).toBeLessThanOrEqual(2);
});

it("divides a bucket evenly between waiting partners with any number of workers, and lends the unused share", async () => {
  const partners = [randomUUID(), randomUUID(), randomUUID()];
  const askers = partners.flatMap((partnerId, index) =>
    Array.from({ length: 1 + index * 5 }, () => ({ partnerId, at: START, calls: 10_000 })),
  );
  const given = await play(newBucket(300), askers, 12_000);
  const counts = partners.map((partnerId) => given.filter(({ to }) => to === partnerId).length);
  // 5 a second, and a burst of 6.
  expect(given.length).toBeGreaterThanOrEqual(60 * 0.95);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(6);

  const alone = randomUUID();
  const lent = await play(newBucket(300), [{ partnerId: alone, at: START, calls: 10_000 }], 12_000);
  expect(lent.length).toBeGreaterThanOrEqual(60 * 0.95);
});

it("does not wait for a partner after the end of its worker", async () => {
  const bucket = newBucket(60);
  const [gone, other] = [randomUUID(), randomUUID()];
  const given = await play(bucket, [{ partnerId: other, at: START, calls: 4 }], 3_000);
  expect(given.length).toBeGreaterThan(1);
  const asked = START + 3_000;
  expect(await createSharedBuckets(test.ctx.db, at(asked)).take([bucket], -1_000, gone)).toHaveProperty("tooLate");
  const after = await play(bucket, [{ partnerId: other, at: asked, calls: 3 }], 20_000);
  expect(after).toHaveLength(3);
});
