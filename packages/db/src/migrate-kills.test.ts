import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { childEnv } from "@highstreet/db/testing";
import { startProxy } from "@highstreet/db/testing/proxy";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Migration } from "./apply-migration.ts";
import { applyMigrations } from "./migrate.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/migrate.ts");

/** Each script fails if it runs a second time. */
const migrations: Migration[] = [
  { name: "1_table", script: "CREATE TABLE a (n int); INSERT INTO a VALUES (1)" },
  { name: "2_column", script: "ALTER TABLE a ADD COLUMN m int; UPDATE a SET m = n; CREATE TABLE b ()" },
  { name: "3_rows", script: "CREATE TABLE c (); INSERT INTO a VALUES (2, 2)" },
];

const EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";

const name = `highstreet_kills_${randomUUID().slice(0, 8)}`;
let server: pg.Client;
let url: string;
beforeAll(async () => {
  server = new pg.Client({ connectionString: inject("testServer") });
  await server.connect();
  const own = new URL(inject("testServer"));
  own.pathname = `/${name}`;
  url = own.href;
  await server.query(`CREATE DATABASE ${name}`);
});
afterEach(() => rows(EMPTY));
afterAll(async () => {
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
});

async function rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** The tables, and the migrations with a record. */
async function state() {
  const [found] = await rows<{ tables: string[] }>(`
    SELECT ARRAY(SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> '_prisma_migrations' ORDER BY 1) AS tables`);
  const [table] = await rows<{ name: string | null }>("SELECT to_regclass('_prisma_migrations')::text AS name");
  const records = table?.name
    ? await rows<{ name: string; done: boolean }>(
        "SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations ORDER BY 1",
      )
    : [];
  return { tables: found?.tables, records };
}

const tablesAfter = [[], ["a"], ["a", "b"], ["a", "b", "c"]];

test("after a lost connection at any message, each migration is complete with its record or absent, and the next run completes", async () => {
  let isComplete = false;
  for (let messages = 1; !isComplete; messages++) {
    const proxy = await startProxy(url, { messages });
    isComplete = await applyMigrations(proxy.url, { migrations }).then(
      () => true,
      () => false,
    );
    await proxy.close();
    // The server may still run the last message.
    await expect
      .poll(() =>
        server.query("SELECT FROM pg_stat_activity WHERE datname = $1", [name]).then(({ rowCount }) => rowCount),
      )
      .toBe(0);
    const { tables, records } = await state();
    expect(records).toEqual(migrations.slice(0, records.length).map((one) => ({ name: one.name, done: true })));
    expect([messages, tables]).toEqual([messages, tablesAfter[records.length]]);
    const rest = migrations.slice(records.length).map((one) => one.name);
    expect(await applyMigrations(url, { migrations })).toEqual(rest);
    expect((await rows("SELECT n, m FROM a")).length).toBe(2);
    await rows(EMPTY);
    if (isComplete) expect(messages).toBeGreaterThan(3 * migrations.length);
  }
});

test("the record of a migration that an older engine left incomplete does not stop the next run", async () => {
  const [first, ...others] = migrations;
  await applyMigrations(url, { migrations: [first as Migration] });
  await rows(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '2_column')`);
  expect(await applyMigrations(url, { migrations })).toEqual(others.map((one) => one.name));
});

/** Runs `npm run migrate` as its own process. */
function migrate() {
  const child = spawn(process.execPath, [SCRIPT], { env: { ...childEnv, DATABASE_URL: url } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended: once(child, "close").then(([code]) => ({ code: code as number | null, output })) };
}

test("of two processes one waits for the other, a killed one leaves whole migrations, and the other completes", async () => {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    // The first migration creates this table, so both processes stop in or before it.
    await holder.query("BEGIN; CREATE TABLE partner ()");
    const [killed, other] = [migrate(), migrate()];
    const migrating = (condition: string) =>
      server
        .query(
          `SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = 'highstreet migrating' AND ${condition}`,
          [name],
        )
        .then(({ rowCount }) => rowCount);
    await expect.poll(() => migrating("true")).toBe(2);
    await expect.poll(() => migrating("wait_event_type = 'Lock'")).toBe(1);
    killed.child.kill("SIGKILL");
    await killed.ended;
    await holder.query("ROLLBACK");
    const { code, output } = await other.ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/^applied 20261122160000_init\n/m)]);
    const again = await migrate().ended;
    expect(again).toEqual({ code: 0, output: "Nothing to apply.\n" });
  } finally {
    await holder.end();
  }
});
