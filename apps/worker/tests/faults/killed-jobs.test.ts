import { fork } from "node:child_process";
import { once } from "node:events";
import { openDatabase } from "@highstreet/db";
import { childEnv, cloneDatabase } from "@highstreet/db/testing";
import { pino } from "pino";
import { expect, it } from "vitest";
import { runJobs } from "../../src/run-jobs.ts";
import { until } from "../shop.ts";
import { kill } from "./processes.ts";

it("after the kill of its worker in a run, a job continues in another worker within 30 seconds", {
  timeout: 60_000,
}, async () => {
  const database = await cloneDatabase();
  const db = openDatabase({ url: database.url });
  const child = fork(new URL("hanging-job.ts", import.meta.url), {
    env: { ...childEnv, DATABASE_URL: database.url },
    execArgv: [],
  });
  await once(child, "message");
  let runs = 0;
  const run = async () => runs++;
  const stop = await runJobs(db, pino({ level: "silent" }), [{ name: "killed", every: 1, run, failure: "" }]);
  await kill(child);
  expect(runs).toBe(0);
  await until(() => runs >= 2);
  await stop();
  await db.close();
  await database.drop();
});
