import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { checkDatabase } from "./check-database.ts";
import { appliedMigrations, knownMigrations, scriptOf, whyUnfit } from "./schema-version.ts";
import { splitScript } from "./split-script.ts";
import type { Sql } from "./sql.ts";
import { StartError } from "./start-error.ts";

/** A migration: its name, which orders it, and its SQL. */
export interface Migration {
  name: string;
  script: string;
}

/** Prisma's own table (`prisma migrate`), so that Prisma's tools understand the database. */
const createRecords = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
    logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0)`;

/** An incomplete record is from an engine that wrote it before the script. The script runs again, or fails as a whole. */
const removeIncomplete = `DELETE FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL`;

const writeRecord = `
  INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
  VALUES ($1, $2, clock_timestamp(), $3, 1)`;

/** One migration at a time in a database. The lock ends with the transaction, so it works behind a pooler. */
const lock = `SELECT pg_advisory_xact_lock(hashtextextended('highstreet migrations', 0))`;

/** A migration of a large table takes long, so the database's timeouts do not apply. */
const withoutTimeouts = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/**
 * Applies the missing migrations to the database at `url`, forward only. Each one commits together with its record, so a kill at any
 * moment leaves whole migrations. Several callers can run at once: one works, the others wait.
 * @param migrations in their order; default: those of this version of the code
 * @returns the names of the migrations that this call applied
 * @throws StartError with one line if the database is unreachable or refuses
 */
export async function applyMigrations(url: string, migrations?: Migration[]): Promise<string[]> {
  await checkDatabase(url);
  const client = new pg.Client({ connectionString: url, application_name: "highstreet migrating" });
  client.on("error", () => undefined);
  const query = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await client.query(text, values)).rows as Row[];
  try {
    await client.connect();
    const wanted = migrations ?? knownMigrations().map((name) => ({ name, script: scriptOf(name) }));
    const before = new Set(await appliedMigrations({ query }));
    await checkBranch({ query }, [...before], wanted);
    const applied: string[] = [];
    for (const migration of wanted) {
      if (!before.has(migration.name) && (await applyOne({ query }, migration))) applied.push(migration.name);
    }
    return applied;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The migrations could not be applied: ${reason.replace(/\s+/g, " ").trim()}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Checks the migrations of another version in the database. After a newer version, nothing is missing, and there is nothing to do.
 * @throws StartError if this version may not use the database, or if adding to it could mix the schemas of two branches
 */
async function checkBranch(sql: Sql, applied: string[], wanted: Migration[]): Promise<void> {
  const unknown = applied.find((name) => wanted.every((known) => known.name !== name));
  if (unknown === undefined || (await whyUnfit(sql)) === undefined) return;
  throw new StartError(
    `The database has the migration ${unknown}, which this version of Highstreet lacks. Use the version that made it, or an empty database: remove the folder .data, or change DATABASE_URL.`,
  );
}

/** @returns whether this call applied the migration; false if it is complete */
async function applyOne({ query }: Sql, { name, script }: Migration): Promise<boolean> {
  await query("BEGIN");
  try {
    await query(withoutTimeouts);
    await query(lock);
    await query(createRecords);
    const isMissing = !(await appliedMigrations({ query })).includes(name);
    if (isMissing) {
      await query(removeIncomplete, [name]);
      for (const statement of splitScript(script)) await query(statement);
      await query(writeRecord, [randomUUID(), createHash("sha256").update(script).digest("hex"), name]);
    }
    await query("COMMIT");
    return isMissing;
  } catch (error) {
    await query("ROLLBACK").catch(() => undefined);
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
