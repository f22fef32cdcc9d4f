import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@highstreet/db";
import { createBackup, restoreBackup } from "@highstreet/db/backup";
import { applyMigrations, emptyDatabase } from "@highstreet/db/testing";
import { createCaller } from "@highstreet/router";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { contents } from "../contents.ts";
import { until } from "../shop.ts";

const ADMIN = join(import.meta.dirname, "../../../../scripts/admin.ts");

let t: TestContext;
let folder: string;
let file: string;
beforeAll(async () => {
  t = await createTestContext();
  const { ids } = await t.store((await t.retailer()).id);
  const body = Array.from({ length: 100 }, (_, n) => ({ barcode: `item-${n}`, price: 1, quantity: 5 }));
  await createCaller(t.ctx).inventory.patchStock({ ...ids, body });
  folder = await mkdtemp(join(tmpdir(), "highstreet-backup-"));
  file = join(folder, "all.sql.gz");
  await createBackup({ url: t.databaseUrl, file, version: "0.0.0" });
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

let url: string;
let db: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, drop } = await emptyDatabase());
  db = openDatabase({ url });
});
afterEach(async () => {
  await db.close();
  await drop();
});

/** Starts `npm run admin -- backup restore`, and kills its process when it waits for a lock. @param lock takes this lock */
async function killWhenItWaits(lock: string): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query(`BEGIN; ${lock}`);
    const key = Buffer.alloc(32, 7).toString("base64");
    const child = spawn(process.execPath, [ADMIN, "backup", "restore", "--file", file], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, HIGHSTREET_SECRET_KEY: key },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    await until(async () => (await db.query(waiting)).length, 60_000);
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
  // The server ends a connection without a client after its statement.
  await until(async () => (await db.query(connected)).length === 0, 60_000);
}

const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const connected = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND (application_name = 'highstreet restore' OR wait_event_type = 'Lock')`;

const tablesWithRows = async () =>
  Object.entries(await contents(db)).flatMap(([table, rows]) => (rows.startsWith("0 ") ? [] : [table]));

async function expectNextRestoreCompletes(): Promise<void> {
  await restoreBackup({ url, file });
  expect(await contents(db)).toEqual(await contents(t.ctx.db));
}

test("a restore that is killed during its migrations leaves no row, and the next one completes", async () => {
  await killWhenItWaits("CREATE TABLE partner ()");
  expect(await tablesWithRows()).toEqual([]);
  await expectNextRestoreCompletes();
});

test("a restore that is killed while it loads rows leaves no row, and the next one completes", async () => {
  await applyMigrations(url);
  // Partners, retailers and stores are loaded before the items.
  await db.query(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END'`,
  );
  await db.query("CREATE TRIGGER hold BEFORE INSERT ON stock_item FOR EACH ROW EXECUTE FUNCTION hold()");
  await killWhenItWaits("SELECT pg_advisory_xact_lock(1)");
  // A migration writes this row.
  expect(await tablesWithRows()).toEqual(["schema_version"]);
  await db.query("DROP FUNCTION hold CASCADE");
  await expectNextRestoreCompletes();
});

test("a restore that is killed after its commit leaves all rows, and the next one changes nothing", async () => {
  await applyMigrations(url);
  // Only ANALYZE, after the commit, waits for this lock.
  await killWhenItWaits("LOCK _prisma_migrations IN SHARE UPDATE EXCLUSIVE MODE");
  const numbers = async (one: Database) =>
    Object.fromEntries(Object.entries(await contents(one)).map(([table, rows]) => [table, rows.split(" ")[0]]));
  expect(await numbers(db)).toEqual(await numbers(t.ctx.db));
  const after = await contents(db);
  await expect(restoreBackup({ url, file })).rejects.toThrow("The database is not empty");
  expect(await contents(db)).toEqual(after);
});
