import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { type Account, closedFolder } from "./postgres-user.ts";
import { StartError } from "./start-error.ts";

/**
 * Root stores data below these folders if PostgreSQL's account cannot enter the project's folder. The first folder survives
 * restarts.
 */
const PLACES = ["/var/lib", tmpdir(), "/tmp"];

/** A folder of root that the account can enter. @throws StartError without such a folder */
export function openPlace(account: Account): string {
  for (const above of PLACES) {
    const place = join(above, "highstreet");
    try {
      mkdirSync(place, { mode: 0o755 });
      chmodSync(place, 0o755);
    } catch {
      // The folder exists already, or root cannot write here.
    }
    const found = statSync(place, { throwIfNoEntry: false });
    // No other user may put programs or data into the folder.
    if (found?.isDirectory() && found.uid === 0 && !(found.mode & 0o022) && !closedFolder(place, account)) return place;
  }
  throw new StartError(
    `PostgreSQL does not run as root, and no folder is open to another user (tried ${PLACES.join(", ")}): run this as an ordinary user, or set DATABASE_URL.`,
  );
}

export function nameFor(dataDir: string): string {
  const path = resolve(dataDir);
  return `${basename(dirname(path))}-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`;
}

export function removeUnfinished(dataDir: string): void {
  for (const above of PLACES)
    rmSync(`${join(above, "highstreet", nameFor(dataDir))}.making`, { recursive: true, force: true });
}

/**
 * Copies PostgreSQL's programs to a folder where all users can run them, once for each version.
 * @param native folder with `bin`, `lib` and `share`
 * @returns the copy's folder
 */
export function copyPrograms(native: string, place: string): string {
  const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as { version: string };
  const copy = join(place, `postgresql-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const making = `${copy}.${process.pid}`;
  try {
    for (const part of ["bin", "lib", "share"]) {
      cpSync(join(native, part), join(making, part), { recursive: true, verbatimSymlinks: true });
    }
    openToAll(making);
    renameSync(making, copy);
  } catch (error) {
    // Another process may have made the copy first.
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return copy;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
