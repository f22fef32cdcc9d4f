import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Migration } from "./apply-migration.ts";
import { applyMigrations } from "./migrate.ts";
import { knownMigrations, scriptOf } from "./schema-version.ts";

let database: TestDatabase;
let holder: pg.Client;
let caller: pg.Client;
let said: string[] = [];
beforeEach(async () => {
  database = await cloneDatabase();
  said = [];
  [holder, caller] = [await connected("nightly backup"), await connected("a caller")];
});
afterEach(async () => {
  await holder.end();
  await caller.end();
  await database.drop();
});

async function connected(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  await client.connect();
  return client;
}

/** The migrations of this version, and one more. */
const withOne = (script: string, name = "29990101000000_more"): Migration[] => [
  ...knownMigrations().map((known) => ({ name: known, script: scriptOf(known) })),
  { name, script },
];

const fast = { lockMs: 200, pauseMs: 10, patienceMs: 600_000, say: (line: string) => said.push(line) };
const applied = () => caller.query("SELECT FROM _prisma_migrations WHERE migration_name LIKE '2999%'");
const read = "SELECT count(*) FROM partner";
const addColumn = "ALTER TABLE partner ADD COLUMN more text";

test("callers read while a migration waits for a session that has the table, and it is applied after that session", async () => {
  await holder.query(`BEGIN; ${read}`);
  const migrating = applyMigrations(database.url, { ...fast, migrations: withOne(addColumn) });
  await expect.poll(() => said.length).toBeGreaterThan(0);
  // Each of these would wait for the holder if the migration stayed in the queue for the lock.
  for (let n = 0; n < 20; n++) await caller.query(read);
  expect(said[0]).toMatch(
    /^29990101000000_more waits for a lock of “nightly backup” \(process \d+, in a transaction since/,
  );
  expect((await applied()).rowCount).toBe(0);
  await holder.query("COMMIT");
  expect(await migrating).toEqual(["29990101000000_more"]);
  await caller.query("SELECT more FROM partner");
});

test("a migration gives up at its limit, names the session, and leaves nothing", async () => {
  await holder.query(`BEGIN; ${read}`);
  const script = `CREATE TABLE before_the_lock (); ${addColumn}`;
  // On a loaded machine a try can end before the question who holds the lock. Then the next one asks.
  const options = { ...fast, lockMs: 1_000, patienceMs: 3_000, migrations: withOne(script) };
  await expect(applyMigrations(database.url, options)).rejects.toThrow(
    /^The migration 29990101000000_more gave up after 3 s: “nightly backup” \(process \d+.* npm run migrate again\. Nothing is half done\.$/,
  );
  const left = await caller.query("SELECT to_regclass('before_the_lock') AS found");
  expect([(await applied()).rowCount, left.rows]).toEqual([0, [{ found: null }]]);
});

const OUTSIDE = "-- outside of a transaction\n";
const isValid = (index: string) =>
  caller.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)", [index]).then(({ rows }) => rows);

test("an index is built outside of a transaction, and a broken one of an earlier try is built again", async () => {
  const migrations = withOne(
    `${OUTSIDE}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS partner_name ON partner (name);\n`,
  );
  const insert = "INSERT INTO partner (id, name) VALUES (gen_random_uuid(), 'Tills')";
  await caller.query(`${insert}; ${insert}`);
  await expect(applyMigrations(database.url, { ...fast, migrations })).rejects.toThrow(
    /^The migrations could not be applied: 29990101000000_more: could not create unique index/,
  );
  expect([await isValid("partner_name"), (await applied()).rowCount]).toEqual([[{ indisvalid: false }], 0]);
  await caller.query("DELETE FROM partner");
  expect(await applyMigrations(database.url, { ...fast, migrations })).toEqual(["29990101000000_more"]);
  expect(await isValid("partner_name")).toEqual([{ indisvalid: true }]);
});

test("while an index waits for old transactions, a second process waits too, and both end well", async () => {
  // The index waits for this snapshot.
  await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1");
  const migrations = withOne(`${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS partner_name ON partner (name)`);
  const both = [1, 2].map(() => applyMigrations(database.url, { ...fast, migrations }));
  await expect
    .poll(() => said.toSorted())
    .toEqual([
      expect.stringMatching(/^29990101000000_more waits for a lock of “nightly backup”/),
      expect.stringMatching(/^Another process applies/),
    ]);
  await caller.query(`${read}; INSERT INTO partner (id, name) VALUES (gen_random_uuid(), 'Tills')`);
  await holder.query("COMMIT");
  expect((await Promise.all(both)).toSorted((a, b) => a.length - b.length)).toEqual([[], ["29990101000000_more"]]);
  expect(await isValid("partner_name")).toEqual([{ indisvalid: true }]);
});

test("a script outside of a transaction has one statement, because a kill between two would leave half", async () => {
  const migrations = withOne(`${OUTSIDE}CREATE TABLE a (); CREATE TABLE b ()`);
  await expect(applyMigrations(database.url, { ...fast, migrations })).rejects.toThrow(/is one statement$/);
});
