import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds in a tick of /proc. */
const TICK = 10;

/**
 * Processor time of the process and its children in ms; NaN without /proc. This cost of a call hardly depends on other load.
 */
export function processorTime(root: number): number {
  let names: string[];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return Number.NaN;
  }
  const processes = new Map(names.map((name) => [Number(name), statOf(name)]));
  const belongs = (pid: number): boolean => pid === root || belongsTo(processes.get(pid)?.parent);
  const belongsTo = (parent: number | undefined): boolean => parent !== undefined && parent > 1 && belongs(parent);
  let ticks = 0;
  for (const [pid, stat] of processes) if (stat && belongs(pid)) ticks += stat.ticks;
  return ticks * TICK;
}

function statOf(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    // User and system time of the process, and of its ended children.
    const ticks = fields.slice(11, 15).reduce((sum, count) => sum + count, 0);
    return { parent: fields[1] ?? 0, ticks };
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** The parent of a process; 0 without /proc. */
export function parentOf(pid: number): number {
  return statOf(String(pid))?.parent ?? 0;
}
