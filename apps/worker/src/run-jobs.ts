import type { Database } from "@highstreet/db";
import { type ConstructorOptions, PgBoss, type Job as PgBossJob, type Queue } from "pg-boss";
import type { Logger } from "pino";

/** Something that is done again and again, whatever came of the time before. */
export interface Job {
  /** Its queue's. Of all workers, one runs it at a time. */
  name: string;
  /** Seconds from the end of a run to the next, at least 1; or when, as a cron expression in UTC. */
  every: number | string;
  run: () => Promise<unknown>;
  /** What a run that fails leaves undone, for the log. */
  failure: string;
}

/** The queue whose run, each minute, sends what should wait and does not, should a job ever be lost. */
const REVIVE = "revive-jobs";

/** A job waits or runs, once. A worker that was not heard of for ten seconds has died, and its run is another's. */
const QUEUE: Omit<Queue, "name"> = {
  policy: "exclusive",
  heartbeatSeconds: 10,
  expireInSeconds: 3_600,
  retryLimit: 1_000,
  deleteAfterSeconds: 60,
};

/** Flows are not used; the dead are looked for each five seconds. */
const INTERVALS: ConstructorOptions = {
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  maintenanceIntervalSeconds: 60,
  cronWorkerIntervalSeconds: 10,
  flowIntervalSeconds: 3_600,
};

/** Seconds from one look at a queue to the next: often enough for its pace. */
const lookEvery = (every: number | string): number =>
  typeof every === "number" ? Math.min(10, Math.max(0.5, every / 2)) : 10;

const TELL_EACH_MS = 10_000;
/**
 * Runs jobs, shared with all workers on the database: pg-boss gives each run to one of them, at most 20 seconds late where a
 * worker was killed. It keeps its tables in a schema of its own, `pgboss`.
 * @param patienceMs how long ending waits for current runs in ms; after that, another worker takes them over
 * @returns ends it
 */
export async function runJobs(
  db: Database,
  log: Logger,
  jobs: Job[],
  patienceMs = 1_000,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({ ...INTERVALS, db: { executeSql: (text, values) => db.pool.query(text, values) } });
  let toldAt = Number.NEGATIVE_INFINITY;
  boss.on("error", (error) => {
    // While the database is away every queue says so at every look.
    if (performance.now() - toldAt < TELL_EACH_MS) return;
    toldAt = performance.now();
    log.warn({ err: error }, "a job's run could not be claimed or recorded: it is tried again");
  });
  boss.on("warning", (warning) => log.warn(warning, "jobs"));
  await boss.start();

  /** The end of a run and the next are one change, or a worker that dies in between would end the job for good. */
  const settle = async ({ name, every }: Job, claimed: Pick<PgBossJob, "id" | "retryCount">): Promise<void> => {
    if (typeof every === "string") return;
    await db.sqlTransaction("no shop", async ({ query }) => {
      const within = {
        db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: await query(text, values) }) },
      };
      await boss.complete(name, claimed, null, within);
      await boss.send(name, null, { startAfter: every, ...within });
    });
  };

  const paced = jobs.filter(({ every }) => typeof every === "number");
  const revive: Job = {
    name: REVIVE,
    every: "* * * * *",
    run: () => Promise.all(paced.map(({ name }) => boss.send(name))),
    failure: "jobs that were lost are not begun again",
  };
  const begin = async (job: Job): Promise<void> => {
    const { name, every } = job;
    await boss.createQueue(name, QUEUE);
    if (typeof every === "string") await boss.schedule(name, every, null, { missed: "once" });
    else await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: lookEvery(every) }, async ([claimed]) => {
      if (!claimed) return;
      await job.run().catch((error: unknown) => log.error({ err: error }, job.failure));
      await settle(job, claimed);
    });
  };
  await Promise.all([...jobs, revive].map(begin));
  return () => boss.stop({ timeout: patienceMs });
}
