import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { startRest } from "../lib/rest-service.ts";
import { csvOf, linesOf, reprice } from "./feeds.ts";
import type { StoreIds, World } from "./world.ts";

/** Peak memory of a process in MB since the last reset. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Sends large feeds through the REST service. Measures its memory and the wait of other calls. */
export async function measureLarge(life: Lifetime, world: World, count: number): Promise<void> {
  const { origin, pid, watch } = await startRest(life, world, "ingest");
  const headers = { authorization: `Bearer ${world.key}` };
  const get = async () => {
    const began = performance.now();
    const { status } = await fetch(`${origin}/retailers?page[size]=1`, { headers });
    if (status !== 200) throw new Error(`GET /retailers was answered by ${status}`);
    return performance.now() - began;
  };
  const put = async ({ retailerId, storeId }: StoreIds, body: Buffer, changes: number) => {
    const url = `${origin}/retailers/${retailerId}/stores/${storeId}/inventory/stock`;
    const answer = await fetch(url, { method: "PUT", headers: { ...headers, "content-type": "text/csv" }, body });
    const ingest = (await answer.json()) as { status: string; changedItems: number; newItems: number };
    if (ingest.status !== "applied" || ingest.changedItems + ingest.newItems !== changes) {
      throw new Error(`a feed of ${changes} changes was answered by ${JSON.stringify(ingest)}`);
    }
  };
  for (let call = 0; call < 200; call++) await get();
  const idle = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

  async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
    // 5 resets the peak.
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    await watch();
    const waits: number[] = [];
    let isOver = false;
    const began = performance.now();
    const calls = (async () => {
      while (!isOver) {
        waits.push(await get());
        await delay(20);
      }
    })();
    await work();
    const seconds = (performance.now() - began) / 1_000;
    isOver = true;
    await calls;
    const { p99, max } = await watch();
    waits.sort((a, b) => a - b);
    const p99Call = waits[Math.floor(waits.length * 0.99)] ?? 0;
    console.log(
      `| ${name} | ${seconds.toFixed(1)} | ${(peakOf(pid) - idle).toFixed(0)} | ${p99.toFixed(0)} (${max.toFixed(0)}) | ${p99Call.toFixed(0)} of ${waits.length} |`,
    );
  }

  const lines = linesOf(count);
  const csv = csvOf(lines);
  const store = await world.newStore();
  console.log(`\nThe service, idle, has ${idle.toFixed(0)} MB. Goals: 150 MB more, 50 ms.\n`);
  console.log(
    "| | seconds | MB over idle | event loop late by, ms: p99 (most) | other calls, ms: p99 |\n|---|---|---|---|---|",
  );
  await measure(`first load of ${count} lines`, () => put(store, csv, count));
  await measure("1 % changed", () => put(store, csvOf(reprice(lines, 100, 0)), count / 100));
  const padding = "x".repeat(Math.max(0, Math.floor((199 << 20) / count) - csv.length / count));
  const wide = Buffer.from(csv.toString().replace("\n", ",note\n").replaceAll(/new\n/g, `new,${padding}\n`));
  await measure(`${(wide.length / 2 ** 20).toFixed(0)} MB, 1 % changed back`, () => put(store, wide, count / 100));
  const stores = await Promise.all(Array.from({ length: 10 }, () => world.newStore()));
  await measure("ten at once, first loads", () => Promise.all(stores.map((one) => put(one, csv, count))));
}
