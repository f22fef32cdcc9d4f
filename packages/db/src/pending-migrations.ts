import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "./sql.ts";

/** A function, because this module has no folder when it is bundled into the console. */
const migrations = (): string => join(import.meta.dirname, "../../../prisma/migrations");

let names: string[] | undefined;

/** The migrations of this version of the code, in their order. */
function knownMigrations(): string[] {
  names ??= readdirSync(migrations(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return names;
}

async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [table] = await sql.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  if (!table?.exists) return [];
  const rows = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

/** The migrations of this version of the code that are missing in the database. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const applied = new Set(await appliedMigrations(sql));
  return knownMigrations().filter((name) => !applied.has(name));
}

/** The migrations of the database that this version of the code lacks, such as those of another branch. */
export async function unknownMigrations(sql: Sql): Promise<string[]> {
  const known = new Set(knownMigrations());
  return (await appliedMigrations(sql)).filter((name) => !known.has(name));
}
