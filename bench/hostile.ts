/**
 * `npm run bench -- hostile`: sends hostile files one by one over HTTP to the REST service.
 * Measures their effect on the service and on another partner's calls. Results: bench/HOSTILE.md. Options: `--only=XLSX`.
 */

import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { live } from "../scripts/lifetime.ts";
import { hostileFiles } from "./hostile/files.ts";
import { openWorld, type StoreIds } from "./ingest/world.ts";
import { startRest } from "./lib/rest-service.ts";

const { values: given } = parseArgs({ options: { only: { type: "string", default: "" } } });

/** A value of a process's status in MB. */
function memoryOf(pid: number, field: "VmHWM" | "VmRSS"): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

await live(async (life) => {
  const world = await openWorld(life, { rows: 0, retailers: 1 });
  const other = await world.newPartner();
  const { origin, pid, watch } = await startRest(life, world, "hostile");
  const others = (): { end: () => Promise<number[]> } => {
    const workerData = { url: `${origin}/retailers/${other.retailerId}`, key: other.key };
    const worker = new Worker(new URL("hostile/other-partner.ts", import.meta.url), { workerData });
    const waits = once(worker, "message");
    return {
      end: async () => {
        worker.postMessage("end");
        return (await waits)[0] as number[];
      },
    };
  };
  const put = async (kind: string, store: StoreIds, body: Buffer, key = world.key): Promise<string> => {
    const path = kind === "stock" ? `stores/${store.storeId}/inventory/stock` : "inventory/products";
    const answer = await fetch(`${origin}/retailers/${store.retailerId}/${path}`, {
      ...{ method: "PUT", headers: { authorization: `Bearer ${key}`, "content-type": "text/csv" } },
      body: new Uint8Array(body),
    });
    const parsed = (await answer.json()) as { code?: string; status?: string };
    return `${answer.status} ${parsed.code ?? parsed.status}`;
  };
  // Warm-up: a valid feed and calls.
  await put("stock", await world.newStore(), Buffer.from("barcode,price,quantity\na,1,1\n"));
  const warming = others();
  await delay(5_000);
  await warming.end();
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(", ");
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${world.version}, load ${load}\n`,
  );
  console.log(
    "| File | Sent, kB | Answer | Seconds | Memory grows by, MB | Event loop late by, ms: p99 (most) | Other partner's GET, ms: p99 (most) of calls |\n|---|---|---|---|---|---|---|",
  );
  for (const { name, kind, make } of hostileFiles.filter((file) => file.name.includes(given.only))) {
    const body = make();
    const store = await world.newStore();
    // Waits for the end of the load from making the file, and for the garbage collection after the last file.
    await delay(1_000);
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    const before = memoryOf(pid, "VmRSS");
    await watch();
    const calls = others();
    const began = performance.now();
    const answer = await put(kind, store, body).catch((error: Error) => `no answer: ${error.message}`);
    const seconds = (performance.now() - began) / 1_000;
    const waits = await calls.end();
    const { p99, max } = await watch();
    waits.sort((a, b) => a - b);
    const at = (part: number): string =>
      (waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0).toFixed(0);
    const grown = memoryOf(pid, "VmHWM") - before;
    console.log(
      `| ${name} | ${(body.length / 1_000).toFixed(0)} | ${answer} | ${seconds.toFixed(1)} | ${grown.toFixed(0)} | ${p99.toFixed(0)} (${max.toFixed(0)}) | ${at(0.99)} (${at(1)}) of ${waits.length} |`,
    );
  }

  // Feeds of another partner during eight concurrent uploads of hostile workbooks.
  const [, wide] = hostileFiles;
  if (!wide || given.only) return;
  const body = wide.make();
  let isOver = false;
  const sent = Promise.all(Array.from({ length: 8 }, async () => put(wide.kind, await world.newStore(), body)));
  void sent.finally(() => {
    isOver = true;
  });
  const seconds: number[] = [];
  for (let n = 0; !isOver; n++) {
    const began = performance.now();
    const answer = await put("stock", other, Buffer.from(`barcode,price,quantity\na,1,${n}\n`), other.key);
    if (!answer.startsWith("200")) throw new Error(`another partner's feed was answered by ${answer}`);
    seconds.push((performance.now() - began) / 1_000);
    await delay(10);
  }
  seconds.sort((a, b) => a - b);
  console.log(
    `\nDuring eight concurrent uploads of "${wide.name}" (${[...new Set(await sent)].join(", ")}), ${seconds.length} feeds of one line of another partner took ${seconds[seconds.length >> 1]?.toFixed(2)} s (median), ${seconds.at(-1)?.toFixed(2)} s at most.`,
  );
});
