import { setTimeout as delay } from "node:timers/promises";
import { processorTime } from "../lib/processor-time.ts";
import { startWorkers } from "../webhooks/contest.ts";
import type { Scaled } from "./arena.ts";

export interface Idle {
  /** Percent of a core. */
  worker: number;
  postgres: number;
  /** Transactions, blocks and new connections a second. */
  transactions: number;
  blocks: number;
  sessions: number;
}

/** A new worker compiles its code and runs each job once. */
const SETTLE_MS = 20_000;

const counters =
  "SELECT xact_commit AS transactions, blks_hit + blks_read AS blocks, sessions FROM pg_stat_database WHERE datname = current_database()";

/** The cost of a worker without work. @param seconds duration of the measurement */
export async function measureIdle(arena: Scaled, seconds: number): Promise<Idle> {
  const { db, postmaster, folder } = arena;
  const [worker] = await startWorkers({ world: arena, folder, nodeOptions: [] }, 1);
  if (!worker) throw new Error("no worker has started");
  try {
    await delay(SETTLE_MS);
    const taken = async () => {
      const [row] = await db.query<{ transactions: number; blocks: number; sessions: number }>(counters);
      return { ...row, worker: processorTime(worker.pid), postgres: processorTime(postmaster), at: performance.now() };
    };
    const before = await taken();
    await delay(seconds * 1_000);
    const after = await taken();
    const ms = after.at - before.at;
    const rate = (key: "transactions" | "blocks" | "sessions") => (((after[key] ?? 0) - (before[key] ?? 0)) / ms) * 1e3;
    const percent = (key: "worker" | "postgres") => ((after[key] - before[key]) / ms) * 100;
    return {
      ...{ worker: percent("worker"), postgres: percent("postgres") },
      ...{ transactions: rate("transactions"), blocks: rate("blocks"), sessions: rate("sessions") },
    };
  } finally {
    await worker.end();
  }
}
