/** A worker whose one job never ends, for killed-jobs.test.ts: `DATABASE_URL`; says when it has begun. */
import { openDatabase } from "@highstreet/db";
import { pino } from "pino";
import { runJobs } from "../../src/run-jobs.ts";

const db = openDatabase({ url: process.env.DATABASE_URL ?? "" });
const run = async (): Promise<void> => {
  process.send?.({ began: true });
  await new Promise(() => undefined);
};
await runJobs(db, pino({ level: "fatal" }), [{ name: "killed", every: 1, run, failure: "" }]);
