import { execFileSync } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "./start-error.ts";

/** The account PostgreSQL runs as; empty for an ordinary user, who runs it himself. */
export type Account = { uid: number; gid: number } | Record<string, never>;

/**
 * The account for a PostgreSQL with data in `cluster`. PostgreSQL refuses to run as root, so root runs it as the owner
 * of the data or, for new data, as the system's user `postgres`, who is created when missing.
 */
export function postgresAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = systemPostgres() ?? createSystemPostgres();
  if (owner) chownSync(cluster, account.uid, account.gid);
  return account;
}

/** The topmost folder on the way to `path` that `account` cannot enter, or undefined. */
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
    // `id` fails when there is no such user.
    return undefined;
  }
}

function createSystemPostgres() {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], { stdio: "pipe" });
  } catch (cause) {
    throw new StartError(
      "PostgreSQL does not run as root and a user “postgres” could not be created: run this as an ordinary user.",
      { cause },
    );
  }
  const account = systemPostgres();
  if (!account) throw new StartError("The user “postgres” is missing: create it, or run this as an ordinary user.");
  return account;
}
