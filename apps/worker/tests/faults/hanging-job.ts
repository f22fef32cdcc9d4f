/** The worker of killed-jobs.test.ts on `DATABASE_URL`. Its only job never ends, and sends `{ began: true }` when it begins. */
import { openDatabase } from "@highstreet/db";
import { pino } from "pino";
import { runJobs } from "../../src/run-jobs.ts";

const db = openDatabase({ url: process.env.DATABASE_URL ?? "" });
const run = async (): Promise<void> => {
  process.send?.({ began: true });
  await new Promise(() => undefined);
};
await runJobs(db, pino({ level: "fatal" }), [{ name: "killed", every: 1, run, failure: "" }]);
