import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Milliseconds in a tick of /proc. */
const TICK = 10;

function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    // User and system time of the process, and of its ended children.
    return { parent: fields[1] ?? 0, ticks: fields.slice(11, 15).reduce((sum, count) => sum + count, 0) };
  } catch {
    // The process has ended.
    return undefined;
  }
}

const everyPid = (): number[] => readdirSync("/proc").map(Number).filter(Boolean);

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

export const childrenOf = (parent: number): number[] => everyPid().filter((pid) => parentOf(pid) === parent);

/** Processor time of the process and its children in ms. It hardly depends on other load. */
export function processorTime(root: number): number {
  const processes = new Map(everyPid().map((pid) => [pid, statOf(pid)]));
  const belongs = (pid: number): boolean => pid === root || (pid > 1 && belongs(processes.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, stat] of processes) if (stat && belongs(pid)) ticks += stat.ticks;
  return ticks * TICK;
}

/** A value of a file below /proc in MB; NaN without the file. */
function sizeIn(path: string, field: string): number {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(path, "utf8"))?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory in MB: now (`VmRSS`), or the maximum since `forgetPeak` (`VmHWM`). */
export const memoryOf = (pid: number, field: "VmRSS" | "VmHWM" = "VmRSS"): number =>
  sizeIn(`/proc/${pid}/status`, field);

/** Memory in MB where shared pages count by their share (`Pss`), or private memory alone (`Pss_Anon`). */
export const shareOf = (pid: number, field: "Pss" | "Pss_Anon" = "Pss"): number =>
  sizeIn(`/proc/${pid}/smaps_rollup`, field);

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");
