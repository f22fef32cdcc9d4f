import { startEmbedded } from "../packages/db/src/embedded.ts";
import { applyMigrations } from "../packages/db/src/migrate.ts";
import { setDefaults } from "../packages/db/src/set-defaults.ts";
import { waitForDatabase } from "../packages/db/src/wait-for-database.ts";
import type { Children } from "./children.ts";
import type { Lifetime } from "./lifetime.ts";
import type { Settings } from "./settings.ts";
import { step } from "./step.ts";

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
  await step("migrations applied", () => applyMigrations(direct));
  const refused = await setDefaults(url);
  if (refused.length) {
    console.log(`  The database has no timeouts of its own. Let its owner run: ${refused.join("; ")};`);
  }
  const { demoFile } = settings;
  if (demoFile) {
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
