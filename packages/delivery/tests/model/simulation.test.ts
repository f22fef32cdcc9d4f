import { rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Seen, Simulation } from "./simulation.ts";

const HISTORIES = rounds(20_000, 100);

const history = fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 20, maxLength: 220, size: "max" });

/** Calls with an older state than an earlier call of the same item. */
function olderAfterNewer(seen: Seen[]): Seen[] {
  const newest = new Map<string, number>();
  return seen.filter(({ subject, sequence }) => {
    const before = newest.get(subject) ?? 0;
    newest.set(subject, Math.max(before, sequence));
    return sequence < before;
  });
}

const countBy = <T>(values: T[], key: (value: T) => number): Map<number, number> =>
  values.reduce(
    (counts, value) => counts.set(key(value), (counts.get(key(value)) ?? 0) + 1),
    new Map<number, number>(),
  );

it("with crashes and failures, no older state follows a newer one, no event is lost, each has at most four tries and one end", async () => {
  let calls = 0;
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const simulation = new Simulation();
      const { store, seen, faults } = simulation;
      for (const [choice, detail] of steps) await simulation.step(choice, detail);
      await simulation.finish();
      calls += seen.length;
      lost += simulation.lost;

      expect(faults).toEqual([]);
      expect(olderAfterNewer(seen)).toEqual([]);
      expect(store).toMatchObject({ hasUnrecordedCalls: false, cursor: store.events.length });
      expect([...store.retries]).toEqual([]);

      const made = countBy(seen, ({ sequence }) => sequence);
      for (const { sequence, subject } of store.events) {
        const attempts = store.attempts.filter((attempt) => attempt.sequence === sequence);
        const outcomes = attempts.map(({ outcome }) => outcome);
        expect(attempts.map((attempt) => attempt.try)).toEqual(attempts.map((_, n) => n + 1));
        // A cycle has one end. Only another cycle can follow.
        const cycles = outcomes.join(" ").match(/(retrying ){0,3}(delivered|failed|superseded)/g) ?? [];
        expect(cycles.join(" ")).toBe(outcomes.join(" "));
        expect(cycles.length).toBeGreaterThan(0);
        for (const cycle of cycles) if (cycle.endsWith("failed")) expect(cycle.split(" ")).toHaveLength(4);
        // Each lost lease leaves at most one call without a record.
        const recorded = attempts.filter(({ isCall }) => isCall).length;
        expect(made.get(sequence) ?? 0).toBeGreaterThanOrEqual(recorded);
        expect((made.get(sequence) ?? 0) - recorded).toBeLessThanOrEqual(simulation.lost);
        if (sequence === store.newestOf(subject) && outcomes.at(-1) === "delivered") {
          expect(seen.some((call) => call.sequence === sequence && call.isSuccess)).toBe(true);
        }
        if (sequence === store.newestOf(subject)) expect(outcomes.at(-1)).not.toBe("superseded");
      }
    }),
    { numRuns: HISTORIES, seed: seedOr(Date.now()) },
  );
  // A history without calls proves nothing.
  expect(calls).toBeGreaterThan(HISTORIES);
  expect(lost).toBeGreaterThan(HISTORIES / 20);
  console.log(`${HISTORIES} histories: ${calls} calls, ${lost} lost leases`);
}, 3_600_000);
