/**
 * `npm test`: the checks, all tests on a real database, then the tests in a real browser. Up to three files that failed run once more, with
 * the machine to themselves: a test that passes then is listed as unstable. The last lines name these and the failed tests, and add up the
 * counts of both runners. `npm test -- <filter>`: only Vitest, with that filter.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { secretsIn } from "@highstreet/telemetry/testing";
import { type Count, countOfPlaywright, countOfVitest, nothing, withSecondRun } from "./reports.ts";
import { endOfScript, run } from "./run.ts";
import { ROOT } from "./settings.ts";

/** Number of files that the end of the log names, the slowest first. */
const SLOWEST = 20;

/** Characters of the output that are read again with the next piece: more than the longest secret. */
const OVERLAP = 200;

/** Characters of the output of failed checks that the last lines repeat. */
const MAX_CHECK_OUTPUT = 5_000;

/** More failed files are no accident of a busy machine. */
const MAX_REPEATED_FILES = 3;

/** It checks what all other tests sent, so it says nothing alone. */
const NEVER_REPEATED = /statements\.test\.ts$/;

const filters = process.argv.slice(2);
const signal = endOfScript();
const cache = join(ROOT, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const scratch = mkdtempSync(join(cache, "test-"));
const counts: Count[] = [];
const leaks = new Set<string>();
try {
  if (filters.length === 0) counts.push(await checks());
  if (!signal.aborted) counts.push(await unitTests());
  if (!signal.aborted && filters.length === 0) counts.push(await browserTests());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (signal.aborted) counts.push({ ...nothing, failed: 1, failures: [{ text: "The run was ended by a signal" }] });
if (leaks.size)
  counts.push({ ...nothing, failed: 1, failures: [{ text: `The output has secrets: ${[...leaks].join(", ")}` }] });
const slowest = counts.flatMap(({ seconds }) => [...seconds]).toSorted(([, a], [, b]) => b - a);
for (const [file, seconds] of slowest.slice(0, SLOWEST))
  console.log(`${seconds.toFixed(0).padStart(5)} s ${relative(ROOT, file)}`);
for (const name of counts.flatMap(({ skipped }) => skipped)) console.log(`– not run: ${relative(ROOT, name)}`);
// The end of a long log is the part that people see first.
for (const { text } of counts.flatMap(({ unstable }) => unstable)) console.log(`~ unstable: ${text}\n`);
for (const { text } of counts.flatMap(({ failures }) => failures)) console.log(`✗ ${text}\n`);
const sum = (key: "passed" | "failed") => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);

/** Looks for secrets in an output that arrives in pieces. */
function findLeaks(): (chunk: Buffer) => void {
  let end = "";
  return (chunk) => {
    const text = end + chunk.toString("latin1");
    for (const secret of secretsIn(text)) leaks.add(secret);
    end = text.slice(-OVERLAP);
  };
}

/** Runs a task of turbo, and looks for secrets in its output. @returns whether all its tests passed */
async function runTask(task: string, args: string[], env: Record<string, string>): Promise<boolean> {
  const all = ["run", task, "--log-prefix=none", "--", ...args];
  // Tests start many processes of Highstreet. Only the first ones compile its modules.
  const given = { ...env, NODE_COMPILE_CACHE: join(scratch, "compiled") };
  return run("turbo", all, { watch: findLeaks(), env: given, signal });
}

async function checks(): Promise<Count> {
  let output = "";
  const watch = (chunk: Buffer) => {
    output = (output + chunk).slice(-MAX_CHECK_OUTPUT);
  };
  const ok = await run("turbo", ["run", "check", "--continue"], { watch, signal });
  return ok ? nothing : { ...nothing, failed: 1, failures: [{ text: `npm run check\n${output}` }] };
}

/** Runs tests, then some of the failed files once more. @param runTests runs these files, or all */
async function twice(runTests: (files: string[]) => Promise<Count>): Promise<Count> {
  const first = await runTests(filters);
  const failed = new Set(first.failures.flatMap(({ file = [] }) => file));
  const files = [...failed].filter((file) => !NEVER_REPEATED.test(file));
  if (files.length === 0 || failed.size > MAX_REPEATED_FILES || filters.length || signal.aborted) return first;
  return withSecondRun(first, await runTests(files), files);
}

async function unitTests(): Promise<Count> {
  const env = { VITEST_JSON_OUTPUT_FILE: join(scratch, "vitest.json") };
  return twice(async (files) => countOfVitest(env.VITEST_JSON_OUTPUT_FILE, await runTask("//#test:unit", files, env)));
}

async function browserTests(): Promise<Count> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(scratch, "playwright.json") };
  const count = await twice(async (files) =>
    countOfPlaywright(env.PLAYWRIGHT_JSON_OUTPUT_FILE, await runTask("@highstreet/e2e#test", files, env)),
  );
  // The traces of failed tests help to find their causes.
  if (count.failed === 0) rmSync(join(ROOT, "e2e/test-results"), { recursive: true, force: true });
  return count;
}
