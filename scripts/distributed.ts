/**
 * `npm run distributed`: runs the tests of REST, worker and console on the distributed database in CITUS_URL, which is emptied before each
 * file, and then checks the recorded statements (`npm run scale:check`). A word selects tests by path: `npm run distributed -- uploads`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { countOfVitest } from "./reports.ts";
import { endOfScript, run } from "./run.ts";
import { ROOT } from "./settings.ts";

/** The test files that cannot run on one distributed database, each with its reason. */
const NOT_DISTRIBUTED = {
  "apps/rest/tests/full-server.test.ts": "makes a trigger on every table, which Citus refuses",
  "apps/worker/tests/restore.test.ts":
    "restores into databases of its own; faults/distribute.test.ts restores a distributed one",
  "apps/worker/tests/faults/killed-restore.test.ts":
    "restores into databases of its own; faults/distribute.test.ts restores a distributed one",
  "apps/worker/tests/faults/upgrade.test.ts": "migrates a database of the previous release, which is one machine",
  "apps/worker/tests/idle-reads.test.ts": "counts the rows and blocks in plans of one machine",
  "apps/worker/tests/faults/lost-database.test.ts": "crashes a PostgreSQL of its own, which is one machine",
};

const url = process.env.CITUS_URL;
if (!url) {
  console.log(
    "SKIPPED: CITUS_URL does not name the coordinator of a Citus cluster with an empty database (docs/scale.md).",
  );
  process.exit(0);
}

const [word = ""] = process.argv.slice(2);
const signal = endOfScript();
for (const [file, reason] of Object.entries(NOT_DISTRIBUTED)) console.log(`SKIPPED ${file}: ${reason}.`);
const excluded = Object.keys(NOT_DISTRIBUTED).map((file) => `--exclude=${file}`);

const data = join(ROOT, ".data");
mkdirSync(data, { recursive: true });
const scratch = mkdtempSync(join(data, "distributed-"));
const statements = join(data, "statements.jsonl");
rmSync(statements, { force: true });
const report = join(scratch, "vitest.json");
const began = new Date();
try {
  const folders = ["apps/rest/tests/", "apps/sftp/tests/", "apps/worker/tests/", "apps/console/tests/"];
  const projects = ["--project=apps", "--project=console"];
  const args = ["run", ...projects, "--no-file-parallelism", ...excluded, ...(word ? [word] : folders)];
  const ok = await run("vitest", args, {
    env: { TEST_CITUS_URL: url, RECORDED_STATEMENTS: statements, VITEST_JSON_OUTPUT_FILE: report },
    signal,
  });
  const { passed, failed, skipped, failures, seconds } = countOfVitest(report, ok);
  for (const failure of failures) console.log(`✗ ${failure}\n`);
  const isGood = await run("node", ["scripts/scale-check.ts"], { env: { RECORDED_STATEMENTS: statements } });
  const minutes = Math.round((Date.now() - began.getTime()) / 60_000);
  console.log(
    `${began.toISOString().slice(0, 10)}: ${seconds.size} files in ${minutes} minutes, ${passed} passed, ${failed} failed, ${skipped.length} skipped`,
  );
  process.exitCode = failed === 0 && isGood ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit();
