import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Job, readGoodRuns, runJobs } from "../src/run-jobs.ts";
import { until } from "./shop.ts";

let database: TestDatabase;
const workers: { db: Database; stop: () => Promise<void> }[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  for (const { db, stop } of workers.splice(0)) {
    await stop();
    await db.close();
  }
});
afterAll(() => database.drop());

const log = pino({ level: "silent" });
const job = (name: string, run: Job["run"], every: Job["every"] = 1): Job => ({
  name,
  every,
  run,
  failure: "it waits",
});

async function startWorker(...jobs: Job[]) {
  const db = openDatabase({ url: database.url });
  const worker = { db, stop: await runJobs(db, log, jobs) };
  workers.push(worker);
  return worker;
}

it("repeats a job, one run at a time, with any number of workers", async () => {
  let [runs, under, most] = [0, 0, 0];
  const counted = job("counted", async () => {
    under++;
    most = Math.max(most, under);
    await new Promise(setImmediate);
    under--;
    runs++;
  });
  await Promise.all([startWorker(counted), startWorker(counted), startWorker(counted)]);
  await until(() => runs >= 4, 20_000);
  expect(most).toBe(1);
});

it("repeats a job after a failed run", async () => {
  let runs = 0;
  await startWorker(
    job("failing", () => {
      runs++;
      return Promise.reject(new Error("no"));
    }),
  );
  await until(() => runs >= 2, 20_000);
});

it("does not start a nightly job at the start of a worker, and schedules the job once", async () => {
  let [nightly, ordinary] = [0, 0];
  const jobs = [job("nightly", async () => nightly++, "0 2 * * *"), job("ordinary", async () => ordinary++)];
  const [{ db }] = await Promise.all([startWorker(...jobs), startWorker(...jobs)]);
  await until(() => ordinary >= 2, 20_000);
  expect(nightly).toBe(0);
  expect(await db.query("SELECT cron, timezone FROM pgboss.schedule WHERE name = 'nightly'")).toEqual([
    { cron: "0 2 * * *", timezone: "UTC" },
  ]);
});

it("gives a run that is still running at the end of its worker to another worker at once", async () => {
  const { promise: forever } = Promise.withResolvers<void>();
  let [first, second] = [0, 0];
  const ending = await startWorker(
    job("handed-over", () => {
      first++;
      return forever;
    }),
  );
  await until(() => first === 1, 20_000);
  await startWorker(job("handed-over", async () => second++));
  await ending.stop();
  await until(() => second >= 2, 20_000);
  expect(first).toBe(1);
});

it("starts a job again that was lost between two runs", async () => {
  let runs = 0;
  const { db } = await startWorker(job("lost", async () => runs++, 6));
  await until(() => runs === 1, 20_000);
  await until(
    async () =>
      (await db.query("DELETE FROM pgboss.job WHERE name = 'lost' AND state = 'created' RETURNING id")).length,
  );
  // What the schedule does each minute.
  await db.query("INSERT INTO pgboss.job (name, policy) VALUES ('revive-jobs', 'exclusive')");
  await until(() => runs === 2, 25_000);
});

it("keeps a frequent job with one worker, without a write to its queue for each run", async () => {
  let runs = 0;
  const { db } = await startWorker(job("kept", async () => runs++));
  await until(() => runs >= 4, 20_000);
  expect(await db.query("SELECT state FROM pgboss.job WHERE name = 'kept'")).toEqual([{ state: "active" }]);
});

it("gives a kept job to another worker at once when its worker ends between two runs", async () => {
  let [first, second] = [0, 0];
  const ending = await startWorker(job("passed-on", async () => first++, 5));
  await until(() => first === 1, 20_000);
  const { db } = await startWorker(job("passed-on", async () => second++, 5));
  await ending.stop();
  await until(() => second >= 1, 20_000);
  expect(first).toBe(1);
  // A job that is taken over from a dead worker counts a retry.
  const [held] = await db.query("SELECT retry_count FROM pgboss.job WHERE name = 'passed-on' AND state = 'active'");
  expect(held).toEqual({ retry_count: 0 });
});

it("reports the result of each run", async () => {
  const reports: unknown[] = [];
  const db = openDatabase({ url: database.url });
  const jobs = [job("reported", () => (reports.length < 2 ? Promise.reject(new Error("no")) : Promise.resolve()))];
  const stop = await runJobs(db, log, jobs, {
    onRun: (name, isGood) => name === "reported" && reports.push([isGood]),
  });
  workers.push({ db, stop });
  await until(() => reports.length >= 3, 20_000);
  expect(reports.slice(0, 3)).toEqual([[false], [false], [true]]);
});

it("keeps the last good run of a job through failed runs and starts of workers", async () => {
  let runs = 0;
  let fails = false;
  const flaky = job("flaky", async () => {
    runs++;
    if (fails) throw new Error("no");
  });
  const goodAt = async ({ db }: { db: Database }) => (await readGoodRuns(db, ["flaky"]))[0]?.goodAt.getTime() ?? 0;
  const first = await startWorker(flaky);
  await until(() => runs >= 1, 20_000);
  await first.stop();
  await until(
    async () => (await first.db.query("SELECT FROM pgboss.job WHERE name = 'flaky' AND data IS NOT NULL")).length,
  );
  const before = await goodAt(first);
  fails = true;
  const failed = runs + 2;
  const second = await startWorker(flaky);
  expect(await goodAt(second)).toBe(before);
  await until(() => runs >= failed, 20_000);
  expect(await goodAt(second)).toBe(before);
  fails = false;
  const again = runs + 1;
  await until(() => runs >= again, 20_000);
  await second.stop();
  expect(await goodAt(second)).toBeGreaterThan(before);
});
