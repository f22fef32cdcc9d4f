import { randomUUID } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { checkDatabase } from "../src/check-database.ts";
import { distribute } from "../src/distribute/distribute.ts";
import { applyMigrations } from "../src/migrate.ts";
import { startScratch } from "../src/scratch.ts";
import { emptyDistributed, markForTests } from "./empty-distributed.ts";
import { migratedCluster } from "./migrated-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of the server with the tests' databases. */
    testServer: string;
    /** Name of the migrated template database. */
    testTemplate: string;
    /** Whether the server's table `sent_statement` records the statements to each of them. */
    recordsStatements: boolean;
    /** Whether `testServer` is the one distributed database of all tests (`npm run distributed`). */
    isDistributed: boolean;
  }
}

/** Records every statement of the suite for packages/router/tests/statements.test.ts. */
const RECORDING = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "100000" };

/**
 * Vitest's global set-up: one PostgreSQL for all test files (at TEST_DATABASE_URL, or a new one) with a migrated template. The
 * returned function removes both.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_CITUS_URL) return setUpDistributed(project, process.env.TEST_CITUS_URL);
  const given = process.env.TEST_DATABASE_URL;
  if (given) await checkDatabase(given);
  const server = given ? { url: given, stop: async () => {} } : await startMigrated();
  const template = given ? `highstreet_${randomUUID().replaceAll("-", "").slice(0, 12)}` : "highstreet";
  const tearDown = async () => {
    if (given) await dropAll(server.url, template);
    await server.stop();
  };
  try {
    if (given) {
      await run(server.url, `CREATE DATABASE ${template}`);
      await applyMigrations(databaseAt(server.url, template));
    } else await run(server.url, "CREATE EXTENSION pg_stat_statements; CREATE TABLE sent_statement (query text)");
    await run(server.url, `ALTER DATABASE ${template} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide("recordsStatements", !given);
  project.provide("isDistributed", false);
  project.provide("testServer", server.url);
  project.provide("testTemplate", template);
  return tearDown;
}

/** A server with the migrated database `highstreet`. Its own database is `postgres`. */
async function startMigrated(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { url, stop } = await startScratch(RECORDING, await migratedCluster());
  return { url: databaseAt(url, "postgres"), stop };
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A distributed database has no template. All tests use the one at `url`, which is emptied between files. */
async function setUpDistributed(project: TestProject, url: string): Promise<() => Promise<void>> {
  await checkDatabase(url);
  await markForTests(url);
  await applyMigrations(url);
  await distribute(url);
  await emptyDistributed(url);
  project.provide("recordsStatements", false);
  project.provide("isDistributed", true);
  project.provide("testServer", url);
  project.provide("testTemplate", "");
  return async () => undefined;
}

async function dropAll(url: string, template: string): Promise<void> {
  const names = await run(url, `SELECT datname FROM pg_database WHERE datname LIKE '${template}%'`);
  if (names.some(({ datname }) => datname === template)) await run(url, `ALTER DATABASE ${template} IS_TEMPLATE false`);
  for (const { datname } of names) await run(url, `DROP DATABASE ${datname} WITH (FORCE)`);
}

async function run(url: string, sql: string): Promise<{ datname?: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ datname?: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
