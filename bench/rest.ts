/**
 * `npm run bench -- rest`: compares the REST service with a bare handler of Fastify and `pg` on one PostgreSQL. bench/RESULTS.md
 * explains the measurement.
 * Options: `--rounds=9 --seconds=3 --connections=16`, `--only=read|patch|bulk|customizations`, `--no-medusa`, `--profile` (see
 * rest/profile.ts).
 */
import { mkdirSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { live } from "../scripts/lifetime.ts";
import { interleave, type Options, type Results, ratios, table } from "./lib/rounds.ts";
import { spread } from "./lib/statistics.ts";
import { type Arena, openArena } from "./rest/arena.ts";
import { measureBulk } from "./rest/bulk.ts";
import { type Pair, patches, reads } from "./rest/contenders.ts";
import { type Streamed, stream } from "./rest/customizations.ts";
import { type Medusa, medusaPatches, medusaReads, startMedusa } from "./rest/medusa.ts";
import { profile } from "./rest/profile.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "16" },
    only: { type: "string" },
    profile: { type: "boolean", default: false },
    medusa: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const options: Options = {
  rounds: Number(given.rounds),
  connections: Number(given.connections),
  warmUpMs: 1_000,
  measureMs: Number(given.seconds) * 1_000,
};
const asked = (part: string): boolean => given.only === undefined || given.only === part;
const results = join(import.meta.dirname, "results");

/** The same ratio for the processor time of a call: server and PostgreSQL. */
function costs(measured: Results): number[] {
  return ratios(measured, "bare", "Highstreet", ({ cost }) => cost.server + cost.postgres);
}

async function end(pair: Pair): Promise<void> {
  await Promise.all([pair.ours.end(), pair.bare.end()]);
}

async function measureReads(arena: Arena, medusa: Medusa | undefined): Promise<string[]> {
  console.log("\nOne product, read by its key");
  const pair = { ours: await arena.startOurs(), bare: await arena.startBare() };
  const peers = medusa ? [medusaReads(medusa, arena.postmaster)] : [];
  const measured = await interleave([...reads(arena, pair), ...peers], options);
  await end(pair);
  const ratio = ratios(measured, "Highstreet", "bare");
  console.log(table(measured));
  const peer = spread(ratios(measured, "Highstreet", "Medusa"), 0);
  return [
    `| read of one product ÷ bare | ≥ 0.75 | ${spread(ratio)} | ${spread(costs(measured))} |`,
    ...(medusa ? [`| read of one product ÷ Medusa | ≥ 25 | ${peer} | |`] : []),
  ];
}

async function measurePatches(arena: Arena, medusa: Medusa | undefined, waits: boolean): Promise<string[]> {
  const title = `hide/show${waits ? "" : ", synchronous_commit off"}`;
  console.log(`\nOne product: ${title}`);
  await arena.setDurable(waits);
  const pair = { ours: await arena.startOurs(), bare: await arena.startBare() };
  const peers = medusa ? [medusaPatches(medusa, arena.postmaster)] : [];
  const measured = await interleave([...(await patches(arena, pair)), ...peers], options);
  await end(pair);
  const ratio = ratios(measured, "Highstreet", "bare");
  console.log(table(measured));
  const peer = spread(ratios(measured, "Highstreet", "Medusa"), 0);
  return [
    `| ${title} ÷ bare | ${waits ? "≥ 0.50" : ""} | ${spread(ratio)} | ${spread(costs(measured))} |`,
    ...(medusa ? [`| ${title} ÷ Medusa | ≥ 100 | ${peer} | |`] : []),
  ];
}

async function measureCustomizations(arena: Arena): Promise<string[]> {
  console.log("\n100,000 customizations");
  const path = `/retailers/${arena.world.bigRetailerId}/inventory/customizations`;
  const contenders = [
    { name: "Highstreet", start: arena.startOurs, headers: arena.headers },
    { name: "bare", start: arena.startBare, headers: {} },
  ].map((one) => ({ ...one, list: [] as Streamed[] }));
  for (let round = 0; round < options.rounds; round++) {
    for (const { start, headers, list } of round % 2 ? contenders.toReversed() : contenders) {
      const server = await start();
      // Memory and first byte are from a fresh process. The second list shows the full speed.
      const fresh = await stream(server.origin + path, headers, server.pid);
      const warm = await stream(server.origin + path, headers, server.pid);
      await server.end();
      list.push({ ...fresh, megabytesPerSecond: warm.megabytesPerSecond });
    }
    const [a, b] = contenders.map(({ list }) => list.at(-1)?.digest);
    if (a !== b) throw new Error("the two answers differ");
  }
  const [ours = [], bare = []] = contenders.map(({ list }) => list);
  for (const { name, list } of contenders) {
    const all = (key: "firstByte" | "megabytesPerSecond" | "growth") =>
      spread(
        list.map((one) => one[key]),
        0,
      );
    console.log(
      `  ${name}: ${all("megabytesPerSecond")} MB/s, first byte ${all("firstByte")} ms, grows by ${all("growth")} MB`,
    );
  }
  const of = (key: "firstByte" | "growth") =>
    spread(
      ours.map((one) => one[key]),
      0,
    );
  const ratio = ours.map((one, n) => one.megabytesPerSecond / (bare[n]?.megabytesPerSecond ?? Number.NaN));
  return [
    `| 100,000 customizations, bytes a second ÷ bare streamed SELECT | ≥ 0.60 | ${spread(ratio)} | |`,
    `| … memory of the process grows by, MB | < 50 | ${of("growth")} | |`,
    `| … first byte, ms | < 100 | ${of("firstByte")} | |`,
  ];
}

await live(async (life) => {
  mkdirSync(results, { recursive: true });
  const arena = await openArena(life, results, given.profile);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${arena.postgresVersion}`,
  );
  if (given.profile) {
    return profile(arena, results);
  }
  const wantsMedusa = given.medusa && (asked("read") || asked("patch"));
  const medusa = wantsMedusa ? await startMedusa(life, arena.url, results) : undefined;
  const rows: string[] = [];
  if (asked("read")) rows.push(...(await measureReads(arena, medusa)));
  if (asked("patch"))
    rows.push(...(await measurePatches(arena, medusa, true)), ...(await measurePatches(arena, undefined, false)));
  if (asked("bulk")) rows.push(...(await measureBulk(arena, options.rounds)));
  if (asked("customizations")) rows.push(...(await measureCustomizations(arena)));
  console.log(
    ["", "| | goal | median of rounds (min–max) | by processor time |", "|---|---|---|---|", ...rows].join("\n"),
  );
});
