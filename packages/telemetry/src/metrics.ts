import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { atMostEach, READ_PAUSE_MS } from "./at-most-each.ts";

interface PoolUse {
  inUse: number;
  idle: number;
  /** Calls that wait for a connection, for a slot or for another call of their store. */
  waiting: number;
}

/** `meter` is the `Meter` of the context of verbs. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const ingests = new Counter({
    name: "highstreet_ingests_total",
    registers,
    help: "Feeds and PATCHes of stock and product data by mode and by status at their arrival",
    labelNames: ["mode", "status"],
  });
  const lines = new Counter({
    name: "highstreet_ingest_lines_total",
    registers,
    help: "Lines of feeds and PATCHes by outcome: valid or rejected",
    labelNames: ["outcome"],
  });
  const providerCalls = new Counter({
    name: "highstreet_provider_calls_total",
    registers,
    help: "Calls to a provider that asked for their turn: given, or too_late because the quota is used up",
    labelNames: ["bucket", "result"],
  });
  const providerQuota = new Gauge({
    name: "highstreet_provider_quota_calls_per_minute",
    registers,
    help: "Calls a minute that the quota of a provider allows to all processes together",
    labelNames: ["bucket"],
  });
  const listening = new Gauge({
    name: "highstreet_listening",
    registers,
    help: "Whether the process hears the notices of the database on a channel: 1 or 0",
    labelNames: ["channel"],
  });
  const meter = {
    ingested: (ingest: { mode: string; status: string; validLines: number; rejectedLines: number }): void => {
      ingests.inc({ mode: ingest.mode, status: ingest.status });
      lines.inc({ outcome: "valid" }, ingest.validLines);
      lines.inc({ outcome: "rejected" }, ingest.rejectedLines);
    },
    askedQuota: ({ name, perMinute }: { name: string; perMinute: number }, isGiven: boolean): void => {
      providerCalls.inc({ bucket: name, result: isGiven ? "given" : "too_late" });
      providerQuota.set({ bucket: name }, perMinute);
    },
    watch: (use: { pool: () => PoolUse; parsers: () => number }): void => watchUse(registers, use),
  };
  return {
    registry,
    meter,
    watchReadiness: (readiness: ReadinessSource): void => watchReadiness(registers, readiness),
    /** @param channel the name of a channel of the database */
    setListening: (channel: string, isListening: boolean): void => listening.set({ channel }, isListening ? 1 : 0),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

interface ReadinessSource {
  /** undefined: the process is ready. */
  whyNot(): Promise<string | undefined>;
  /** In seconds. */
  clockError(): Promise<number>;
}

function watchReadiness(registers: Registry[], readiness: ReadinessSource): void {
  new Gauge({
    name: "highstreet_ready",
    registers,
    help: "Whether the process can work, as /readyz says: 1 or 0. It needs the database, its schema and the keys",
    async collect() {
      this.set((await readiness.whyNot()) === undefined ? 1 : 0);
    },
  });
  const clockError = atMostEach(READ_PAUSE_MS, () => readiness.clockError());
  new Gauge({
    name: "highstreet_clock_error_seconds",
    registers,
    help: "Time by which the clock of the process is ahead of the database's",
    async collect() {
      this.set(await clockError().catch(() => Number.NaN));
    },
  });
}

function watchUse(registers: Registry[], use: { pool: () => PoolUse; parsers: () => number }): void {
  new Gauge({
    name: "highstreet_database_connections",
    registers,
    help: "Connections of the pool to the database: in_use or idle",
    labelNames: ["state"],
    collect() {
      const { inUse, idle } = use.pool();
      this.set({ state: "in_use" }, inUse);
      this.set({ state: "idle" }, idle);
    },
  });
  new Gauge({
    name: "highstreet_database_waiting_calls",
    registers,
    help: "Calls that wait for a connection, for a slot or for another call of their store",
    collect() {
      this.set(use.pool().waiting);
    },
  });
  new Gauge({
    name: "highstreet_feed_parsers",
    registers,
    help: "Processes that parse feeds, each one a feed",
    collect() {
      this.set(use.parsers());
    },
  });
}

/** `route` is a pattern, never an address of a caller. `seconds` end with the last byte of the answer. */
export type CallMetrics = (call: { method: string; route: string; status: number }, seconds: number) => void;

export function measureCalls(registry: Registry, app: "rest" | "console"): CallMetrics {
  const duration = new Histogram({
    name: `highstreet_${app}_request_duration_seconds`,
    help: "Duration of a call from its headers to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  return (call, seconds) => duration.observe(call, seconds);
}

/** Shows the number of SFTP connections by state: waiting (not signed in) or signed_in. */
export function measureTills(registry: Registry, counts: () => Record<string, number>): void {
  new Gauge({
    name: "highstreet_sftp_connections",
    registers: [registry],
    help: "SFTP connections of this process: waiting for their sign-in, or signed_in",
    labelNames: ["state"],
    collect() {
      for (const [state, count] of Object.entries(counts())) this.set({ state }, count);
    },
  });
}
