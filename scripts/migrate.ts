/** Applies the missing migrations to the database in DATABASE_URL: `npm run migrate`. */
import { applyMigrations } from "../packages/db/src/migrate.ts";
import { setDefaults } from "../packages/db/src/set-defaults.ts";
import { waitForDatabase } from "../packages/db/src/wait-for-database.ts";
import { readSettings, unknownSettings } from "../packages/router/src/kernel/settings/index.ts";

try {
  const { databaseUrl, directUrl = databaseUrl, databaseWaitMs } = readSettings(process.env, "migrate");
  for (const line of unknownSettings(process.env)) console.warn(line);
  await waitForDatabase(directUrl, { patienceMs: databaseWaitMs, onWait: (line) => console.warn(line) });
  const applied = await applyMigrations(directUrl);
  for (const name of applied) console.log(`applied ${name}`);
  if (!applied.length) console.log("Nothing to apply.");
  const refused = await setDefaults(directUrl);
  if (refused.length) console.warn(`The database has no timeouts. Let its owner run: ${refused.join("; ")};`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
