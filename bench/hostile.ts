/**
 * `npm run bench -- hostile`: runs hostile cases one by one against REST, a worker and SFTP. Measures their effect on each process, on
 * another partner's calls and on its deliveries. Results: bench/HOSTILE.md. Options: `--only=XLSX`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { hostileCalls } from "../apps/rest/tests/hostile-calls.ts";
import { live } from "../scripts/lifetime.ts";
import { agentCases } from "./hostile/agents.ts";
import { type HostileCase, openArena } from "./hostile/arena.ts";
import { fileCases } from "./hostile/files.ts";
import { handshakes } from "./hostile/handshakes.ts";
import { pictureCases } from "./hostile/pictures.ts";
import { shopCases } from "./hostile/shops.ts";
import { machine, quantile } from "./lib/numbers.ts";
import { forgetPeak, memoryOf } from "./lib/processes.ts";

const { values: given } = parseArgs({ options: { only: { type: "string", default: "" } } });

/** JSON calls of a partner. */
const callCases: HostileCase[] = hostileCalls.map(({ name, method, path, body, expected }) => ({
  name: `call, ${name}`,
  prepare: async ({ world, origin }) => {
    const url = origin + path(await world.newStore());
    const headers = { authorization: `Bearer ${world.key}`, "content-type": "application/json" };
    const init = { method, headers, body: body() };
    return async () => {
      const answer = await fetch(url, init);
      const { code, status } = (await answer.json()) as { code?: string; status?: string };
      const isExpected = answer.status === expected[0] && (expected[1] ?? code ?? status) === (code ?? status);
      return `${answer.status} ${code ?? status ?? ""}${isExpected ? "" : `, not ${expected.join(" ")}`}`;
    };
  },
}));

const cases = [...fileCases, ...pictureCases, ...callCases, ...agentCases, ...shopCases, ...handshakes];

/** `p99 (maximum) of count` in ms. */
const waitsOf = (waits: number[]): string =>
  `${quantile(waits, 0.99).toFixed(0)} (${quantile(waits, 1).toFixed(0)}) of ${waits.length}`;

await live(async (life) => {
  const arena = await openArena(life);
  const services = [...arena.services];
  const warming = arena.others();
  await delay(5_000);
  const quiet = await warming.end();
  console.log(`${machine()}, ${arena.world.version}`);
  console.log(`Quiet: GET ${waitsOf(quiet.gets)}, deliveries ${waitsOf(quiet.deliveries)}\n`);
  const names = services.map(([name]) => name).join(", ");
  const columns = [
    "Case",
    "Answer",
    "Seconds",
    `Memory grows by, MB: ${names}`,
    `Event loop late by, ms, p99 (maximum): ${names}`,
    "Other partner's GET, ms: p99 (maximum) of calls",
    "Its deliveries, ms: p99 (maximum) of events",
  ];
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  for (const { name, prepare } of cases.filter((one) => one.name.includes(given.only))) {
    const attack = await prepare(arena);
    // Waits for the garbage collection of the preparation.
    await delay(1_000);
    const before = services.map(([, { pid }]) => {
      forgetPeak(pid);
      return memoryOf(pid);
    });
    for (const [, { watch }] of services) await watch();
    const others = arena.others();
    const began = performance.now();
    const answer = await attack().catch((error: Error) => `no answer: ${error.message}`);
    const seconds = (performance.now() - began) / 1_000;
    const { gets, deliveries } = await others.end();
    const grown = services.map(([, { pid }], n) => (memoryOf(pid, "VmHWM") - (before[n] ?? 0)).toFixed(0));
    const loops = await Promise.all(services.map(([, { watch }]) => watch()));
    const late = loops.map(({ p99, max }) => `${p99.toFixed(0)} (${max.toFixed(0)})`);
    const cells = [name, answer, seconds.toFixed(1), grown.join(", "), late.join(", ")];
    console.log(`| ${[...cells, waitsOf(gets), waitsOf(deliveries)].join(" | ")} |`);
  }
});
