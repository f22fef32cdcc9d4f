import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What waits in a channel, for all workers together. */
export interface ChannelBacklog {
  channel: "webhooks" | "search";
  /** due: can be sent now. held: waits for a retry or for a receiver that fails. */
  state: "due" | "held";
  /** Number of stores, up to the limit of the read. */
  stores: number;
  /** The time of the oldest waiting event of these stores; null: none. */
  oldestAt: Date | null;
}

interface Sources {
  now: () => Date;
  /** Reads the backlog of all channels and the number of waiting retries. Called at most every 15 s. */
  readBacklog: () => Promise<{ channels: ChannelBacklog[]; retries: number }>;
  /** The number of receivers by state, and of stores with a stream in this process. */
  delivery: () => { receivers: { failing: number; down: number }; streams: number };
}

/** Minimum pause between reads of the backlog, because every scrape of every process asks for it. */
const EACH_MS = 15_000;

/** Repeats the last result for a while, also to concurrent callers. A failure is not repeated. */
function atMostEach<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= ms) {
      const result = read();
      last = { at: performance.now(), result };
      result.catch(() => {
        if (last?.result === result) last = undefined;
      });
    }
    return last.result;
  };
}

/** The metrics of the worker: deliveries, what waits, receivers and jobs. */
export function measureWorker(registry: Registry, { now, readBacklog, delivery }: Sources) {
  const registers = [registry];
  const calls = new Counter({
    ...{ name: "highstreet_webhook_calls_total", registers },
    help: "Webhook calls by result: good or bad",
    labelNames: ["result"],
  });
  const duration = new Histogram({
    ...{ name: "highstreet_webhook_call_duration_seconds", registers },
    help: "Duration of a webhook call from its start to the end of the answer",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const jobRuns = new Counter({
    ...{ name: "highstreet_job_runs_total", registers },
    help: "Runs of jobs in this process by result: good or bad",
    labelNames: ["job_name", "result"],
  });
  const jobSuccess = new Gauge({
    ...{ name: "highstreet_job_last_success_timestamp_seconds", registers },
    help: "End of the last good run of a job in this process, or its start; the highest of all workers counts",
    labelNames: ["job_name"],
  });
  measureDelivery(registers, delivery);
  measureBacklog(registers, now, atMostEach(EACH_MS, readBacklog));
  const [good, bad] = [calls.labels("good"), calls.labels("bad")];
  return {
    /** @param ms duration of the call; null: no call was made */
    onCall: ({ result, ms }: { result: string; ms: number | null }): void => {
      (result === "delivered" ? good : bad).inc();
      if (ms !== null) duration.observe(ms / 1_000);
    },
    /** A job is in the plan of this process. */
    onPlanned: (job: string): void => jobSuccess.set({ job_name: job }, now().getTime() / 1_000),
    onRun: (job: string, isGood: boolean): void => {
      jobRuns.inc({ job_name: job, result: isGood ? "good" : "bad" });
      if (isGood) jobSuccess.set({ job_name: job }, now().getTime() / 1_000);
    },
  };
}

export type WorkerMetrics = ReturnType<typeof measureWorker>;

function measureDelivery(registers: Registry[], delivery: Sources["delivery"]): void {
  new Gauge({
    ...{ name: "highstreet_webhook_receivers", registers },
    help: "Receivers with failed last calls, for all workers together: failing, or down with parked stores",
    labelNames: ["state"],
    collect() {
      const { failing, down } = delivery().receivers;
      this.set({ state: "failing" }, failing);
      this.set({ state: "down" }, down);
    },
  });
  new Gauge({
    ...{ name: "highstreet_webhook_streams", registers },
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
    ...{ name: "highstreet_waiting_stores", registers },
    help: "Stores with something to send, for all workers: due, or held for a retry or a receiver. Counts to 1,000",
    labelNames: ["channel", "state"],
    async collect() {
      const { channels } = await readOrNothing();
      this.reset();
      for (const { channel, state, stores } of channels) this.set({ channel, state }, stores);
    },
  });
  new Gauge({
    ...{ name: "highstreet_event_lag_seconds", registers },
    help: "Age of the oldest waiting event, for all workers: due, or held for a retry or a receiver. Of up to 1,000 stores",
    labelNames: ["channel", "state"],
    async collect() {
      const { channels } = await readOrNothing();
      this.reset();
      for (const { channel, state, oldestAt } of channels) this.set({ channel, state }, age(oldestAt));
    },
  });
  new Gauge({
    ...{ name: "highstreet_webhook_retries", registers },
    help: "Events that wait for a retry, for all workers. Counts to 10,000",
    async collect() {
      this.set((await readOrNothing()).retries);
    },
  });
}
