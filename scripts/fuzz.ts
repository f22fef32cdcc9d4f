/**
 * `npm run fuzz`: the fuzzer of the REST API (apps/rest/tests/fuzz.test.ts) with a million requests instead of those of a
 * test run. `FUZZ_REQUESTS` is another number, `FUZZ_SEED` sends those of a run before again.
 */
import { randomInt } from "node:crypto";
import { run } from "./run.ts";

const { FUZZ_REQUESTS = "1000000", FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;
const told = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => told.abort());
process.on("disconnect", () => told.abort());

console.log(`FUZZ_SEED=${FUZZ_SEED}: ${FUZZ_REQUESTS} requests`);
const { ok } = await run("vitest", ["run", "--reporter=verbose", "apps/rest/tests/fuzz.test.ts"], {
  print: true,
  env: { FUZZ_REQUESTS, FUZZ_SEED },
  signal: told.signal,
});
process.exit(ok ? 0 : 1);
