import fc from "fast-check";
import { expect, it } from "vitest";
import { createMemoryBuckets } from "./quota.ts";

const MINUTE = 60_000;

it("allows at most the limit in any 60 seconds, and uses at least 95 % of the limit under load", async () => {
  const load = fc.record({
    perMinute: fc.integer({ min: 1, max: 600 }),
    pauses: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(load, async ({ perMinute, pauses }) => {
      let time = 0;
      const quota = createMemoryBuckets(() => time);
      const calls: number[] = [];
      for (const pause of [...pauses, ...Array.from({ length: perMinute * 3 }, () => 0)]) {
        time += pause;
        const turn = await quota.take([{ name: "a", perMinute }], Number.POSITIVE_INFINITY);
        if (!("waitMs" in turn)) throw new Error("no turn");
        calls.push(time + turn.waitMs);
      }
      for (const [index, from] of calls.entries()) {
        const after = calls[index + perMinute];
        if (after !== undefined) expect(after - from).toBeGreaterThanOrEqual(MINUTE - 0.001);
      }
      const end = calls.at(-1) ?? 0;
      const lastMinute = calls.filter((call) => call > end - MINUTE).length;
      expect(lastMinute).toBeGreaterThanOrEqual(Math.floor(perMinute * 0.95));
    }),
    { numRuns: 60 },
  );
});

it("takes from all buckets or from none, and a call that waits for one bucket delays no other call", async () => {
  let time = 0;
  const quota = createMemoryBuckets(() => time);
  const narrow = { name: "edits", perMinute: 10 };
  const wide = { name: "all", perMinute: 60 };
  expect(await quota.take([narrow, wide], 0)).toEqual({ waitMs: 0 });
  expect(await quota.take([narrow, wide], 1_000)).toEqual({ tooLate: 6_000 });
  time = 1_000;
  expect(await quota.take([wide], 0)).toEqual({ waitMs: 0 });
});
