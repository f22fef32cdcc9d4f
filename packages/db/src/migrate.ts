import pg from "pg";
import { applyMigration, type MigrateOptions, type Migration, type Session } from "./apply-migration.ts";
import { checkDatabase } from "./check-database.ts";
import { appliedMigrations, knownMigrations, scriptOf, whyUnfit } from "./schema-version.ts";
import { setDefaults } from "./set-defaults.ts";
import { type Sql, setUpConnection } from "./sql.ts";
import { StartError } from "./start-error.ts";

/**
 * Applies the missing migrations to the database at `url`, forward only, and gives the database its settings (`setDefaults`). Each
 * migration commits together with its record, so a kill at any moment leaves whole migrations. Several callers can run at once: one
 * works, the others wait. A migration that waits for a lock lets the calls behind it go on, and tries again.
 * @returns the names of the migrations that this call applied
 * @throws StartError with one line if the database is unreachable or refuses, or if a lock stays taken
 */
export async function applyMigrations(url: string, { migrations, ...options }: MigrateOptions = {}): Promise<string[]> {
  await checkDatabase(url);
  const client = new pg.Client({ connectionString: url, application_name: "highstreet migrating" });
  client.on("error", () => undefined);
  const query = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await client.query(text, values)).rows as Row[];
  try {
    await client.connect();
    const isDirect = await setUpConnection(client);
    const [own] = await query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    // Ends the session of a migrator that has lost its machine.
    if (isDirect)
      await query("SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3");
    const session: Session = {
      query,
      url,
      isDirect,
      pid: own?.pid ?? 0,
      say: () => undefined,
      lockMs: 2_000,
      pauseMs: 3_000,
      patienceMs: 600_000,
      ...options,
    };
    const wanted = migrations ?? knownMigrations().map((name) => ({ name, script: scriptOf(name) }));
    const before = new Set(await appliedMigrations(session));
    await checkBranch(session, [...before], wanted);
    const applied: string[] = [];
    for (const migration of wanted) {
      if (!before.has(migration.name) && (await applyMigration(session, migration))) applied.push(migration.name);
    }
    const refused = await setDefaults(url);
    if (refused.length) session.say(`The database has no timeouts. Let its owner run: ${refused.join("; ")};`);
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
