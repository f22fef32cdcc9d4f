/**
 * `npm run faults`: the fault tests with their full numbers. A word selects tests by path: `npm run faults -- receivers`. The
 * variables of `numbers` set other numbers. `FAULT_SEED` repeats the moments and histories of an earlier run.
 */
import { randomInt } from "node:crypto";
import { run } from "./run.ts";

const tests = [
  "apps/rest/tests/ingest-faults.test.ts",
  "packages/outbound/tests/many-hostile-receivers.test.ts",
  "apps/worker/tests/faults/",
  "packages/delivery/tests/model/",
];
const numbers = {
  ...{ FAULT_KILLS: "200", FAULT_RECEIVERS: "500" },
  ...{ FAULT_WORKER_KILLS: "500", FAULT_WORKER_STOPS: "50", FAULT_RESTARTS: "20", FAULT_HISTORIES: "20000" },
};

const [word = ""] = process.argv.slice(2);
const chosen = tests.filter((path) => path.includes(word));
if (!chosen.length) {
  console.error(`None of these has "${word}": ${tests.join(", ")}`);
  process.exit(1);
}
const { FAULT_SEED = String(randomInt(2 ** 31)) } = process.env;
const given = Object.entries(numbers).map(([name, number]): [string, string] => [name, process.env[name] ?? number]);
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
process.on("disconnect", () => ending.abort());

console.log(`FAULT_SEED=${FAULT_SEED} ${given.map((pair) => pair.join("=")).join(" ")}`);
// One test file at a time, because the tests measure memory and time.
const { ok } = await run("vitest", ["run", "--reporter=verbose", "--no-file-parallelism", ...chosen], {
  print: true,
  env: { ...Object.fromEntries(given), FAULT_SEED },
  signal: ending.signal,
});
process.exit(ok ? 0 : 1);
