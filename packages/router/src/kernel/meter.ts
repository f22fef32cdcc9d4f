/** Counts what happens, for the operator's metrics. Its functions are cheap and do not throw. */
export interface Meter {
  /** An ingest was committed. */
  ingested(ingest: { mode: string; status: string; validLines: number; rejectedLines: number }): void;
  /** A call to a provider asked for its turn. */
  askedQuota(bucket: { name: string; perMinute: number }, isGiven: boolean): void;
  /** The process has opened its resources. `use` reads their use at any time. */
  watch(use: { pool: () => { inUse: number; idle: number; waiting: number }; parsers: () => number }): void;
}
