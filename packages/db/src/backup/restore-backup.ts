import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyIn } from "pg-copy-streams";
import { applyMigrations } from "../migrate.ts";
import { appliedMigrations, knownMigrations, scriptOf } from "../schema-version.ts";
import type { Sql } from "../sql.ts";
import { StartError } from "../start-error.ts";
import { beginLoad, emptyTables, hasData, readTables, target } from "./backup.sql.ts";
import { type Backup, type Header, readBackup, type Table } from "./format.ts";
import { type Progress, reportProgress } from "./progress.ts";

export interface RestoreBackup {
  /** An empty database. */
  url: string;
  file: string;
  /** Runs in the transaction of the load, after the rows and before the commit. */
  finish?: (sql: Sql) => Promise<unknown>;
  progress?: Progress;
  /** Checks the file and the database, and changes nothing. */
  isDryRun?: boolean;
}

/**
 * Restores a backup into an empty database: reads the whole file, applies the migrations of the backup, loads all rows in one
 * transaction, then applies the later migrations. A restore that was killed leaves a database that this function accepts as empty.
 * @throws StartError with one line if file, database or migrations do not fit
 */
export async function restoreBackup({ url, file, finish, progress, isDryRun }: RestoreBackup): Promise<Backup> {
  const backup = await checkBackup(file, progress);
  const { migrations } = backup.header;
  await connected(url, (client) => checkEmpty(client, migrations));
  if (isDryRun) return backup;
  progress?.("applying the migrations of the backup");
  await applyMigrations(url, { migrations: migrations.map((name) => ({ name, script: scriptOf(name) })) });
  await connected(url, async (client) => {
    await client.query(beginLoad);
    await load(client, file, backup, progress);
    await finish?.(sqlOf(client));
    await client.query("COMMIT");
    await client.query("SET statement_timeout = 0");
    await client.query("ANALYZE");
  });
  progress?.("applying later migrations");
  await applyMigrations(url, { ...(progress && { say: progress }) });
  return backup;
}

/** Reads a backup without a database. @throws StartError with one line */
async function checkBackup(file: string, progress?: Progress): Promise<Backup> {
  const known = new Set(knownMigrations());
  let report: ReturnType<typeof reportProgress>;
  return readBackup(file, {
    header: async (header) => {
      const unknown = header.migrations.find((name) => !known.has(name));
      if (unknown !== undefined) throw newer(file, header, unknown);
      report = reportProgress(header, progress);
    },
    rows: async (table, rows) => {
      let count = 0;
      for await (const piece of rows) {
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) count++;
        report(table, piece.length);
      }
      return count;
    },
  });
}

const newer = (file: string, { version }: Header, migration: string): StartError =>
  new StartError(
    `${file} has the migration ${migration}, which this version lacks: restore it with Highstreet ${version} or later.`,
  );

/** The migrations of an interrupted restore may be there. @throws StartError */
async function checkEmpty(client: pg.Client, migrations: string[]): Promise<void> {
  const sql = sqlOf(client);
  const applied = await appliedMigrations(sql);
  const more = applied.find((name) => !migrations.includes(name));
  const tables = await sql.query<Table>(readTables);
  const [data] =
    applied.length && tables.some(({ name }) => name === "partner") ? await sql.query<{ found: boolean }>(hasData) : [];
  if (data?.found || (tables.length && !applied.length)) {
    throw new StartError(
      "The database is not empty: name an empty database in DATABASE_URL (createdb), or move the folder .data/postgres away. Keep .data/secret.key, which opens the secrets.",
    );
  }
  if (more !== undefined) {
    throw new StartError(
      `The database has the migration ${more}, which the backup lacks: name a database without tables in DATABASE_URL.`,
    );
  }
}

async function load(client: pg.Client, file: string, { header }: Backup, progress?: Progress): Promise<void> {
  // Migrations may insert rows, which the backup has, too.
  await client.query(emptyTables(header.tables.map(({ name }) => name)));
  const report = reportProgress(header, progress);
  await readBackup(file, {
    rows: async (table, rows) => {
      const copy = client.query(copyIn(`COPY ${target(table)} FROM STDIN`));
      await pipeline(async function* () {
        for await (const piece of rows) {
          report(table, piece.length);
          yield piece;
        }
      }, copy);
      return copy.rowCount;
    },
  });
}

const sqlOf = (client: pg.Client): Sql => ({
  query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
});

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "highstreet restore" });
  // A lost connection also rejects the running statement.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
