import { execFileSync } from "node:child_process";
import { chownSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "./start-error.ts";

/** The account that runs PostgreSQL; empty for an ordinary user, who runs PostgreSQL directly. */
export type Account = { uid: number; gid: number } | Record<string, never>;

/** The first user id to try if the system has no user `postgres`. */
const NUMBER = 5432;

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the data. For new data, root uses the system's user `postgres` or,
 * without that user, an unused user id.
 */
export function postgresAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : (systemPostgres() ?? unusedNumber());
}

/** Changes the owner of a file or folder to the account. @throws StartError if this root cannot change owners */
export function give(path: string, account: Account): void {
  if (!("uid" in account)) return;
  try {
    chownSync(path, account.uid, account.gid);
  } catch (cause) {
    throw new StartError(
      `PostgreSQL does not run as root, and this root cannot give ${path} to user ${account.uid}: run this as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

export function closedFolder(path: string, account: Account): string | undefined {
  if (!("uid" in account)) return undefined;
  const parent = dirname(path);
  const above = parent === path ? undefined : closedFolder(parent, account);
  if (above) return above;
  const folder = statSync(path, { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return undefined;
  const needed = folder.uid === account.uid ? 0o100 : folder.gid === account.gid ? 0o010 : 0o001;
  return folder.mode & needed ? undefined : path;
}

function systemPostgres() {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: "pipe", encoding: "utf8" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    // `id` fails if the user does not exist.
    return undefined;
  }
}

function unusedNumber() {
  const used = new Set([...numbersOf("/etc/passwd"), ...numbersOf("/etc/group")]);
  let number = NUMBER;
  while (used.has(number)) number++;
  return { uid: number, gid: number };
}

/** The third field of each line of passwd(5) and group(5) is a number. */
function numbersOf(file: string): number[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .map((line) => Number(line.split(":")[2]));
  } catch {
    return [];
  }
}
