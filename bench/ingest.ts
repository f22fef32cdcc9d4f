/**
 * `npm run bench -- ingest`: compares stock feeds with a bare COPY of the same rows into a table without an index on the same
 * PostgreSQL. bench/INGEST.md explains the measurement.
 * Options: `--rounds=9 --lines=100000`, `--foreign=1000000 --retailers=10` (rows of stores of other retailers), `--only=1 %` (paths
 * by a part of their name). `--large`: a million lines (`--lines`) through the REST service.
 */
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { live } from "../scripts/lifetime.ts";
import { measureLarge } from "./ingest/large.ts";
import { pathsOf, type Took } from "./ingest/paths.ts";
import { openWorld } from "./ingest/world.ts";
import { spread } from "./lib/statistics.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    lines: { type: "string" },
    foreign: { type: "string", default: "1000000" },
    retailers: { type: "string", default: "10" },
    only: { type: "string", default: "" },
    large: { type: "boolean", default: false },
  },
});

await live(async (life) => {
  const world = await openWorld(life, { rows: Number(given.foreign), retailers: Number(given.retailers) });
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${world.version}`,
  );
  if (given.large) {
    return measureLarge(life, world, Number(given.lines ?? 1_000_000));
  }
  const count = Number(given.lines ?? 100_000);
  const { copy, paths } = await pathsOf(world, count);
  const asked = paths.filter(({ name }) => name.includes(given.only));
  const copies: Took[] = [];
  const taken = new Map(asked.map(({ name }) => [name, [] as { took: Took; copies: Took[] }[]]));
  for (let round = 0; round < Number(given.rounds); round++) {
    for (const path of round % 2 ? asked.toReversed() : asked) {
      await world.tidy();
      // COPY runs before and after the path, because the load of the machine changes.
      const before = await copy.run(round);
      const took = await path.run(round);
      const around = [before, await copy.run(round)];
      copies.push(...around);
      taken.get(path.name)?.push({ took, copies: around });
    }
    const figures = asked.map(
      ({ name }) =>
        `${name} ${ratios(taken, name, ({ ms }) => ms)
          .at(-1)
          ?.toFixed(2)}`,
    );
    console.log(`  round ${round + 1}: COPY ${copies.at(-1)?.ms.toFixed(0)} ms; ${figures.join(", ")}`);
  }
  // Ticks of processor time are too coarse for one COPY, so this is the mean of all.
  const cpu = copies.reduce((sum, one) => sum + one.cpu, 0) / copies.length;
  const ms = copies.map((one) => one.ms);
  console.log(`\nCOPY of ${count} lines: ${spread(ms, 0)} ms, ${cpu.toFixed(0)} ms of processors\n`);
  console.log("| | goal | ÷ COPY, median of rounds (min–max) | by processor time | ms |\n|---|---|---|---|---|");
  for (const { name, goal } of asked) {
    const all = taken.get(name) ?? [];
    const byCpu = all.reduce((sum, { took }) => sum + took.cpu, 0) / all.length / cpu;
    const times = all.map(({ took }) => took.ms);
    const ratio = spread(ratios(taken, name, (one) => one.ms));
    console.log(`| ${name} | ≤ ${goal} | ${ratio} | ${byCpu.toFixed(2)} | ${spread(times, 0)} |`);
  }
});

/** For each round: a path divided by the COPY before and after it. */
function ratios(
  taken: Map<string, { took: Took; copies: Took[] }[]>,
  name: string,
  of: (took: Took) => number,
): number[] {
  return (taken.get(name) ?? []).map(
    ({ took, copies }) => (of(took) * copies.length) / copies.reduce((sum, one) => sum + of(one), 0),
  );
}
