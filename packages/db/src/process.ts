import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";

/** Whether process `pid` runs. A zombie does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const { state } = look(pid);
  return state !== "Z" && state !== "X";
}

/**
 * The start time of process `pid` in the system's format; undefined if unknown. Process ids are reused, above all after a restart
 * of a container, so the id and the start time together identify a process.
 */
export function startOf(pid: number): string | undefined {
  return look(pid).start;
}

/** The working directory of process `pid`; undefined if this user may not read it. */
export function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Whether `folderOf` works: only Linux has /proc. */
export const knowsFolders = folderOf(process.pid) !== undefined;

function look(pid: number): { state?: string; start?: string } {
  if (process.platform === "win32") return {};
  try {
    if (!existsSync("/proc/self/stat")) {
      const output = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
        encoding: "utf8",
        stdio: "pipe",
      });
      const [state = "", ...start] = output.trim().split(/\s+/);
      return { state: state.slice(0, 1), start: start.join(" ") };
    }
    // proc(5): number, name in brackets (the name can contain anything), state …; the 22nd field is the start in ticks since the
    // boot.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { state: fields[0], start: fields[19] };
  } catch {
    return {};
  }
}
