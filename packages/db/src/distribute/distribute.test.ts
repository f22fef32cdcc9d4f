import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whyUnfit } from "../schema-version.ts";
import { createRecord } from "./distribute.sql.ts";
import { distribute } from "./distribute.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test("a database without Citus is refused with the remedy", async () => {
  await expect(distribute(database.url)).rejects.toThrow(/no Citus.*CREATE EXTENSION citus/);
});

test("a server that does not answer is refused in one line", async () => {
  const url = new URL(database.url);
  url.port = "1";
  await expect(distribute(url.href)).rejects.toThrow(/^The database .* refuses the connection.*$/);
});

test("no process starts on a database that is distributed in part", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const why = () => whyUnfit({ query: async (text, values) => (await client.query(text, values)).rows });
  expect(await why()).toBeUndefined();
  for (const text of createRecord.filter((one) => !one.startsWith("SET"))) await client.query(text);
  expect(await why()).toMatch(/distributed in part: run npm run distribute/);
  await client.end();
});
