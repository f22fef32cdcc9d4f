import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "./sql.ts";

/** A function, because this module has no folder when it is bundled into the console. */
const folder = (): string => join(import.meta.dirname, "../../../prisma/migrations");

let names: string[] | undefined;

/** The migrations of this version of the code, in their order. */
export function knownMigrations(): string[] {
  names ??= readdirSync(folder(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return names;
}

/** The script of a migration. */
export const scriptOf = (name: string): string => readFileSync(join(folder(), name, "migration.sql"), "utf8");

/** The names of the complete migrations, in their order. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
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

/**
 * The oldest version of the code that may use the database. A version is the name of its last migration. A migration that old code
 * cannot live with writes its own name into the table.
 */
async function minimumVersion(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ version: string }>("SELECT minimum_version AS version FROM schema_version");
  return row?.version ?? "";
}

/** Why this version of the code cannot use the database, as one line for the operator; undefined if it can. */
export async function whyUnfit(sql: Sql): Promise<string | undefined> {
  const applied = new Set(await appliedMigrations(sql));
  const missing = knownMigrations().filter((name) => !applied.has(name));
  if (missing.length) return `The database lacks ${missing.length} migrations: run npm run migrate, then start again.`;
  const [minimum, own] = [await minimumVersion(sql), knownMigrations().at(-1) ?? ""];
  if (minimum <= own) return undefined;
  return `The database needs Highstreet ${minimum} or later, and this is ${own}: start the later version.`;
}
