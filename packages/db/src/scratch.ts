import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copyCluster, openCluster, removeDataDir } from "./cluster.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { endServer, runningIn } from "./postmaster.ts";
import { isAlive } from "./process.ts";

/** One folder per process, named by its id, so that concurrent runs do not conflict. */
const SCRATCH = join(import.meta.dirname, "../../../.data/scratch");

const FORGETFUL = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

export interface Scratch extends Embedded {
  restart: () => Promise<void>;
  /** Stops the database as `stop` does, and leaves its data in a new folder. */
  keep: (folder: string) => Promise<void>;
}

/**
 * Starts an empty, fast PostgreSQL without durability. Nothing remains after the end of this process, also after a kill.
 * @param settings further settings of PostgreSQL
 * @param from a folder of `keep`, whose data the database then has
 */
export async function startScratch(settings: Record<string, string> = {}, from?: string): Promise<Scratch> {
  await sweep();
  const dataDir = join(SCRATCH, String(process.pid));
  const guard = spawn(process.execPath, [join(import.meta.dirname, "scratch-guard.ts"), dataDir], {
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  guard.unref();
  guard.channel?.unref();
  const ended = once(guard, "exit");
  const end = async () => {
    remove(dataDir);
    // The guard also removes the folder. The next database of this process has the same folder.
    guard.ref();
    guard.disconnect();
    await ended;
  };
  const start = () => startEmbedded({ dataDir, settings: { ...FORGETFUL, ...settings } });
  try {
    if (from) copyCluster(from, dataDir);
    let server = await start();
    return {
      ...server,
      crash: () => server.crash(),
      restart: async () => {
        server = await start();
      },
      stop: async () => {
        await server.stop();
        await end();
      },
      keep: async (folder) => {
        await server.stop();
        const making = `${folder}.${process.pid}`;
        cpSync(realpathSync(join(dataDir, "postgres")), making, { recursive: true, preserveTimestamps: true });
        if (existsSync(folder)) rmSync(making, { recursive: true });
        else renameSync(making, folder);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

export async function endScratch(dataDir: string): Promise<void> {
  // An incomplete folder has no server.
  const cluster = await openCluster(dataDir).catch(() => undefined);
  const pid = cluster && (await runningIn(cluster));
  if (cluster && pid !== undefined) await endServer(cluster, pid);
  remove(dataDir);
}

/** Ends databases of runs that were killed together with their guards. */
async function sweep(): Promise<void> {
  if (!existsSync(SCRATCH)) return;
  for (const pid of readdirSync(SCRATCH)) {
    if (!isAlive(Number(pid))) await endScratch(join(SCRATCH, pid));
  }
}

function remove(dataDir: string): void {
  removeDataDir(dataDir);
  for (const folder of [SCRATCH, join(SCRATCH, "..")]) {
    try {
      rmdirSync(folder);
    } catch (error) {
      // The folder is not empty: it has another run or the data of `npm start`.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOENT") throw error;
    }
  }
}
