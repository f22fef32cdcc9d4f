import { setTimeout as delay } from "node:timers/promises";
import { createCaller } from "../../packages/router/src/router.ts";
import { processorTime } from "../lib/processor-time.ts";
import { startWorkers } from "../webhooks/contest.ts";
import type { Scaled } from "./arena.ts";

export interface Told {
  /** Seconds from the start of the call to its answer. */
  answered: number;
  /** Seconds from the start of the call to the half and to the last of the receivers. */
  half: number;
  last: number;
  /** Microseconds of processor time for each store. */
  cost: { worker: number; postgres: number; receiver: number };
}

const open = "SELECT count(*) AS open FROM delivery_work";
const now = (): number => performance.timeOrigin + performance.now();

/** Hides and shows one product in all stores of a chain, and measures when the receivers have the events. */
export async function runChain(arena: Scaled, stores: number, rounds: number, workers = 1): Promise<Told[]> {
  const { db, made, receivers, postmaster } = arena;
  const caller = createCaller(arena.ctx);
  const retailerId = made.retailers.at(-1) ?? "";
  const senders = await startWorkers({ world: arena, folder: arena.folder, nodeOptions: [] }, workers);
  try {
    const results: Told[] = [];
    for (let round = 0; round < rounds; round++) {
      const reached = receivers.expect(stores, true);
      const taken = () => ({
        worker: senders.reduce((sum, { pid }) => sum + processorTime(pid), 0),
        postgres: processorTime(postmaster),
        receiver: processorTime(receivers.pid),
      });
      const before = taken();
      const began = now();
      await caller.customizations.edit({ retailerId, barcode: made.barcode, body: { hidden: round % 2 === 0 } });
      const answered = now();
      const last = await reached;
      while ((await db.query<{ open: number }>(open))[0]?.open) await delay(20);
      const after = taken();
      const { calls, distinct, times } = await receivers.count();
      if (distinct !== stores || calls !== stores)
        throw new Error(`${calls} calls with ${distinct} of ${stores} events`);
      const half = times.map(([, at]) => at).sort((a, b) => a - b)[stores >> 1] ?? Number.NaN;
      const cost = (key: keyof typeof before) => ((after[key] - before[key]) / stores) * 1e3;
      results.push({
        ...{ answered: (answered - began) / 1e3, half: (half - began) / 1e3, last: (last - began) / 1e3 },
        cost: { worker: cost("worker"), postgres: cost("postgres"), receiver: cost("receiver") },
      });
    }
    return results;
  } finally {
    for (const sender of senders) await sender.end();
  }
}
