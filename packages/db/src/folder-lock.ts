import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive, startOf } from "./process.ts";
import { StartError } from "./start-error.ts";

type Holder = { pid: number; start?: string };

/**
 * Takes the lock `file` for this process. A lock of a dead process does not count.
 * @returns a function that releases the lock
 * @throws StartError if another living process holds the lock
 */
export async function takeLock(file: string, what: string): Promise<() => void> {
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) } satisfies Holder);
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const found = await content(file);
    if (found === undefined) continue;
    const holder = holderOf(found);
    if (holder && isAlive(holder.pid) && startOf(holder.pid) === holder.start) {
      throw new StartError(`${what} is in use by process ${holder.pid}: end that one first.`);
    }
    setAside(file, found);
  }
}

/** The owner writes the content shortly after it creates the file. */
async function content(file: string): Promise<string | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      const text = readFileSync(file, "utf8");
      if (text !== "" || tries === 50) return text;
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
    await delay(10);
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const holder: Holder = JSON.parse(text);
    return Number.isInteger(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a stale lock, unless another process has replaced it in the meantime. */
function setAside(file: string, left: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readFileSync(aside, "utf8");
    if (moved !== left) writeFileSync(file, moved, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error;
  }
  rmSync(aside, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
