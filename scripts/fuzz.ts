/**
 * `npm run fuzz`: the fuzzer of the REST API (apps/rest/tests/fuzz.test.ts) with a million requests. `FUZZ_REQUESTS` sets another
 * number. `npm run fuzz -- feed`: a million stock feeds of any bytes (packages/feeds/tests/feed-fuzz.test.ts), a million spoiled files of
 * tills (packages/feeds/tests/simulator), and 10,000 of these through REST. `FUZZ_FEEDS` sets another number. `FUZZ_SEED` repeats an
 * earlier run, or a file by its seed.
 */
import { randomInt } from "node:crypto";
import { run } from "./run.ts";

const fuzzers = {
  rest: { variable: "FUZZ_REQUESTS", what: "requests", tests: ["apps/rest/tests/fuzz.test.ts"] },
  feed: {
    variable: "FUZZ_FEEDS",
    what: "feeds",
    tests: [
      "packages/feeds/tests/feed-fuzz.test.ts",
      "packages/feeds/tests/simulator/",
      "apps/rest/tests/simulated-files.test.ts",
    ],
  },
};

const [name = "rest"] = process.argv.slice(2);
const fuzzer = Object.entries(fuzzers).find(([known]) => known === name)?.[1];
if (!fuzzer) {
  console.error(`Name a fuzzer: npm run fuzz -- ${Object.keys(fuzzers).join(" | ")}`);
  process.exit(1);
}
const { variable, what, tests } = fuzzer;
const number = process.env[variable] ?? "1000000";
const { FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
process.on("disconnect", () => ending.abort());

console.log(`FUZZ_SEED=${FUZZ_SEED}: ${number} ${what}`);
const { ok } = await run("vitest", ["run", "--reporter=verbose", ...tests], {
  print: true,
  env: { [variable]: number, FUZZ_SEED },
  signal: ending.signal,
});
process.exit(ok ? 0 : 1);
