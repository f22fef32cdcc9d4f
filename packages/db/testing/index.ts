import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { emptyDistributed } from "./empty-distributed.ts";
import type {} from "./setup.ts";

export { applyMigrations } from "../src/migrate.ts";
export { startScratch } from "../src/scratch.ts";
export { createCitusDatabase } from "./citus-database.ts";
export { readBy, readByInside, recordAll, recording, type SentInside } from "./explain.ts";
export { poolerVersion, startPooler } from "./pooler.ts";
export { startProxy } from "./proxy.ts";
export const { Pool } = pg;

export type TestDatabase = {
  /** Connection string of this test's own database, migrated and empty. */
  url: string;
  /** Removes the database and ends its connections. */
  drop: () => Promise<void>;
};

const { PATH, NODE_COMPILE_CACHE, RECORDED_STATEMENTS, TEST_CITUS_URL } = process.env;

/**
 * The environment of a process that a test starts: programs, the compiled modules of this run of `npm test` (scripts/test.ts), and the
 * file of recorded statements (record.ts). Nothing else of the environment of the tests.
 */
export const childEnv = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  ...(RECORDED_STATEMENTS && {
    RECORDED_STATEMENTS,
    TEST_CITUS_URL,
    NODE_OPTIONS: `--import=${new URL("record.ts", import.meta.url)}`,
  }),
};

/** Creates a database for a test file in about 0.15 s, as a copy of the template. */
export const cloneDatabase = (): Promise<TestDatabase> =>
  inject("isDistributed") ? openDistributed() : createDatabase(inject("testTemplate"));

/**
 * The view of all connections; `backend` is the number for `pg_cancel_backend`. Those of a distributed database wait for locks on its
 * workers, so their view has all machines.
 */
export const activityView = (): string =>
  inject("isDistributed")
    ? "(SELECT *, global_pid AS backend FROM citus_stat_activity) activity"
    : "(SELECT *, pid AS backend FROM pg_stat_activity) activity";

/** Creates a database without tables. Its statements are not recorded, because they include those of migrations. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase("template1");

/** The test file that has the one distributed database, and the number of its calls that have not dropped it. */
let owner: string | undefined;
let users = 0;
let emptied: Promise<void> | undefined;

/** Empties the database for a test file, and for a test after those that have dropped it. Other calls in the file get the same rows. */
async function openDistributed(): Promise<TestDatabase> {
  const url = inject("testServer");
  const { testPath } = expect.getState();
  if (owner !== testPath) users = 0;
  owner = testPath;
  users++;
  if (users === 1) emptied = emptyDistributed(url);
  await emptied;
  return {
    url,
    drop: async () => {
      users--;
    },
  };
}

async function createDatabase(template: string): Promise<TestDatabase> {
  if (inject("isDistributed")) throw new Error("a distributed run has one database");
  const server = inject("testServer");
  const name = `${inject("testTemplate")}_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async (): Promise<void> => {
    if (inject("recordsStatements") && template !== "template1") await run(server, keepStatements(name));
    await dropDatabase(server, name);
  };
  return { url: url.href, drop };
}

const OBJECT_IN_USE = "55006";

/** PostgreSQL gives up after five seconds if a connection has not ended by then. A loaded machine can need longer. */
async function dropDatabase(server: string, name: string, tries = 12): Promise<void> {
  try {
    await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } catch (error) {
    if (tries <= 1 || !(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
    await dropDatabase(server, name, tries - 1);
  }
}

/** Dropping a database deletes its recorded statements, so they are copied first. */
const keepStatements = (name: string): string => `
  INSERT INTO sent_statement
  SELECT DISTINCT query FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = '${name}'`;

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
