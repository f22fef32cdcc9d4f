import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openCluster } from "./cluster.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { endLeftover, isAlive } from "./postmaster.ts";

/** One folder a process, named by its number, so that runs side by side do not meet. */
const SCRATCH = join(import.meta.dirname, "../../../.data/scratch");

/** Starts an empty, fast and forgetful PostgreSQL that leaves nothing behind once stopped. */
export async function startScratch(): Promise<Embedded> {
  await sweep();
  const dataDir = join(SCRATCH, String(process.pid));
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  try {
    const server = await startEmbedded({ dataDir, settings });
    return {
      ...server,
      stop: async () => {
        await server.stop();
        remove(dataDir);
      },
    };
  } catch (error) {
    remove(dataDir);
    throw error;
  }
}

/** Ends and removes what runs that were killed left behind. */
async function sweep(): Promise<void> {
  if (!existsSync(SCRATCH)) return;
  for (const pid of readdirSync(SCRATCH)) {
    if (isAlive(Number(pid))) continue;
    const dataDir = join(SCRATCH, pid);
    const cluster = await openCluster(dataDir).catch(() => undefined);
    if (cluster) await endLeftover(cluster, () => {});
    remove(dataDir);
  }
}

function remove(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
  for (const folder of [SCRATCH, join(SCRATCH, "..")]) {
    try {
      rmdirSync(folder);
    } catch (error) {
      // Not empty: another run's, or the data of `npm start`.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOENT") throw error;
    }
  }
}
