import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@highstreet/db";
import { createBackup, restoreBackup } from "@highstreet/db/backup";
import { emptyDatabase } from "@highstreet/db/testing";
import { DeliveryEngine, raiseSequences } from "@highstreet/delivery";
import { deliveryHost, retainLogs } from "@highstreet/router/features/webhooks/index.ts";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop, until } from "./shop.ts";

const DAY = 24 * 3_600_000;
const actions = ["inventory.update"];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

describe("the log of a store with endpoints", () => {
  it("ends what has waited for 30 days as failed, once, and removes it with its attempts", async () => {
    const [store, receiver] = [await shop.newStore(), await shop.newReceiver()];
    const endpoint = await shop.newEndpoint(receiver.url, { retailerId: store.ids.retailerId, actions });
    await shop.startEngine();
    await endpoint.connected();
    receiver.answerWith(() => ({ status: 500 }));
    await store.stock({ "1000": 1 });
    await until(async () => (await endpoint.retries()).length === 1 && (await endpoint.follower()).workerId === null);
    await endpoint.change({ isOn: false });
    await store.stock({ "1001": 1 });
    shop.test.advance(31 * DAY);
    const retain = () => retainLogs(shop.system, { days: 30 });
    await retain();
    await retain();
    const ends = (await endpoint.attempts(store)).map(({ outcome, answer, try: n }) => [outcome, answer, n]);
    expect(ends).toEqual([
      ["retrying", "", 1],
      ["failed", "expired", 2],
      ["failed", "expired", 1],
    ]);
    expect(await endpoint.retries()).toEqual([]);
    receiver.answerWith(() => ({ status: 204 }));
    const { length } = receiver.calls;
    await endpoint.change({ isOn: true }, { isWell: true });
    await endpoint.settled();
    expect(receiver.calls).toHaveLength(length);
    await store.stock({ "1002": 1 });
    await until(() => receiver.callsAbout("1002").length === 1);
    await endpoint.settled();
    shop.test.advance(31 * DAY);
    await retain();
    shop.test.advance(31 * DAY);
    await retain();
    expect(await shop.test.ctx.db.prisma.endpointAttempt.count({ where: { endpointId: endpoint.id } })).toBe(0);
  });

  it("a worker that sends an event while it expires records nothing for it, and goes on", async () => {
    const [store, receiver] = [await shop.newStore(), await shop.newReceiver()];
    const endpoint = await shop.newEndpoint(receiver.url, { retailerId: store.ids.retailerId, actions });
    await shop.startEngine();
    await endpoint.connected();
    receiver.answerWith(({ data }) => (data.barcode === "2000" ? "hang" : { status: 204 }));
    await store.stock({ "2000": 1 });
    await until(() => receiver.callsAbout("2000").length === 1);
    shop.test.advance(31 * DAY);
    await retainLogs(shop.system, { days: 30 });
    await store.stock({ "2001": 1 });
    await until(async () => (await endpoint.attempts(store)).some(({ outcome }) => outcome === "delivered"));
    await until(async () => !(await endpoint.positions()).length);
    const ends = (await endpoint.attempts(store)).map(({ outcome, answer }) => [outcome, answer]);
    expect(ends).toEqual([
      ["failed", "expired"],
      ["delivered", ""],
    ]);
  });

  it("after a restore, waiting events come in order under higher sequences, and only once", async () => {
    const [store, receiver] = [await shop.newStore(), await shop.newReceiver()];
    await store.enable(`${receiver.url}/channel`);
    const endpoint = await shop.newEndpoint(`${receiver.url}/endpoint`, { retailerId: store.ids.retailerId, actions });
    const engine = await shop.startEngine();
    await endpoint.connected();
    await until(async () => (await store.webhooks())?.status === "connected");
    const mine = () => receiver.calls.filter(({ path }) => path === "/endpoint");
    receiver.answerWith(({ path }) => ({ status: path === "/endpoint" ? 500 : 204 }));
    await store.stock({ "3000": 1, "3001": 1 });
    await until(async () => (await endpoint.retries()).length === 2 && (await endpoint.follower()).workerId === null);
    await shop.settled(store);
    await engine.abort();
    await store.stock({ "3000": 2 });
    await store.stock({ "3002": 1 });
    const folder = await mkdtemp(join(tmpdir(), "highstreet-backup-"));
    const file = join(folder, "1.sql.gz");
    await createBackup({ url: shop.test.databaseUrl, file, version: "0.0.0" });
    const { url, drop } = await emptyDatabase();
    await restoreBackup({ url, file, finish: raiseSequences });
    await rm(folder, { recursive: true });

    const highest = Math.max(...receiver.calls.map(({ sequence }) => sequence).filter(Boolean));
    const before = mine().length;
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(3_600_000);
    const db = openDatabase({ url });
    const ctx = { ...shop.system, db };
    const log = pino({ level: "silent" });
    const options = { db, now: ctx.now, host: deliveryHost(ctx), settings: ctx.settings, log };
    const next = new DeliveryEngine({ ...options, pollMs: 10, random: () => 0.5, longestRestMs: 0 });
    await next.start();
    await until(async () => !(await db.prisma.deliveryPosition.count()));
    await until(async () => !(await db.prisma.deliveryWork.count()));
    await next.stop();
    const calls = mine().slice(before);
    expect(calls.map(({ data }) => [data.barcode, data.price]).sort()).toEqual([
      ["3000", 2],
      ["3001", 1],
      ["3002", 1],
    ]);
    for (const { sequence } of calls) expect(sequence).toBeGreaterThan(highest);
    // The channel has sent the first events before, and sends the last ones now.
    const prices = receiver.calls.filter(({ path, action }) => path === "/channel" && action === "inventory.update");
    expect(prices.map(({ data }) => [data.barcode, data.price]).sort()).toEqual([
      ["3000", 1],
      ["3000", 2],
      ["3001", 1],
      ["3002", 1],
    ]);
    expect(receiver.faults).toEqual([]);
    await db.close();
    await drop();
  });
});
