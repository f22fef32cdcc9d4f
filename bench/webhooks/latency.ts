import { setTimeout as delay } from "node:timers/promises";
import { forget } from "./backlog.ts";
import { type Arena, startWorkers, untilSent, verify } from "./contest.ts";
import { append } from "./enqueue.ts";
import type { Shop } from "./world.ts";

/** Transactions a second. */
const COMMITS = 100;
/** Seconds at the same rate before the measurement, because a new process compiles its code. */
const WARM_UP = 2;

export interface Latency {
  perSecond: number;
  p50: number;
  p99: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/**
 * Commits events at a rate, and measures when each is received.
 * @param perSecond events
 * @param seconds the duration
 */
export async function runLatency(arena: Arena, shop: Shop, perSecond: number, seconds: number): Promise<Latency> {
  const { world, receivers } = arena;
  const workers = await startWorkers(arena, 1);
  try {
    const each = Math.max(1, Math.round(perSecond / COMMITS));
    const commits = COMMITS * (WARM_UP + seconds);
    const events = each * commits;
    const reached = receivers.expect(events, true);
    const committed = new Map<string, number>();
    const began = performance.now();
    for (let n = 0; n < commits; n++) {
      const sequences = await append(world, shop, each);
      const at = now();
      if (n >= COMMITS * WARM_UP)
        for (const sequence of sequences) committed.set(`${shop.storeIds[0]}_${sequence}`, at);
      const early = began + ((n + 1) * 1_000) / COMMITS - performance.now();
      if (early > 0) await delay(early);
    }
    const took = (performance.now() - began) / 1_000;
    await reached;
    await untilSent(world, shop);
    await verify(arena, events, "Highstreet");
    const { times } = await receivers.count();
    const waits = times
      .flatMap(([id, at]) => {
        const since = committed.get(id);
        return since === undefined ? [] : [at - since];
      })
      .sort((a, b) => a - b);
    const quantile = (q: number) => waits[Math.floor(waits.length * q)] ?? Number.NaN;
    return { perSecond: events / took, p50: quantile(0.5), p99: quantile(0.99) };
  } finally {
    for (const worker of workers) await worker.end();
    await forget(world, shop);
  }
}
