import { randomUUID } from "node:crypto";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setDefaults } from "./set-defaults.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

/** Runs a statement on a new connection, because defaults apply to new connections. */
async function run<Row extends pg.QueryResultRow>(sql: string, url = database.url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const read = `SELECT current_setting('statement_timeout') AS statement,
  current_setting('idle_in_transaction_session_timeout') AS idle`;
const name = () => new URL(database.url).pathname.slice(1);

test("single statements and idle transactions end by the database's defaults", async () => {
  expect(await run(read)).toEqual([{ statement: "0", idle: "0" }]);
  expect(await Promise.all([setDefaults(database.url), setDefaults(database.url)])).toEqual([[], []]);
  expect(await run(read)).toEqual([{ statement: "30s", idle: "5min" }]);
});

test("settings of an operator stay", async () => {
  await run(`ALTER DATABASE ${name()} SET statement_timeout = '7s'`);
  expect(await setDefaults(database.url)).toEqual([]);
  expect(await run(read)).toEqual([{ statement: "7s", idle: "5min" }]);
});

test("a role without the right to set defaults gets the statements for the owner", async () => {
  const role = `highstreet_${randomUUID().replaceAll("-", "")}`;
  await run(`CREATE ROLE ${role} LOGIN PASSWORD 'of the test'`);
  try {
    const url = new URL(database.url);
    url.username = role;
    url.password = "of the test";
    expect(await setDefaults(url.href)).toEqual([
      `ALTER DATABASE ${name()} SET idle_in_transaction_session_timeout = '5min'`,
      `ALTER DATABASE ${name()} SET statement_timeout = '30s'`,
    ]);
    expect(await run(read)).toEqual([{ statement: "0", idle: "0" }]);
  } finally {
    await run(`DROP ROLE ${role}`);
  }
});
