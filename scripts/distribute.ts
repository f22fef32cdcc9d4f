/** Distributes the migrated database in DATABASE_URL, with its rows, over the machines of its Citus cluster: `npm run distribute`. */
import { distribute } from "../packages/db/src/distribute/distribute.ts";
import { readSettings } from "../packages/router/src/config/settings.ts";

try {
  const { databaseUrl, directUrl = databaseUrl } = readSettings(process.env, "migrate");
  const placed = await distribute(directUrl, console.log);
  console.log(placed.length ? `Placed ${placed.length} tables: ${placed.join(", ")}` : "All tables have their places.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
