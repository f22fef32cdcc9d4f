/** Applies the missing migrations to the database in DATABASE_URL: `npm run migrate`. */
import { applyMigrations } from "../packages/db/src/migrate.ts";
import { waitForDatabase } from "../packages/db/src/wait-for-database.ts";
import { readSettings, unknownSettings } from "../packages/router/src/config/settings.ts";

try {
  const { databaseUrl, directUrl = databaseUrl, databaseWaitMs } = readSettings(process.env, "migrate");
  for (const line of unknownSettings(process.env)) console.warn(line);
  await waitForDatabase(directUrl, { patienceMs: databaseWaitMs, onWait: (line) => console.warn(line) });
  const applied = await applyMigrations(directUrl, { say: (line) => console.warn(line) });
  for (const name of applied) console.log(`applied ${name}`);
  if (!applied.length) console.log("Nothing to apply.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
