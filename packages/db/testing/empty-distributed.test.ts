import { applyMigrations, cloneDatabase, emptyDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDistributed, markForTests } from "./empty-distributed.ts";

let foreign: TestDatabase;
let own: TestDatabase;
beforeAll(async () => {
  [foreign, own] = await Promise.all([cloneDatabase(), emptyDatabase()]);
});
afterAll(() => Promise.all([foreign.drop(), own.drop()]));

const addPartner = "INSERT INTO partner (id, name) VALUES (gen_random_uuid(), 'Tills')";
const countPartners = "SELECT count(*)::int AS n FROM partner";

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("a database with tables of somebody else is refused, and keeps its rows", async () => {
  await run(foreign.url, addPartner);
  for (const refused of [markForTests, emptyDistributed]) {
    await expect(refused(foreign.url)).rejects.toThrow(/has tables that npm run distributed did not make/);
  }
  expect(await run(foreign.url, countPartners)).toEqual([{ n: 1 }]);
});

test("a database without tables gets the mark, and loses its rows later", async () => {
  await expect(emptyDistributed(own.url)).rejects.toThrow(/did not make/);
  await markForTests(own.url);
  await applyMigrations(own.url);
  await run(own.url, addPartner);
  await markForTests(own.url);
  await emptyDistributed(own.url);
  expect(await run(own.url, countPartners)).toEqual([{ n: 0 }]);
});
