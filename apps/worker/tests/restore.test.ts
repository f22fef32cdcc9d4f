import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Database, openDatabase } from "@highstreet/db";
import { createBackup, restoreBackup } from "@highstreet/db/backup";
import { emptyDatabase } from "@highstreet/db/testing";
import { DeliveryEngine, raiseSequences } from "@highstreet/delivery";
import { createCaller } from "@highstreet/router";
import { createStaffMember } from "@highstreet/router/features/staff/index.ts";
import { deliveryHost, retainLogs } from "@highstreet/router/features/webhooks/index.ts";
import { canary } from "@highstreet/telemetry/testing";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contents } from "./contents.ts";
import { openShop, type Shop, type ShopStore, until } from "./shop.ts";

const demo = (file: string) => createReadStream(new URL(`../../../prisma/demo/${file}`, import.meta.url));
const version = "0.0.0";

let shop: Shop;
let store: ShopStore;
let receiver: Awaited<ReturnType<Shop["newReceiver"]>>;
let engine: DeliveryEngine;
let folder: string;
const restored: { db: Database; drop: () => Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "highstreet-backup-"));
  shop = await openShop();
  store = await shop.newStore();
  receiver = await shop.newReceiver();
  const api = createCaller(shop.test.ctx);
  const { retailerId } = store.ids;
  await api.products.putFeed({ retailerId, feed: demo("products.csv") });
  await store.enable(receiver.url);
  engine = await shop.startEngine();
  await until(async () => (await store.webhooks())?.status === "connected");
  await api.inventory.putStock({ ...store.ids, mode: "update", feed: demo("stock.csv") });
  // Tabs, line ends, backslashes and a line `\\.` are what the text format of COPY must escape.
  const texts = { title: "Tab\t", description: "a\n\\.\n\\N", brand: "\\", image: ["https://x.example/a.png"] };
  await api.customizations.edit({ retailerId, barcode: "85123A", body: { hidden: true, ...texts } });
  await shop.newStore();
  const person = { name: "Ann", email: "ann@shop.example", password: canary("password"), role: "owner" } as const;
  await shop.test.ctx.db.prisma.keyCanary.create({ data: { sealed: Uint8Array.of(1) } });
  await createStaffMember(shop.system, { retailerId, ...person });
  await shop.settled(store);
});
afterAll(async () => {
  await shop.clear();
  for (const { db, drop } of restored) {
    await db.close();
    await drop();
  }
  await shop.test.close();
  await rm(folder, { recursive: true });
});

let count = 0;
async function backUp(): Promise<string> {
  const file = join(folder, `${++count}.sql.gz`);
  await createBackup({ url: shop.test.databaseUrl, file, version });
  return file;
}

async function restore(file: string, finish?: typeof raiseSequences): Promise<Database> {
  const { url, drop } = await emptyDatabase();
  const db = openDatabase({ url });
  restored.push({ db, drop });
  await restoreBackup({ url, file, ...(finish && { finish }) });
  return db;
}

const migrationsOf = async (db: Database) =>
  (await db.query<{ name: string }>("SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1")).map(
    ({ name }) => name,
  );

test("a restored database has the rows of every table and the migrations", async () => {
  const source = shop.test.ctx.db;
  const db = await restore(await backUp());
  const before = await contents(source);
  expect(Object.values(before).filter((rows) => !rows.startsWith("0 ")).length).toBeGreaterThan(12);
  expect(await contents(db)).toEqual(before);
  const settings = await db.query<{ name: string }>(
    `SELECT split_part(unnest(setconfig), '=', 1) AS name FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
     WHERE d.datname = current_database() ORDER BY 1`,
  );
  expect(settings.map(({ name }) => name)).toEqual(["idle_in_transaction_session_timeout", "statement_timeout"]);
  expect(await migrationsOf(db)).toEqual(await migrationsOf(source));
});

test("a backup during writes is the database at one moment", async () => {
  let isDone = false;
  const writing = (async () => {
    for (let price = 1; !isDone; price++) await store.stock({ "9001": price, "9002": price });
  })();
  const file = await backUp();
  isDone = true;
  await writing;
  const db = await restore(file);
  const torn = await db.query(
    `SELECT s.store_id FROM store s
     WHERE next_sequence - 1 - log_floor <> (SELECT count(*) FROM store_event e WHERE e.store_id = s.store_id)
        OR EXISTS (SELECT FROM stock_item i JOIN store_event e USING (retailer_id, store_id)
                   WHERE i.store_id = s.store_id AND e.subject = i.item_key
                   GROUP BY i.item_key, i.announced_sequence HAVING i.announced_sequence <> max(e.sequence))`,
  );
  expect(torn).toEqual([]);
});

/** Starts a worker on another database. */
async function startEngine(db: Database): Promise<DeliveryEngine> {
  const ctx = { ...shop.system, db };
  const engine = new DeliveryEngine({
    ...{ db, now: ctx.now, host: deliveryHost(ctx), settings: ctx.settings, log: pino({ level: "silent" }) },
    ...{ pollMs: 10, random: () => 0.5, longestRestMs: 0 },
  });
  await engine.start();
  return engine;
}

describe("after a restore", () => {
  test("a receiver that keeps the highest sequence takes waiting events and new ones", async () => {
    const { ids } = store;
    receiver.answerWith(() => ({ status: 500 }));
    await store.stock({ "9100": 1 });
    const tries = async () =>
      (await createCaller(shop.test.ctx).webhooks.listDeliveries({ ...ids, page: { size: 100 } })).data.find(
        ({ barcode }) => barcode === "9100",
      )?.tries;
    await until(async () => (await tries()) === 1);
    const file = await backUp();
    receiver.answerWith(() => ({ status: 204 }));
    // These events are lost with the old database, but the receiver has them.
    for (let price = 1; price <= 20; price++) await store.stock({ "9200": price });
    await until(() => receiver.callsAbout("9200").some(({ data }) => data.price === 20));
    await shop.settled(store);
    const highest = Math.max(...receiver.calls.map(({ sequence }) => sequence));
    await engine.abort();
    const old = receiver.calls.length;

    const db = await restore(file, raiseSequences);
    const api = createCaller({ ...shop.test.ctx, db });
    const next = await startEngine(db);
    await api.inventory.patchStock({ ...ids, body: [{ barcode: "9200", price: 7, quantity: 5 }] });
    shop.test.advance(60_000);
    await until(() => receiver.callsAbout("9200").at(-1)?.data.price === 7);
    await until(() => receiver.calls.slice(old).some(({ data }) => data.barcode === "9100"));
    await next.stop();
    for (const { sequence } of receiver.calls.slice(old)) expect(sequence).toBeGreaterThan(highest);
    expect(receiver.faults).toEqual([]);

    // The log stays readable, and a reader of the feed learns that it has to read all items.
    await expect(api.events.list({ ...ids, page: { after: String(highest) } })).rejects.toMatchObject({
      cause: { code: "EventsExpired" },
    });
    const [first] = await db.query<{ gaps: number }>(
      `SELECT count(*)::int AS gaps FROM store s WHERE next_sequence - 1 - log_floor <>
         (SELECT count(*) FROM store_event e WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id AND e.sequence > s.log_floor)`,
    );
    expect(first?.gaps).toBe(0);
    // A reader without a position gets the log since the restore.
    expect((await api.events.list({ ...ids, page: {} })).data.length).toBeGreaterThan(0);
    const { data } = await api.webhooks.listDeliveries({ ...ids, page: { size: 100 } });
    expect(data.find(({ barcode }) => barcode === "9100")).toMatchObject({ status: "delivered", tries: 2 });
  });

  test("events that wait for a retry or for the worker are sent in their order, and a superseded one is not", async () => {
    const own = await shop.newStore();
    const target = await shop.newReceiver();
    await own.enable(target.url);
    const old = await shop.startEngine();
    await until(async () => (await own.webhooks())?.status === "connected");
    target.answerWith(() => ({ status: 500 }));
    await own.stock({ "9301": 1, "9302": 1 });
    await until(() => target.callsAbout("9301").length && target.callsAbout("9302").length);
    await shop.settled(own);
    await old.abort();
    // The first event of 9301 is superseded. The others have no attempt.
    for (const price of [2, 3]) await own.stock({ "9301": price });
    await own.stock({ "9303": 1 });
    const file = await backUp();
    const before = target.calls.length;
    target.answerWith(() => ({ status: 204 }));
    const db = await restore(file, raiseSequences);
    shop.test.advance(3_600_000);
    const next = await startEngine(db);
    await until(() => target.callsAbout("9303").length);
    await until(() => target.calls.slice(before).some(({ data }) => data.barcode === "9302"));
    await next.stop();
    const calls = target.calls.slice(before);
    const pricesOf = (barcode: string) =>
      calls.filter(({ data }) => data.barcode === barcode).map(({ data }) => data.price);
    expect([pricesOf("9301"), pricesOf("9302"), pricesOf("9303")]).toEqual([[2, 3], [1], [1]]);
    expect(new Set(calls.map(({ sequence }) => sequence)).size).toBe(calls.length);
    const ofItems = calls.filter(({ data }) => data.barcode === "9301");
    expect(ofItems.map(({ sequence }) => sequence)).toEqual(ofItems.map(({ sequence }) => sequence).toSorted());
    expect(await db.query("SELECT FROM delivery_retry WHERE retailer_id = $1", [own.ids.retailerId])).toEqual([]);
  });

  test("the last state of every item can be sent again, under higher sequences", async () => {
    const own = await shop.newStore();
    const target = await shop.newReceiver();
    await own.enable(target.url);
    const old = await shop.startEngine();
    await until(async () => (await own.webhooks())?.status === "connected");
    for (const price of [1, 2]) await own.stock({ "9401": price, "9402": price });
    await until(() => target.callsAbout("9402").at(-1)?.data.price === 2);
    await shop.settled(own);
    const file = await backUp();
    // The receiver gets a state that the restored database does not know.
    await own.stock({ "9401": 99 });
    await until(() => target.callsAbout("9401").at(-1)?.data.price === 99);
    await shop.settled(own);
    await old.abort();
    const highest = Math.max(...target.calls.map(({ sequence }) => sequence));
    const before = target.calls.length;

    const db = await restore(file, raiseSequences);
    const api = createCaller({ ...shop.test.ctx, db });
    const since = new Date(shop.test.ctx.now().getTime() - 30 * 86_400_000).toISOString();
    const sent = await api.webhooks.redeliverRange({ ...own.ids, body: { since } });
    // Two items and the status of the source
    expect(sent).toMatchObject({ queued: expect.any(Number) });
    const next = await startEngine(db);
    await until(() => target.calls.length >= before + sent.queued);
    await next.stop();
    const again = target.calls.slice(before);
    expect(
      again
        .map(({ data }) => data.barcode)
        .filter(Boolean)
        .toSorted(),
    ).toEqual(["9401", "9402"]);
    for (const { sequence, data } of again) {
      expect(sequence).toBeGreaterThan(highest);
      if (data.barcode) expect(data.price).toBe(2);
    }
    expect((await api.webhooks.redeliverRange({ ...own.ids, body: { since } })).queued).toBe(sent.queued);
    // The next change of the item follows.
    await api.inventory.patchStock({ ...own.ids, body: [{ barcode: "9401", price: 3, quantity: 5 }] });
    const { data } = await api.events.list({ ...own.ids, page: {} });
    expect(data.at(-1)).toMatchObject({ data: { barcode: "9401", price: 3 } });
  });

  test("the old events go when they are 30 days old, over the gap between the sequences", async () => {
    const db = await restore(await backUp(), raiseSequences);
    const count = async () =>
      (
        await db.query<{ n: number }>("SELECT count(*)::int AS n FROM store_event WHERE retailer_id = $1", [
          store.ids.retailerId,
        ])
      )[0]?.n;
    expect(await count()).toBeGreaterThan(10);
    const later = new Date(shop.test.ctx.now().getTime() + 40 * 86_400_000);
    await retainLogs({ ...shop.system, db, now: () => later }, { days: 30 });
    expect(await count()).toBe(0);
  });

  test("a second restore of the same backup gives higher sequences than the first", async () => {
    const file = await backUp();
    const next = async (db: Database) =>
      (await db.prisma.store.findFirstOrThrow({ where: { retailerId: store.ids.retailerId } })).nextSequence;
    const [first, second] = [await restore(file, raiseSequences), await restore(file, raiseSequences)];
    expect(await next(second)).toBeGreaterThan(await next(first));
    const before = await next(second);
    await second.sqlTransaction("no shop", raiseSequences);
    expect(await next(second)).toBeGreaterThan(before);
  });
});

describe("refused in one line, without a change of the database", () => {
  let file: string;
  let text: string;
  beforeAll(async () => {
    file = await backUp();
    text = gunzipSync(await readFile(file)).toString();
  });
  const refused = async (bytes: Uint8Array | string): Promise<string> => {
    const name = join(folder, `${++count}.wrong`);
    await writeFile(name, bytes);
    const { url, drop } = await emptyDatabase();
    const db = openDatabase({ url });
    restored.push({ db, drop });
    const error = await restoreBackup({ url, file: name }).catch((reason: unknown) => reason);
    expect(await contents(db)).toEqual({});
    expect(error).toMatchObject({ name: "StartError", message: expect.not.stringContaining("\n") });
    return (error as Error).message;
  };

  test("a file that is no backup, cut off, changed, or of a newer version", async () => {
    const bytes = await readFile(file);
    expect(await refused("name,price\n")).toContain("is not a backup");
    expect(await refused(gzipSync("SELECT 1;\n"))).toContain("is not a backup");
    expect(await refused(bytes.subarray(0, bytes.length / 2))).toContain("ends too early");
    expect(await refused(gzipSync(text.slice(0, text.length / 2)))).toContain("ends too early");
    expect(await refused(gzipSync(text.replace("Corner Shop", "Corner Shoq")))).toContain(
      "the checksum of retailer is",
    );
    expect(await refused(gzipSync(text.replace(/(?<="postgres":")[^"]*/, "1")))).toContain("its header is wrong");
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 6] = (flipped.at(-6) ?? 0) ^ 1;
    expect(await refused(flipped)).toContain("its checksum is wrong");
    expect(await refused(gzipSync(text.replace('"format":1', '"format":2')))).toContain("newer version");
    expect(await refused(gzipSync(text.replace("_init", "_later")))).toContain(
      "restore it with Highstreet 0.0.0 or later",
    );
  });

  test("a database with data or with foreign tables, and a file that exists", async () => {
    const { databaseUrl: url } = shop.test;
    await expect(restoreBackup({ url, file })).rejects.toThrow("The database is not empty");
    const other = await emptyDatabase();
    const db = openDatabase({ url: other.url });
    restored.push({ db, drop: other.drop });
    await db.query("CREATE TABLE theirs (x int)");
    await expect(restoreBackup({ url: other.url, file })).rejects.toThrow("The database is not empty");
    await expect(createBackup({ url, file, version })).rejects.toThrow(`${file} exists`);
  });
});

test("a restore that fails while it loads leaves a database into which the next restore goes", async () => {
  const file = await backUp();
  const { url, drop } = await emptyDatabase();
  const db = openDatabase({ url });
  restored.push({ db, drop });
  const fail = () => Promise.reject(new Error("killed"));
  await expect(restoreBackup({ url, file, finish: fail })).rejects.toThrow("killed");
  const withRows = Object.entries(await contents(db)).filter(([, rows]) => !rows.startsWith("0 "));
  // A migration writes this row.
  expect(withRows.map(([table]) => table)).toEqual(["schema_version"]);
  await restoreBackup({ url, file });
  expect(await contents(db)).toEqual(await contents(shop.test.ctx.db));
});
