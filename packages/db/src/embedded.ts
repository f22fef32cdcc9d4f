import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type Cluster, lockOf, makeCluster, openCluster, rights } from "./cluster.ts";
import { takeLock } from "./folder-lock.ts";
import { endLeftover, postmaster, runningIn } from "./postmaster.ts";
import { StartError } from "./start-error.ts";

export type EmbeddedOptions = {
  /** Folder of Highstreet's data. The database is in its subfolder `postgres`. Created if missing. */
  dataDir: string;
  /** PostgreSQL settings on top of the defaults, e.g. `{ fsync: "off" }` for databases of tests. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
};

export type Embedded = {
  /** Connection string of the database `highstreet`, which exists. */
  url: string;
  /** Stops PostgreSQL. Resolves when its process has ended. */
  stop: () => Promise<void>;
  /** Stops PostgreSQL as in a crash (`immediate`). PostgreSQL recovers at its next start. */
  crash: () => Promise<void>;
  /** Resolves when PostgreSQL has ended for any reason. */
  exited: Promise<void>;
};

/**
 * Starts the PostgreSQL from npm on 127.0.0.1 at a free port, with its data in `dataDir`. First stops a PostgreSQL that a killed
 * launcher left.
 * @throws StartError with one line: the problem and the remedy
 */
export async function startEmbedded({ dataDir, settings = {}, log = () => {} }: EmbeddedOptions): Promise<Embedded> {
  const release = await lockCluster(dataDir);
  try {
    const cluster = (await openCluster(dataDir)) ?? (await makeCluster(dataDir, log));
    if (dirname(cluster.folder) !== dirname(cluster.logFile)) {
      log(
        `data in ${cluster.folder}, as PostgreSQL does not run as root and its user cannot enter ${resolve(dataDir)}`,
      );
    }
    await endLeftover(cluster, log);
    const { server, port } = await launchReady(cluster, settings);
    const exited = new Promise<void>((done) => server.once("exit", () => done())).then(release);
    const end = (signal: "SIGINT" | "SIGQUIT") => async () => {
      server.kill(signal);
      await exited;
    };
    const url = (database: string) => `postgresql://postgres:${cluster.notes.password}@127.0.0.1:${port}/${database}`;
    try {
      await createDatabase(url("postgres"));
    } catch (error) {
      await end("SIGINT")();
      throw error;
    }
    return { url: url("highstreet"), stop: end("SIGINT"), crash: end("SIGQUIT"), exited };
  } catch (error) {
    release();
    throw error;
  }
}

/** The connection string of the embedded database in `dataDir`, while another process runs it. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = await openCluster(dataDir);
  if (!cluster || (await runningIn(cluster)) === undefined) return undefined;
  return `postgresql://postgres:${cluster.notes.password}@127.0.0.1:${cluster.notes.port}/highstreet`;
}

/** A killed PostgreSQL may leave processes, which end by themselves. Another program can take the free port, and then another port is free. */
const passing = /is still in use|could not create any TCP\/IP sockets/;

async function launchReady(cluster: Cluster, settings: Record<string, string>) {
  for (let tries = 1; ; tries++) {
    const port = await freePort(cluster.notes.port);
    cluster.writeNotes({ ...cluster.notes, port });
    const server = launch(cluster, port, settings);
    try {
      await ready(cluster, server);
      return { server, port };
    } catch (error) {
      await ended(server);
      if (tries === 50 || !(error instanceof Error && passing.test(error.message))) throw error;
      await delay(200);
    }
  }
}

function launch(cluster: Cluster, port: number, settings: Record<string, string>): ChildProcess {
  const flags = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const log = openSync(cluster.logFile, "w", 0o600);
  try {
    return spawn(
      cluster.binaries.postgres,
      ["-D", cluster.folder, "-p", String(port), ...Object.entries(flags).flatMap(([k, v]) => ["-c", `${k}=${v}`])],
      // PostgreSQL has its own process group, because Ctrl-C goes to a whole group and the database must end last.
      { ...cluster.account, cwd: "/", detached: true, stdio: ["ignore", log, log] },
    );
  } finally {
    closeSync(log);
  }
}

async function ready(cluster: Cluster, server: ChildProcess): Promise<void> {
  let failed: Error | undefined;
  server.once("error", (error) => {
    failed = error;
  });
  while (server.exitCode === null && server.signalCode === null && !failed) {
    const running = postmaster(cluster.folder);
    if (running?.pid === server.pid && running?.status === "ready") return;
    await delay(20);
  }
  const logLines = readFileSync(cluster.logFile, "utf8").trim().split("\n");
  const reason = failed?.message ?? logLines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? logLines.at(-1);
  throw new StartError(
    `PostgreSQL did not start in ${cluster.folder}: ${reason || "no reason given"} (all of it: ${cluster.logFile})`,
  );
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((done) => server.once("exit", done));
  server.kill("SIGINT");
  await exit;
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'highstreet'");
    if (!rowCount) await client.query("CREATE DATABASE highstreet");
  } finally {
    await client.end();
  }
}

async function lockCluster(dataDir: string): Promise<() => void> {
  const lock = lockOf(dataDir);
  try {
    mkdirSync(dirname(lock), { recursive: true });
    return await takeLock(lock, lock.replace(/\.lock$/, ""));
  } catch (error) {
    throw rights(error, dirname(lock));
  }
}

/** `wanted` if it is free, otherwise any free port. */
async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  const bound = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false)).listen(wanted, "127.0.0.1", () => resolve(true));
  });
  if (!bound) return freePort();
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}
