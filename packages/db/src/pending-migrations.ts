import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "./sql.ts";

/** A function, because this module has no folder when it is bundled into the console. */
const migrations = (): string => join(import.meta.dirname, "../../../prisma/migrations");

let known: string[] | undefined;

/** The migrations of this version of the code that are missing in the database. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  known ??= readdirSync(migrations(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const [table] = await sql.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  if (!table?.exists) return known;
  const rows = await sql.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return known.filter((name) => !applied.has(name));
}
