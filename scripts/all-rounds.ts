/**
 * All rounds of the tests that `npm test` runs in a few rounds (packages/telemetry/testing/rounds.ts). A word selects test files by
 * path: `npm run faults -- receivers`, `npm run fuzz -- feed`. TEST_SEED repeats the moments and input of an earlier run, and
 * TEST_ROUNDS sets another number of rounds.
 */

import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endOfScript, run } from "./run.ts";
import { ROOT } from "./settings.ts";

const fuzzers = [
  "apps/rest/tests/fuzz.test.ts",
  "apps/rest/tests/simulated-files.test.ts",
  "packages/feeds/tests/feed-fuzz.test.ts",
  "packages/feeds/tests/simulator/simulator.test.ts",
];

const hasRounds = (file: string): boolean => readFileSync(join(ROOT, file), "utf8").includes("testing/rounds");
const faults = () =>
  globSync("{apps,packages}/*/{src,tests}/**/*.test.ts", { cwd: ROOT }).filter(
    (file) => hasRounds(file) && !fuzzers.includes(file),
  );

const [kind, word = ""] = process.argv.slice(2);
const tests = kind === "fuzz" ? fuzzers : faults();
const chosen = tests.filter((path) => path.includes(word));
if (!chosen.length) {
  console.error(`None of these has "${word}": ${tests.join(", ")}`);
  process.exit(1);
}
const { TEST_SEED = String(randomInt(2 ** 31)), TEST_ROUNDS = "all" } = process.env;
const signal = endOfScript();
console.log(`TEST_SEED=${TEST_SEED} TEST_ROUNDS=${TEST_ROUNDS}`);
// One test file at a time, because the tests measure memory and time.
const ok = await run("vitest", ["run", "--reporter=verbose", "--no-file-parallelism", ...chosen], {
  env: { TEST_ROUNDS, TEST_SEED },
  signal,
});
process.exit(ok ? 0 : 1);
