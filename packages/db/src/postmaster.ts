import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster.ts";
import { give } from "./postgres-user.ts";
import { folderOf, isAlive, knowsFolders } from "./process.ts";

/** Maximum time for a normal stop of PostgreSQL in milliseconds. After that, PostgreSQL is stopped as in a crash. */
const PATIENCE = 30_000;

export function postmaster(folder: string): { pid: number; port: number; status: string } | undefined {
  const file = fileOf(folder);
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? "" };
}

/**
 * Stops a PostgreSQL that still runs in `cluster`, and makes a stale `postmaster.pid` harmless. The caller holds the cluster's
 * lock.
 */
export async function endLeftover(cluster: Cluster, log: (line: string) => void): Promise<void> {
  const pid = await runningIn(cluster);
  if (pid === undefined) return disown(cluster);
  log("stopping a PostgreSQL left over by a start that was killed");
  await endServer(cluster, pid);
}

/** Stops the PostgreSQL in `cluster`, also if another process started it. */
export async function endServer(cluster: Cluster, pid: number): Promise<void> {
  const runs = () => isAlive(pid) && postmaster(cluster.folder) !== undefined;
  signal(pid, "SIGINT");
  for (const began = Date.now(); runs() && Date.now() - began < PATIENCE; ) await delay(20);
  if (runs()) signal(pid, "SIGQUIT");
  while (runs()) await delay(20);
}

export async function runningIn(cluster: Cluster): Promise<number | undefined> {
  const noted = postmaster(cluster.folder);
  if (!noted || !(noted.pid > 0) || !isAlive(noted.pid)) return undefined;
  // The process id in the file may now belong to another program. PostgreSQL runs in its data folder.
  const isOurs = knowsFolders ? folderOf(noted.pid) === cluster.folder : await answersAsOurs(cluster, noted.port);
  return isOurs ? noted.pid : undefined;
}

/**
 * PostgreSQL refuses to start while a process with the noted id exists, even a zombie or another program, except for its own
 * parent. With the parent's id it still checks whether processes of the dead server use its memory.
 */
function disown({ folder, account }: Cluster): void {
  const file = fileOf(folder);
  if (!existsSync(file)) return;
  writeFileSync(file, readFileSync(file, "utf8").replace(/^.*/, String(process.pid)));
  give(file, account);
}

function fileOf(folder: string): string {
  return join(folder, "postmaster.pid");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process ended in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function answersAsOurs({ folder, notes }: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    password: notes.password,
    database: "postgres",
  });
  // An error after the answer changes nothing.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("SHOW data_directory");
    return rows[0]?.data_directory === folder;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
