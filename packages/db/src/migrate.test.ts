import { once } from "node:events";
import { createServer } from "node:net";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "./migrate.ts";
import { StartError } from "./start-error.ts";

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

/** The one-line error of migrating the database at `url`. */
async function lineOf(url: string): Promise<string> {
  const error = await applyMigrations(url).catch((error: unknown) => error);
  if (!(error instanceof StartError)) throw new Error("it should have failed with a StartError", { cause: error });
  expect(error.message).not.toContain("\n");
  return error.message;
}

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

test("migrating a database that is up to date changes nothing", async () => {
  expect(await applyMigrations(database.url)).toEqual([]);
});

test("one line has the reason of a refusal, without the password", async () => {
  const password = new URL(database.url).password;
  const missing = await lineOf(changed((url) => (url.pathname = "/not_there")));
  expect(missing).toMatch(/not_there does not exist: create it/);
  expect(missing).not.toContain(password);
  const wrong = await lineOf(changed((url) => (url.password = "wrong-one")));
  expect(wrong).toMatch(/refuses the sign-in .*: correct user and password/);
  expect(wrong).not.toContain("wrong-one");
  expect(await lineOf("not an address")).toMatch(/^DATABASE_URL is not an address/);
});

test("one line reports that no server listens at the address", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  await new Promise((resolve) => taken.close(resolve));
  expect(await lineOf(changed((url) => (url.port = String(address.port))))).toMatch(/refuses the connection: start/);
});

test("a database with migrations of another version stays as it is, and one line says what to do", async () => {
  const applied = async () => (await client.query("SELECT * FROM _prisma_migrations")).rows;
  await client.query("UPDATE _prisma_migrations SET migration_name = '20261121000000_first'");
  const before = await applied();
  expect(await lineOf(database.url)).toMatch(/has the migration 20261121000000_first.* remove the folder \.data/);
  expect(await applied()).toEqual(before);
});

test("a migration that fails is named in one line", async () => {
  await client.query("DELETE FROM _prisma_migrations");
  expect(await lineOf(database.url)).toMatch(/^The migrations could not be applied: .*_init/);
});

test("an item has at most one customization for all stores", async () => {
  await client.query(`
    WITH owner AS (INSERT INTO partner (id, name) VALUES (gen_random_uuid(), 'Tills & Co') RETURNING id)
    INSERT INTO retailer (retailer_id, partner_id, name, updated_at)
    SELECT '00000000-0000-0000-0000-000000000001', id, 'Corner Shop', now() FROM owner`);
  const insert = `INSERT INTO customization (retailer_id, customization_id, item_key, barcode, created_at, updated_at)
    VALUES ('00000000-0000-0000-0000-000000000001', gen_random_uuid(), 'k', 'k', now(), now())`;
  await client.query(insert);
  await expect(client.query(insert)).rejects.toThrow(/customization_retailer_id_item_key_store_id_key/);
});

test("a text outside of its enumeration is refused", async () => {
  const insert = `INSERT INTO channel (retailer_id, store_id, channel, status, created_at, updated_at)
    VALUES (gen_random_uuid(), gen_random_uuid(), 'search', 'on', now(), now())`;
  await expect(client.query(insert)).rejects.toThrow(/invalid input value for enum channel_status/);
});

test("a unique key of a table with retailers contains the retailer, except in small tables", async () => {
  const { rows } = await client.query<{ key: string }>(`
    SELECT i.indexrelid::regclass::text AS key FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attname = 'retailer_id'
    WHERE i.indisunique AND i.indrelid::regclass::text NOT LIKE 'pg_%' AND NOT a.attnum = ANY (i.indkey)
    ORDER BY key`);
  expect(rows.map(({ key }) => key)).toEqual([
    "search_location_pkey",
    "staff_invitation_pkey",
    "upload_key_pkey",
    "webhook_endpoint_pkey",
  ]);
});
