import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds in a tick of /proc. */
const TICK = 10;

/**
 * Processor time that the process and those it made have used, in ms; NaN where there is no /proc. Beside the calls a second it
 * says what a call costs, and hardly changes with what else the machine does.
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
    // In user and system mode, its own and that of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, count) => sum + count, 0);
    return { parent: fields[1] ?? 0, ticks };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}

/** The process that made a process; 0 where there is no /proc. */
export function parentOf(pid: number): number {
  return statOf(String(pid))?.parent ?? 0;
}
