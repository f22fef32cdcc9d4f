import { existsSync, readFileSync } from "node:fs";
import { runningEmbedded, startEmbedded } from "../packages/db/src/embedded.ts";
import { applyMigrations } from "../packages/db/src/migrate.ts";
import { queryOnce } from "../packages/db/src/query-once.ts";
import { waitForDatabase } from "../packages/db/src/wait-for-database.ts";
import type { Children } from "./children.ts";
import { type Lifetime, step } from "./lifetime.ts";
import { dataFolder, type Settings } from "./settings.ts";

/**
 * Prepares the database in DATABASE_URL, or starts the embedded one. Applies migrations, and creates the demo shop if it is wanted
 * and the database was empty.
 * @returns its connection string
 */
export async function prepareDatabase(life: Lifetime, settings: Settings, children: Children): Promise<string> {
  const url = process.env.DATABASE_URL || (await embedded(life, settings));
  const onWait = (line: string) => console.log(`  ${line}`);
  await waitForDatabase(url, { patienceMs: settings.databaseWaitMs, onWait });
  const direct = (process.env.DATABASE_URL && process.env.DATABASE_DIRECT_URL) || url;
  await step("migrations applied", () => applyMigrations(direct, { say: onWait }));
  const { demoFile } = settings;
  if (demoFile && !(await hasDemo(url, demoFile))) {
    await step("demo shop present", () =>
      children.run({
        name: "seed",
        args: ["prisma/seed.ts"],
        env: { DATABASE_URL: url, HIGHSTREET_DEMO_FILE: demoFile },
      }),
    );
  }
  return url;
}

/** Whether the database has the shop of the file. The seed writes the file when the shop is complete. */
async function hasDemo(url: string, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const { retailerId } = JSON.parse(readFileSync(file, "utf8"));
  const [row] = await queryOnce(url, "SELECT FROM retailer WHERE retailer_id = $1", [retailerId]);
  return row !== undefined;
}

async function embedded(life: Lifetime, { dataDir }: Settings): Promise<string> {
  return step(`PostgreSQL running, data in ${dataDir}`, async () => {
    const starting = startEmbedded({ dataDir, log: (line) => console.log(`  ${line}`) });
    // Registered first, because a Ctrl-C during the start must also end the database.
    life.onEnd(async () => {
      const [result] = await Promise.allSettled([starting]);
      if (result.status === "fulfilled") await result.value.stop();
    });
    const { url, exited } = await starting;
    void exited.then(() => {
      if (life.signal.aborted) return;
      console.error(`PostgreSQL ended by itself: ${dataDir}/postgres.log says why.`);
      life.fail();
    });
    return url;
  });
}

/** The database in DATABASE_URL, or the embedded one: of a running start, or started until `stop`. */
export async function openDatabaseOf(url?: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = url || (await runningEmbedded(dataFolder()));
  return running ? { url: running, stop: async () => {} } : startEmbedded({ dataDir: dataFolder() });
}
