/**
 * `node --expose-gc module-memory.ts <path of a module> …` loads the modules one after the other. Sends the memory in MB of the process
 * before, and what each module added.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Memory of a process in MB: pages that several processes share count by their share. */
export function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1_024;
}

export function isMemory(message: unknown): message is { memory: number[] } {
  return typeof message === "object" && message !== null && "memory" in message;
}

async function collected(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.();
    await delay(100);
  }
  return memoryOf(process.pid);
}

if (import.meta.main) {
  const memory = [await collected()];
  let before = memory[0] ?? 0;
  for (const path of process.argv.slice(2)) {
    await import(resolve(path));
    const now = await collected();
    memory.push(now - before);
    before = now;
  }
  process.send?.({ memory });
}
