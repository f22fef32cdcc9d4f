import { setTimeout as delay } from "node:timers/promises";
import { type Database, keepDdlLocal, type Sql, type Tracer, untilConnected, type WaitOptions } from "@highstreet/db";
import { type ConstructorOptions, PgBoss, type Job as PgBossJob, type Queue } from "pg-boss";
import type { Logger } from "pino";
import { readGoodRunsSql } from "./jobs.sql.ts";

/** A repeated job. A failed run does not stop the next run. */
export interface Job {
  /** Also the name of its queue. One worker at a time runs the job. */
  name: string;
  /** Seconds from the end of a run to the next, at least 1. Or a cron expression in UTC. */
  every: number | string;
  run: () => Promise<unknown>;
  /** The log message of a failed run. */
  failure: string;
}

/** What the row of a queued run holds: the end of the last good run, or the first start of the job. In RFC 3339. */
interface Last {
  goodAt: string;
}

interface JobOptions {
  graceMs?: number;
  wait?: WaitOptions;
  onRun?: (job: string, isGood: boolean) => void;
  tracer?: Pick<Tracer, "span"> | undefined;
}

/** A job that runs every minute and queues each job that is not queued, because its last run was lost. */
const REVIVE = "revive-jobs";

/** A job is queued once. A worker without a heartbeat for ten seconds is dead, and another worker takes over its run. */
const QUEUE: Omit<Queue, "name"> = {
  policy: "exclusive",
  heartbeatSeconds: 10,
  expireInSeconds: 3_600,
  retryLimit: 1_000,
  deleteAfterSeconds: 60,
};

/** pg-boss looks for dead workers every five seconds. Flows are not used. */
const INTERVALS: ConstructorOptions = {
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  maintenanceIntervalSeconds: 60,
  cronWorkerIntervalSeconds: 10,
  flowIntervalSeconds: 3_600,
};

/** A worker keeps a job with pauses of at most this many seconds, so that its runs do not write to the queue. */
const KEPT_SECONDS = 5;

/** After this time each worker can get the job. */
const TERM_MS = 60_000;

/** A worker that stood still for longer may have lost its jobs. */
const STOOD_STILL_MS = 5_000;

/** Waits for the next run of a kept job. @returns whether the worker still has the job */
async function pause(seconds: number, over: AbortSignal): Promise<boolean> {
  const due = performance.now() + seconds * 1_000;
  // The signal rejects the delay. The result says so.
  await delay(seconds * 1_000, undefined, { signal: over }).catch(() => undefined);
  return !over.aborted && performance.now() - due < STOOD_STILL_MS;
}

/** Seconds between two reads of a queue. */
const lookEvery = (every: number | string): number =>
  typeof every === "number" ? Math.min(10, Math.max(0.5, every / 2)) : 10;

/** Minimum time between two log messages about errors of pg-boss. */
const LOG_PAUSE_MS = 10_000;

/**
 * Runs jobs, shared with all workers of the database. pg-boss gives each job to one worker at a time. After a kill another worker takes
 * over within 20 seconds. pg-boss has its own schema, `pgboss`.
 * @param options.graceMs how long ending waits for current runs in ms; after that, another worker takes them over
 * @param options.wait how long the start waits for connections; default: not at all
 * @param options.onRun called after each run
 * @param options.tracer traces each run
 * @returns a function that stops the jobs
 */
export async function runJobs(
  db: Database,
  log: Logger,
  jobs: Job[],
  { graceMs = 1_000, wait, onRun, tracer }: JobOptions = {},
): Promise<() => Promise<void>> {
  let isStarting = true;
  // pg-boss cannot start again after a failed start. So each of its statements waits until it gets a connection.
  const patiently = <T>(work: () => Promise<T>): Promise<T> =>
    isStarting && wait ? untilConnected(work, wait) : work();
  const boss = new PgBoss({
    ...INTERVALS,
    db: { executeSql: (text, values) => patiently(() => db.pool.query(keepDdlLocal(text), values)) },
  });
  let loggedAt = Number.NEGATIVE_INFINITY;
  boss.on("error", (error) => {
    // Without a database every read of every queue fails.
    if (performance.now() - loggedAt < LOG_PAUSE_MS) return;
    loggedAt = performance.now();
    log.warn({ err: error }, "a run of a job could not be claimed or recorded; it is retried");
  });
  boss.on("warning", (warning) => log.warn(warning, "jobs"));
  await boss.start();

  /** Completes a claim and queues the next in one transaction. Otherwise a crash between the two would end the job forever. */
  const settle = async (
    name: string,
    claimed: Pick<PgBossJob, "id" | "retryCount">,
    startAfter: number,
    last: Last,
  ): Promise<void> => {
    await db.sqlTransaction("no shop", async ({ query }) => {
      const within = {
        db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: await query(text, values) }) },
      };
      await boss.complete(name, claimed, null, within);
      await boss.send(name, last, { startAfter, ...within });
    });
  };

  const ending = new AbortController();
  const paced = jobs.filter(({ every }) => typeof every === "number");
  const revive: Job = {
    name: REVIVE,
    every: "* * * * *",
    run: () => Promise.all(paced.map(({ name }) => boss.send(name))),
    failure: "lost jobs were not queued again",
  };
  const begin = async (job: Job): Promise<void> => {
    const { name, every } = job;
    await boss.createQueue(name, QUEUE);
    if (typeof every === "string") await boss.schedule(name, every, null, { missed: "once" });
    else await boss.send(name);
    const run = async (): Promise<boolean> => {
      try {
        await (tracer ? tracer.span(`job ${name}`, {}, job.run) : job.run());
        onRun?.(name, true);
        return true;
      } catch (error) {
        onRun?.(name, false);
        log.error({ err: error }, job.failure);
        return false;
      }
    };
    await boss.work<Last | null>(name, { pollingIntervalSeconds: lookEvery(every) }, async ([claimed]) => {
      if (!claimed) return;
      const now = (): Last => ({ goodAt: new Date().toISOString() });
      let last = claimed.data ?? now();
      const runAgain = async (): Promise<boolean> => {
        const isGood = await run();
        if (isGood) last = now();
        return isGood;
      };
      let isGood = await runAgain();
      if (typeof every === "string") return;
      if (every > KEPT_SECONDS) return settle(name, claimed, every, last);
      const over = AbortSignal.any([ending.signal, claimed.signal]);
      const end = performance.now() + TERM_MS;
      // Jobs that begin together would all need a connection in the same moments.
      let seconds = every * Math.random();
      // After a failed run the claim may be lost.
      while (isGood && (await pause(seconds, over)) && performance.now() < end) {
        isGood = await runAgain();
        seconds = every;
      }
      await settle(name, claimed, isGood ? 0 : every, last);
    });
  };
  await Promise.all([...jobs, revive].map(begin));
  isStarting = false;
  return () => {
    ending.abort();
    return boss.stop({ timeout: graceMs });
  };
}

/** @returns the last good run of each of these jobs, in any worker */
export const readGoodRuns = (sql: Sql, jobs: readonly string[]): Promise<{ name: string; goodAt: Date }[]> =>
  sql.query(readGoodRunsSql, [jobs]);
