import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "../lib/statistics.ts";

const EVERY_MS = 5_000;

/** All processes of PostgreSQL. Their number changes with the connections of the fleet. */
export const POSTGRES = "PostgreSQL, all processes";

/** A value of a file below /proc in MB; NaN without the file. */
function sizeIn(path: string, field: string): number {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(path, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const residentOf = (pid: number): number => sizeIn(`/proc/${pid}/status`, "VmRSS");

/** The private memory of PostgreSQL's processes, without the shared buffers, which fill up to their fixed size. */
function privateOf(postmaster: number): number {
  const children = readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === `${postmaster}`
      );
    } catch {
      return false;
    }
  });
  const sizes = [String(postmaster), ...children].map((pid) => sizeIn(`/proc/${pid}/smaps_rollup`, "Pss_Anon"));
  return sizes.reduce((sum, size) => sum + (size || 0), 0);
}

/** Notes the memory of the long-lived processes in MB, until the signal. */
export class Memory {
  readonly #samples = new Map<string, { at: number; size: number }[]>();
  readonly #began = performance.now();

  async watch(processes: Record<string, number>, postmaster: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const [name, pid] of Object.entries(processes)) this.#note(name, residentOf(pid));
      this.#note(POSTGRES, privateOf(postmaster));
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #note(name: string, size: number): void {
    const list = this.#samples.get(name) ?? [];
    this.#samples.set(name, list);
    list.push({ at: performance.now() - this.#began, size });
  }

  /** The median of a minute by process. The first minute is 0. */
  minute(n: number): Map<string, number> {
    const isIn = ({ at }: { at: number }) => Math.floor(at / 60_000) === n;
    return new Map([...this.#samples].map(([name, list]) => [name, median(list.filter(isIn).map(({ size }) => size))]));
  }
}
