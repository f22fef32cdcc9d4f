import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { atMostEach, READ_PAUSE_MS } from "./at-most-each.ts";

export interface ChannelBacklog {
  channel: "webhooks" | "endpoints" | "search";
  /** due: can be sent now. held: waits for a retry or for a receiver that fails. */
  state: "due" | "held";
  /** Number of stores, up to the limit of the read. */
  stores: number;
  /** The time of the oldest waiting event of these stores; null: none. */
  oldestAt: Date | null;
}

interface Installation {
  databaseBytes: number;
  /** The last backup; before the first one, the first migration. */
  backupAt: Date;
  jobs: { name: string; goodAt: Date }[];
}

interface Sources {
  now: () => Date;
  /** Reads the backlog of all channels and the number of waiting retries. Called at most every 15 s. */
  readBacklog: () => Promise<{ channels: ChannelBacklog[]; retries: number }>;
  /** Called at most every 15 s. */
  readInstallation: () => Promise<Installation>;
  delivery: () => { receivers: { failing: number; down: number }; streams: number };
}

export function measureWorker(registry: Registry, { now, readBacklog, readInstallation, delivery }: Sources) {
  const registers = [registry];
  const calls = new Counter({
    name: "highstreet_webhook_calls_total",
    registers,
    help: "Webhook calls by result: good or bad",
    labelNames: ["result"],
  });
  const duration = new Histogram({
    name: "highstreet_webhook_call_duration_seconds",
    registers,
    help: "Duration of a webhook call from its start to the end of the answer",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const jobRuns = new Counter({
    name: "highstreet_job_runs_total",
    registers,
    help: "Runs of jobs in this process by result: good or bad",
    labelNames: ["job_name", "result"],
  });
  const givenUp = new Counter({
    name: "highstreet_webhook_given_up_total",
    registers,
    help: "Events whose last try failed, so that no call follows",
  });
  measureDelivery(registers, delivery);
  measureBacklog(registers, now, atMostEach(READ_PAUSE_MS, readBacklog));
  measureInstallation(registers, atMostEach(READ_PAUSE_MS, readInstallation));
  const [good, bad] = [calls.labels("good"), calls.labels("bad")];
  return {
    /**
     * @param call.ms duration of the call; null: no call was made
     * @param call.dueAt the time of the next try after a bad call; null: none
     */
    onCall: ({ result, ms, dueAt }: { result: string; ms: number | null; dueAt: Date | null }): void => {
      (result === "delivered" ? good : bad).inc();
      if (result === "bad" && dueAt === null) givenUp.inc();
      if (ms !== null) duration.observe(ms / 1_000);
    },
    onRun: (job: string, isGood: boolean): void => jobRuns.inc({ job_name: job, result: isGood ? "good" : "bad" }),
  };
}

function measureDelivery(registers: Registry[], delivery: Sources["delivery"]): void {
  new Gauge({
    name: "highstreet_webhook_receivers",
    registers,
    help: "Receivers with failed last calls, for all workers together: failing, or down with parked stores",
    labelNames: ["state"],
    collect() {
      const { failing, down } = delivery().receivers;
      this.set({ state: "failing" }, failing);
      this.set({ state: "down" }, down);
    },
  });
  new Gauge({
    name: "highstreet_webhook_streams",
    registers,
    help: "Stores to which this process delivers now",
    collect() {
      this.set(delivery().streams);
    },
  });
}

/** Without a database these metrics have no value. */
function measureBacklog(registers: Registry[], now: () => Date, read: Sources["readBacklog"]): void {
  const readOrNothing = () => read().catch(() => ({ channels: [], retries: Number.NaN }));
  const age = (at: Date | null): number => (at ? Math.max(0, (now().getTime() - at.getTime()) / 1_000) : 0);
  new Gauge({
    name: "highstreet_waiting_stores",
    registers,
    help: "Stores with something to send, for all workers: due, or held for a retry or a receiver. Counts to 1,000",
    labelNames: ["channel", "state"],
    async collect() {
      const { channels } = await readOrNothing();
      this.reset();
      for (const { channel, state, stores } of channels) this.set({ channel, state }, stores);
    },
  });
  new Gauge({
    name: "highstreet_event_lag_seconds",
    registers,
    help: "Age of the oldest waiting event, for all workers: due, or held for a retry or a receiver. Of up to 1,000 stores",
    labelNames: ["channel", "state"],
    async collect() {
      const { channels } = await readOrNothing();
      this.reset();
      for (const { channel, state, oldestAt } of channels) this.set({ channel, state }, age(oldestAt));
    },
  });
  new Gauge({
    name: "highstreet_webhook_retries",
    registers,
    help: "Events that wait for a retry, for all workers. Counts to 10,000",
    async collect() {
      this.set((await readOrNothing()).retries);
    },
  });
}

/** Without a database these metrics have no value. */
function measureInstallation(registers: Registry[], read: Sources["readInstallation"]): void {
  new Gauge({
    name: "highstreet_database_size_bytes",
    registers,
    help: "Size of the database; of a distributed one, its part on the coordinator",
    async collect() {
      this.set((await read().catch(() => undefined))?.databaseBytes ?? Number.NaN);
    },
  });
  new Gauge({
    name: "highstreet_backup_last_success_timestamp_seconds",
    registers,
    help: "Time of the last backup; before the first one, the time of the first migration",
    async collect() {
      this.set(seconds((await read().catch(() => undefined))?.backupAt));
    },
  });
  new Gauge({
    name: "highstreet_job_last_success_timestamp_seconds",
    registers,
    help: "End of the last good run of a job in any worker; before the first one, the first start of the job",
    labelNames: ["job_name"],
    async collect() {
      this.reset();
      for (const { name, goodAt } of (await read().catch(() => undefined))?.jobs ?? [])
        this.set({ job_name: name }, seconds(goodAt));
    },
  });
}

const seconds = (at: Date | undefined): number => (at ? at.getTime() / 1_000 : Number.NaN);
