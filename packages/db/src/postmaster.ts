import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster.ts";
import { StartError } from "./start-error.ts";

/** What `postmaster.pid` says of the PostgreSQL running in `folder`; undefined when there is no such file. */
export function postmaster(folder: string): { pid: number; port: number; status: string } | undefined {
  const file = join(folder, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? "" };
}

/**
 * Stops a PostgreSQL that still runs in `cluster` because its launcher was killed.
 * @throws StartError when its launcher lives: the data is in use
 */
export async function endLeftover(cluster: Cluster, log: (line: string) => void): Promise<void> {
  const pid = await runningIn(cluster);
  if (pid === undefined) return;
  const { launcher } = cluster.notes;
  if (launcher !== undefined && launcher !== process.pid && isAlive(launcher)) {
    throw new StartError(`${cluster.folder} is in use by process ${launcher}: end that one first.`);
  }
  log("stopping a PostgreSQL left over by a start that was killed");
  await endServer(cluster, pid);
}

/** Stops the PostgreSQL running in `cluster`, whoever started it. */
export async function endServer(cluster: Cluster, pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  while (isAlive(pid) && postmaster(cluster.folder)) await delay(20);
}

/** Number of the process of the PostgreSQL running in `cluster`. */
export async function runningIn(cluster: Cluster): Promise<number | undefined> {
  const noted = postmaster(cluster.folder);
  // After a reboot the number in the file may be another program's: only one that answers as ours is ours.
  return noted && isAlive(noted.pid) && (await answersAsOurs(cluster, noted.port)) ? noted.pid : undefined;
}

/** Whether a process of that number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
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
  // An end that comes after the answer changes nothing about it.
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
