import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placements, tablesWith } from "./tables.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const names = async (sql: string): Promise<string[]> =>
  (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();

test("every table has a placement", async () => {
  const tables = await names(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`);
  expect(Object.keys(placements).sort()).toEqual(tables);
});

test("the key of every distributed table begins with the retailer", async () => {
  const keyed = await names(`
    SELECT conrelid::regclass::text AS name FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'p' AND a.attname = 'retailer_id'`);
  expect(keyed).toEqual(tablesWith("distributed").sort());
});

test("every unique index of a distributed table names the retailer", async () => {
  const nameless = await names(`
    SELECT i.indexrelid::regclass::text AS name FROM pg_index i
    WHERE i.indisunique AND i.indrelid::regclass::text IN (${tablesWith("distributed").map((table) => `'${table}'`)})
      AND NOT EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = i.indrelid AND a.attname = 'retailer_id' AND a.attnum = ANY (i.indkey::int2[]))`);
  expect(nameless).toEqual([]);
});
