/**
 * `npm test`: the checks, all tests on a real database, then those in a real browser; the last line adds up what the
 * runners reported. `npm test -- <filter>`: only Vitest, with that filter.
 */
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { check } from "./checks.ts";
import { type Count, countOfPlaywright, countOfVitest } from "./reports.ts";
import { run } from "./run.ts";
import { ROOT } from "./settings.ts";

const filters = process.argv.slice(2);
const told = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => told.abort());
process.on("disconnect", () => told.abort());

const data = join(ROOT, ".data");
mkdirSync(data, { recursive: true });
const scratch = mkdtempSync(join(data, "test-"));
const counts: Count[] = [];
try {
  if (filters.length === 0) counts.push({ passed: 0, failed: (await check()).failed });
  if (!told.signal.aborted) counts.push(await vitest());
  if (!told.signal.aborted && filters.length === 0) counts.push(await playwright());
} finally {
  rmSync(scratch, { recursive: true, force: true });
  removeIfEmpty(data);
}
if (told.signal.aborted) counts.push({ passed: 0, failed: 1 });
const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);

async function vitest(): Promise<Count> {
  const report = join(scratch, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { ok } = await run("vitest", ["run", ...reporters, ...filters], { print: true, signal: told.signal });
  return countOfVitest(report, ok);
}

async function playwright(): Promise<Count> {
  const report = join(scratch, "playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const args = ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json"];
  const { ok } = await run("playwright", args, { print: true, env, signal: told.signal });
  const count = countOfPlaywright(report, ok);
  // What is left of failures helps to find their cause.
  if (count.failed === 0) rmSync(join(ROOT, "e2e/test-results"), { recursive: true, force: true });
  return count;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // The data of `npm start`, or another run's.
    if (!(error instanceof Error && "code" in error && ["ENOTEMPTY", "ENOENT"].includes(String(error.code))))
      throw error;
  }
}
