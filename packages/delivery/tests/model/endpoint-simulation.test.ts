import { rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import { expect, it } from "vitest";
import type { Planted } from "./endpoint-model.ts";
import { EndpointSimulation } from "./endpoint-simulation.ts";

const HISTORIES = rounds(10_000, 60);

/** Numbers that a seed repeats (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

async function history(seed: number, planted?: Planted): Promise<{ simulation: EndpointSimulation; faults: string[] }> {
  const random = randomOf(seed);
  const simulation = new EndpointSimulation(random, planted);
  for (let steps = 40 + random(260); steps > 0; steps--) await simulation.step();
  const end = await simulation.finish().then(
    () => [],
    (error: unknown) => [String(error)],
  );
  return { simulation, faults: [...end, ...simulation.check()] };
}

it("with crashes, failures, changes and deleted stores, endpoints get every event and no older state after a newer one", async () => {
  let [calls, lost, longest] = [0, 0, 0];
  const first = seedOr(Date.now());
  for (let seed = first; seed < first + HISTORIES; seed++) {
    const { simulation, faults } = await history(seed);
    expect(faults, `seed ${seed}`).toEqual([]);
    calls += simulation.seen.length;
    lost += simulation.lost;
    longest = Math.max(longest, simulation.longestBatch);
  }
  // A history without calls proves nothing.
  expect(calls).toBeGreaterThan(HISTORIES * 5);
  expect(lost).toBeGreaterThan(HISTORIES / 5);
  expect(longest).toBeGreaterThan(1);
  console.log(`${HISTORIES} histories: ${calls} calls, ${lost} lost leases`);
}, 3_600_000);

for (const planted of [
  "append wakes no worker",
  "release ignores the wake version",
  "no fencing",
  "no claim",
  "nothing in place of a superseded event",
  "the old state, although there is a newer one",
] as const) {
  it(`finds a planted fault: ${planted}`, async () => {
    for (let seed = 1; seed < 500; seed++) if ((await history(seed, planted)).faults.length) return;
    expect.fail("no history has found it");
  });
}
