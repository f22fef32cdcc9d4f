import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { watched } from "./lock-wait.ts";
import { appliedMigrations } from "./schema-version.ts";
import { splitScript } from "./split-script.ts";
import type { Sql } from "./sql.ts";
import { StartError } from "./start-error.ts";

export interface Migration {
  name: string;
  script: string;
}

export interface MigrateOptions {
  /** In their order. Default: those of this version of the code. */
  migrations?: Migration[];
  /** Gets lines for the operator. Default: nobody does. */
  say?: (line: string) => void;
  /** Longest wait of a statement for a lock. Calls wait behind it. PostgreSQL needs a second to cancel an autovacuum. */
  lockMs?: number;
  /** Time without a wait, in which calls go on. Then the migration tries again. */
  pauseMs?: number;
  /** Longest time that one migration tries. */
  patienceMs?: number;
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

/**
 * One migration at a time in a database. The lock of a transaction also works behind a pooler. Nobody waits for the lock in a statement:
 * its snapshot would stop a CREATE INDEX CONCURRENTLY of the holder.
 */
const key = "hashtextextended('highstreet migrations', 0)";
const tryLock = `SELECT pg_try_advisory_xact_lock(${key}) AS mine`;
const tryLockOutside = `SELECT pg_try_advisory_lock(${key}) AS mine`;
const unlockOutside = `SELECT pg_advisory_unlock(${key})`;

/** A migration of a large table takes long, so the database's timeouts do not apply. */
const timeouts = (scope: "LOCAL" | "SESSION", lockMs: number): string =>
  [`statement_timeout = 0`, `idle_in_transaction_session_timeout = 0`, `lock_timeout = ${lockMs}`]
    .map((setting) => `SET ${scope} ${setting}`)
    .join("; ");

/** The first line of a script with one statement that cannot run in a transaction. */
const OUTSIDE = /^-- outside of a transaction\n/;

/** A failed CREATE INDEX CONCURRENTLY leaves its index. */
const invalidIndexes = `
  SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE NOT i.indisvalid AND c.relnamespace = 'public'::regnamespace`;

/** `lock_not_available` and `deadlock_detected` */
const LOCKED = ["55P03", "40P01"];

/** The connection of one run. */
export interface Session extends Sql, Required<Omit<MigrateOptions, "migrations">> {
  url: string;
  pid: number;
  /** Whether the connection is to the server itself, not to a pooler. */
  isDirect: boolean;
}

/**
 * Applies a migration, and tries again while another session holds a lock that it needs.
 * @returns whether this call applied it; false if it is complete
 * @throws StartError with the holder of the lock after `patienceMs`
 */
export async function applyMigration(session: Session, migration: Migration): Promise<boolean> {
  const { url, pid, lockMs, pauseMs, patienceMs, say } = session;
  const { name } = migration;
  const apply = OUTSIDE.test(migration.script) ? applyOutside : applyInside;
  const until = performance.now() + patienceMs;
  let blockers = "another session";
  const onBlocked = (found: string): void => {
    if (found !== blockers) say(`${name} waits for a lock of ${found}, and tries again. Calls go on.`);
    blockers = found;
  };
  for (;;) {
    try {
      return await watched({ url, pid, everyMs: lockMs / 2, onBlocked }, () => apply(session, migration));
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!(error instanceof pg.DatabaseError && LOCKED.includes(error.code ?? "")))
        throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
      if (performance.now() > until) {
        throw new StartError(
          `The migration ${name} gave up after ${patienceMs / 1_000} s: ${blockers} has a lock that it needs. Wait until this session ends, such as a backup, or end it: SELECT pg_terminate_backend(…). Then run npm run migrate again. Nothing is half done.`,
          { cause: error },
        );
      }
    }
    await delay(pauseMs);
  }
}

async function applyInside(session: Session, { name, script }: Migration): Promise<boolean> {
  const { query, lockMs } = session;
  await query("BEGIN");
  try {
    await query(timeouts("LOCAL", lockMs));
    await untilAlone(session, tryLock);
    await query(createRecords);
    const isMissing = !(await appliedMigrations(session)).includes(name);
    if (isMissing) {
      await query(removeIncomplete, [name]);
      for (const statement of splitScript(script)) await query(statement);
      await record(session, name, script);
    }
    await query("COMMIT");
    return isMissing;
  } catch (error) {
    await query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Callers do not wait behind a concurrent statement, so it can wait longer for a lock. */
async function applyOutside(session: Session, { name, script }: Migration): Promise<boolean> {
  const { query, patienceMs, isDirect } = session;
  if (!isDirect) {
    throw new StartError(
      `The migration ${name} needs a connection to the server itself, and the address leads to a pooler. Set DATABASE_DIRECT_URL, and run npm run migrate again.`,
    );
  }
  const [statement, more] = splitScript(script);
  if (statement === undefined || more !== undefined) throw new Error("outside of a transaction is one statement");
  await query(timeouts("SESSION", patienceMs));
  await untilAlone(session, tryLockOutside);
  try {
    if ((await appliedMigrations(session)).includes(name)) return false;
    const invalid = await query<{ name: string }>(invalidIndexes);
    for (const index of invalid) {
      if (script.includes(index.name)) await query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(index.name)}`);
    }
    await query(statement);
    await record(session, name, script);
    return true;
  } finally {
    await query(unlockOutside).catch(() => undefined);
  }
}

const record = ({ query }: Sql, name: string, script: string) =>
  query(writeRecord, [randomUUID(), createHash("sha256").update(script).digest("hex"), name]);

async function untilAlone({ query, pauseMs, say }: Session, lock: string): Promise<void> {
  for (let isSaid = false; ; isSaid = true) {
    const [own] = await query<{ mine: boolean }>(lock);
    if (own?.mine) return;
    if (!isSaid) say("Another process applies the migrations. This one waits for its end.");
    await delay(Math.min(pauseMs, 500));
  }
}
