import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appliedMigrationsSql, hasMigrationsSql, minimumVersionSql } from "./schema-version.sql.ts";
import type { Sql } from "./sql.ts";

/** A function, because this module has no folder when it is bundled into the console. */
const folder = (): string => join(import.meta.dirname, "../../../prisma/migrations");

let names: string[] | undefined;

export function knownMigrations(): string[] {
  names ??= readdirSync(folder(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return names;
}

export const scriptOf = (name: string): string => readFileSync(join(folder(), name, "migration.sql"), "utf8");

export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [table] = await sql.query<{ exists: boolean }>(hasMigrationsSql);
  if (!table?.exists) return [];
  const rows = await sql.query<{ name: string }>(appliedMigrationsSql);
  return rows.map(({ name }) => name);
}

/**
 * The oldest version of the code that may use the database, and whether `npm run distribute` was interrupted there. A version is the
 * name of its last migration. A migration that old code cannot live with writes its own name into the table.
 */
async function minimumVersion(sql: Sql): Promise<{ version: string; isHalfDistributed: boolean }> {
  const [row] = await sql.query<{ version: string; isHalfDistributed: boolean }>(minimumVersionSql);
  return row ?? { version: "", isHalfDistributed: false };
}

/** That the database lacks migrations of this version, as one line for the operator; undefined if it has all. */
export async function whyBehind(sql: Sql): Promise<string | undefined> {
  const applied = new Set(await appliedMigrations(sql));
  const missing = knownMigrations().filter((name) => !applied.has(name));
  return missing.length ? `The database lacks ${missing.length} migrations: run npm run migrate.` : undefined;
}

/** Why this version of the code cannot use the database, as one line for the operator; undefined if it can. */
export async function whyUnfit(sql: Sql): Promise<string | undefined> {
  const behind = await whyBehind(sql);
  if (behind !== undefined) return behind;
  const { version: minimum, isHalfDistributed } = await minimumVersion(sql);
  if (isHalfDistributed) return "The database is distributed in part: run npm run distribute to its end.";
  const own = knownMigrations().at(-1) ?? "";
  if (minimum <= own) return undefined;
  return `The database needs Highstreet ${minimum} or later, and this is ${own}: start the later version.`;
}
