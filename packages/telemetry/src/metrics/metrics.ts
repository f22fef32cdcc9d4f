import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** The use of a pool of connections. */
interface PoolUse {
  inUse: number;
  idle: number;
  /** Calls that wait for a connection, for a slot or for another call of their store. */
  waiting: number;
}

/** The metrics that every process has. `meter` is the `Meter` of the context of verbs. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const ingests = new Counter({
    ...{ name: "highstreet_ingests_total", registers },
    help: "Feeds and PATCHes of stock and product data by mode and by status at their arrival",
    labelNames: ["mode", "status"],
  });
  const lines = new Counter({
    ...{ name: "highstreet_ingest_lines_total", registers },
    help: "Lines of feeds and PATCHes by outcome: valid or rejected",
    labelNames: ["outcome"],
  });
  const providerCalls = new Counter({
    ...{ name: "highstreet_provider_calls_total", registers },
    help: "Calls to a provider that asked for their turn: given, or too_late because the quota is used up",
    labelNames: ["bucket", "result"],
  });
  const providerQuota = new Gauge({
    ...{ name: "highstreet_provider_quota_calls_per_minute", registers },
    help: "Calls a minute that the quota of a provider allows to all processes together",
    labelNames: ["bucket"],
  });
  const listening = new Gauge({
    ...{ name: "highstreet_listening", registers },
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
    /** @param channel the name of a channel of the database */
    setListening: (channel: string, isListening: boolean): void => listening.set({ channel }, isListening ? 1 : 0),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Reads the use of the process when the metrics are read. */
function watchUse(registers: Registry[], use: { pool: () => PoolUse; parsers: () => number }): void {
  new Gauge({
    ...{ name: "highstreet_database_connections", registers },
    help: "Connections of the pool to the database: in_use or idle",
    labelNames: ["state"],
    collect() {
      const { inUse, idle } = use.pool();
      this.set({ state: "in_use" }, inUse);
      this.set({ state: "idle" }, idle);
    },
  });
  new Gauge({
    ...{ name: "highstreet_database_waiting_calls", registers },
    help: "Calls that wait for a connection, for a slot or for another call of their store",
    collect() {
      this.set(use.pool().waiting);
    },
  });
  new Gauge({
    ...{ name: "highstreet_feed_parsers", registers },
    help: "Processes that parse feeds, each one a feed",
    collect() {
      this.set(use.parsers());
    },
  });
}
