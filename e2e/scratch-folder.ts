import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeDataDir } from "../packages/db/src/cluster.ts";
import { isAlive } from "../packages/db/src/process.ts";

const DATA = join(import.meta.dirname, "../.data");
const PREFIX = "e2e-";

/** The folder of this run for the database and the browser. start-highstreet.ts removes it at the end. */
export function scratchFolder(): string {
  const given = process.env.HIGHSTREET_E2E_FOLDER;
  if (given) return given;
  sweep();
  const folder = join(DATA, `${PREFIX}${process.pid}`);
  // Readable by all users, because PostgreSQL runs as another user if this is root.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env.HIGHSTREET_E2E_FOLDER = folder;
  return folder;
}

/** Removes a run's folder with its databases, which can be in another place. */
export function removeScratch(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.startsWith("data")) removeDataDir(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of killed runs. */
function sweep(): void {
  mkdirSync(DATA, { recursive: true });
  for (const name of readdirSync(DATA)) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue;
    removeScratch(join(DATA, name));
  }
}
