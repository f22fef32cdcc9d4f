/** `npm run distributed` runs these tests, on databases of their own in the cluster. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Database, openDatabase } from "@highstreet/db";
import { applyMigrations, childEnv, createCitusDatabase } from "@highstreet/db/testing";
import { freePort } from "@highstreet/db/testing/free-ports";
import { inboxSecrets } from "@highstreet/router";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { misplacedTables } from "../../../../packages/db/testing/check-statements.ts";
import { contents } from "../contents.ts";
import { startReceiver } from "../receiver.ts";
import { until } from "../shop.ts";
import { killAll, startRest, startWorker } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const isDistributed = inject("isDistributed");
const secretKey = randomBytes(32).toString("base64");

let database: Awaited<ReturnType<typeof createCitusDatabase>>;
let second: typeof database;
let db: Database | undefined;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "highstreet-distribute-"));
  if (!isDistributed) return;
  database = await createCitusDatabase(inject("testServer"));
  second = await createCitusDatabase(inject("testServer"));
});
afterAll(async () => {
  await killAll();
  await db?.close();
  await database?.drop();
  await second?.drop();
  await rm(folder, { recursive: true });
});

/** Starts a script, and kills it when it prints a line that begins with `killAt`. @returns its exit code and its lines */
async function run(command: string, { killAt, env }: { killAt?: string; env?: Record<string, string> } = {}) {
  const [script = "", ...args] = command.split(" ");
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    env: { PATH: childEnv.PATH, DATABASE_URL: database.url, HIGHSTREET_SECRET_KEY: secretKey, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      if (killAt !== undefined && line.startsWith(killAt)) child.kill("SIGKILL");
    });
  }
  const [code] = (await ended) as [number | null];
  return { code, lines };
}

/** A restore raises the sequences of stores, cursors, and waiting events with their items. */
const raised = ["delivery_cursor", "delivery_retry", "stock_item", "store", "store_event"];
const sessions =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'highstreet distributing'";

test("a shop with four weeks of life is distributed in place, also with kills, is backed up, and works on", {
  timeout: 600_000,
}, async (context) => {
  if (!isDistributed) return context.skip();
  // The demo shop, whose last events wait for the worker.
  const port = await freePort();
  await applyMigrations(database.url);
  const inbox = {
    HIGHSTREET_WEBHOOK_INBOX: "1",
    HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1",
    HIGHSTREET_CONSOLE_URL: `http://127.0.0.1:${port}`,
  };
  const file = join(folder, "demo.json");
  const seeded = await run("prisma/seed.ts", { env: { ...inbox, HIGHSTREET_DEMO_FILE: file } });
  expect(seeded).toMatchObject({ code: 0 });
  const { apiKey } = JSON.parse(await readFile(file, "utf8")) as { apiKey: string };
  db = openDatabase({ url: database.url, connections: 2 });
  const before = await contents(db);
  const [store] = await db.query<{ retailerId: string; storeId: string }>(
    `SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM delivery_cursor`,
  );
  const { retailerId = "", storeId = "" } = store ?? {};
  expect((await run("scripts/distribute.ts")).lines).toEqual([expect.stringMatching(/^The database has no Citus/)]);
  await database.addCitus();
  expect((await run("scripts/distribute.ts")).lines).toEqual([
    expect.stringMatching(/^The database is in use by “highstreet”/),
  ]);
  await db.close();

  // A kill in each part. The next call goes on behind the part that committed.
  for (const killAt of [
    "Removing",
    "staff_user",
    "retailer (",
    "stock_item",
    "Analyzing",
    "Foreign key from channel",
  ]) {
    expect(await run("scripts/distribute.ts", { killAt })).toMatchObject({ code: null });
    await until(async () => (await database.query(sessions)).length === 0);
    const worker = await startWorker({ databaseUrl: database.url, secretKey }).catch(String);
    expect(worker).toMatch(/ended at its start/);
  }
  const { code, lines } = await run("scripts/distribute.ts");
  expect([code, lines.filter((line) => /^(partner|retailer|stock_item) \(/.test(line))]).toEqual([0, []]);
  expect((await run("scripts/distribute.ts")).lines).toEqual(["All tables have their places."]);
  db = openDatabase({ url: database.url, connections: 2 });
  expect(await contents(db)).toEqual(before);

  // A backup goes into another distributed database.
  const backup = join(folder, "all.sql.gz");
  expect(await run(`scripts/admin.ts backup create --file ${backup}`)).toMatchObject({ code: 0 });
  await second.addCitus();
  const env = { DATABASE_URL: second.url };
  for (const command of [
    "scripts/migrate.ts",
    "scripts/distribute.ts",
    `scripts/admin.ts backup restore --file ${backup}`,
  ])
    expect(await run(command, { env })).toMatchObject({ code: 0 });
  const restored = openDatabase({ url: second.url, connections: 2 });
  const rows = await contents(restored);
  await restored.close();
  const unraised = (all: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(all).map(([table, found]) => [table, raised.includes(table) ? found.split(" ")[0] : found]),
    );
  expect(unraised(rows)).toEqual(unraised(before));
  expect(await misplacedTables(second.url)).toEqual([]);

  // The waiting events arrive, signed with the sealed secret. Then a till, a person and a file change the stock.
  const receiver = await startReceiver(inboxSecrets(secretKey, storeId)[0] ?? "", port);
  const service = { databaseUrl: database.url, secretKey };
  const [origin] = await Promise.all([startRest(service), startWorker(service)]);
  await until(() => receiver.calls.length > 0, 60_000);
  const call = async (method: string, path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": type };
    const answer = await fetch(`${origin}/v1/retailers/${retailerId}${path}`, { method, headers, body });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  };
  const stock = `/stores/${storeId}/inventory/stock`;
  await call("PATCH", stock, "application/json", JSON.stringify([{ barcode: "till-1", price: 2, quantity: 5 }]));
  await call("PUT", `${stock}?mode=update`, "text/csv", "barcode,price,quantity\nfile-1,2.50,5\n");
  await call("PATCH", "/inventory/till-1", "application/json", JSON.stringify({ hidden: true }));
  for (const [barcode, states] of [
    ["till-1", 2],
    ["file-1", 1],
  ] as const)
    await until(() => new Set(receiver.callsAbout(barcode).map(({ sequence }) => sequence)).size >= states, 60_000);
  expect(receiver.faults).toEqual([]);
  await receiver.close();
});
