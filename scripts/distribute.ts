/** Distributes the new, migrated database in DATABASE_URL over the machines of its Citus cluster: `npm run distribute`. */
import { distribute } from "../packages/db/src/distribute/distribute.ts";
import { readSettings } from "../packages/router/src/kernel/settings/index.ts";

try {
  const { databaseUrl, directUrl = databaseUrl } = readSettings(process.env, "migrate");
  const placed = await distribute(directUrl);
  console.log(placed.length ? `Placed ${placed.length} tables: ${placed.join(", ")}` : "All tables have their places.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
