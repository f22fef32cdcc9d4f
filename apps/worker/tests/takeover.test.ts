import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

async function verifiedStore() {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await store.enable(`${receiver.url}/old`);
  const engine = await shop.startEngine();
  await until(async () => (await store.webhooks())?.status === "connected");
  return { receiver, store, engine };
}

describe("another worker", () => {
  it("continues after a kill: no event is lost, and only running calls are repeated, with the same id", async () => {
    const { receiver, store, engine } = await verifiedStore();
    let answered = 0;
    receiver.answerWith(() => (answered++ < 40 ? { status: 204 } : "hang"));
    const stock = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`1000${n}`, n + 1]));
    await store.stock(stock);
    await until(() => answered > 40);
    const second = await shop.startEngine();
    await engine.abort();
    receiver.answerWith(() => ({ status: 204 }));
    await until(async () => (await store.cursor())?.has_unrecorded_calls === false && !(await store.work()).length);
    const updates = receiver.ofAction("inventory.update");
    expect(new Set(updates.map(({ data }) => data.barcode)).size).toBe(100);
    const outcomes = (await store.attempts())
      .filter(({ outcome }) => outcome === "delivered")
      .map(({ sequence }) => sequence);
    expect(new Set(outcomes).size).toBe(outcomes.length);
    expect(receiver.calls.length - outcomes.length).toBeLessThanOrEqual(16 + 40);
    expect(new Set(receiver.calls.map(({ id, body }) => id + body)).size).toBe(outcomes.length);
    expect(receiver.faults).toEqual([]);
    expect(second.size).toBe(0);
  });

  it("notices the end of a worker at its own heartbeat, and does not wait for the next search", async () => {
    const { receiver, store, engine } = await verifiedStore();
    await shop.settled(store);
    receiver.answerWith(() => "hang");
    await store.stock({ "1901": 1 });
    await until(() => receiver.callsAbout("1901").length === 1);
    const second = await shop.startEngine({ pollMs: 2 ** 30 });
    receiver.answerWith(() => ({ status: 204 }));
    await engine.abort();
    await until(() => receiver.callsAbout("1901").length === 2);
    await shop.settled(store);
    expect(second.size).toBe(0);
  });

  it("skips an event with a newer event of its item, after a kill", async () => {
    const { receiver, store, engine } = await verifiedStore();
    await shop.settled(store);
    receiver.answerWith(() => "hang");
    await store.stock({ "2001": 1 });
    await until(() => receiver.callsAbout("2001").length === 1);
    await engine.abort();
    await store.stock({ "2001": 2 });
    receiver.answerWith(() => ({ status: 204 }));
    await shop.startEngine();
    await until(() => receiver.callsAbout("2001").length === 2);
    await shop.settled(store);
    expect(receiver.callsAbout("2001").map(({ data }) => data.price)).toEqual([1, 2]);
    const [first, last] = receiver.callsAbout("2001").map(({ sequence }) => sequence);
    const outcomes = (await store.attempts()).map(({ sequence, outcome }) => [sequence, outcome]);
    expect(outcomes).toContainEqual([first, "superseded"]);
    expect(outcomes).toContainEqual([last, "delivered"]);
  });

  it("shares the stores: two concurrent workers send each event once", async () => {
    const receiver = await shop.newReceiver();
    await Promise.all([shop.startEngine({ streams: 3 }), shop.startEngine({ streams: 3 })]);
    const stores = await Promise.all(Array.from({ length: 6 }, () => shop.newStore()));
    for (const store of stores) await store.enable(receiver.url);
    for (let price = 1; price <= 5; price++) for (const store of stores) await store.stock({ "3001": price });
    await until(() => receiver.ofAction("inventory.update").length >= 30);
    for (const store of stores) await shop.settled(store);
    expect(receiver.ofAction("inventory.update")).toHaveLength(30);
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(receiver.calls.length);
  });

  it("takes over the stores that a stopped worker released, and repeats no call", async () => {
    const { receiver, store, engine } = await verifiedStore();
    const stock = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`4000${n}`, n + 1]));
    await store.stock(stock);
    await until(() => receiver.ofAction("inventory.update").length > 50);
    await engine.stop();
    const cursor = await store.cursor();
    expect(cursor).toMatchObject({ has_unrecorded_calls: false, in_flight_high_water: cursor?.cursor });
    expect((await store.work()).every(({ worker_id }) => worker_id === null)).toBe(true);
    await shop.startEngine();
    await until(async () => !(await store.work()).length);
    expect(receiver.ofAction("inventory.update")).toHaveLength(300);
  });

  it("does not see a worker that stopped during its heartbeat", async () => {
    const { db } = shop.system;
    const living = () => db.query<{ id: string }>("SELECT id FROM delivery_worker WHERE NOT is_dead ORDER BY id");
    const before = await living();
    const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let running = 0;
    const query: typeof db.query = async (text, values) => {
      running++;
      if (text.startsWith("UPDATE delivery_worker SET lease_until")) {
        begun.resolve();
        // The answer comes late, if possible after the worker has left.
        await Promise.race([left.promise, delay(500)]);
      }
      const rows = await db.query<never>(text, values);
      if (text.startsWith("DELETE FROM delivery_worker WHERE id")) left.resolve();
      running--;
      return rows;
    };
    const engine = await shop.startEngine({ db: { ...db, query } });
    await begun.promise;
    await engine.stop();
    await until(() => running === 0);
    expect(await living()).toEqual(before);
  });
});

describe("a worker that loses its database", () => {
  it("continues when the database is back, and loses no event", async () => {
    const { receiver, store } = await verifiedStore();
    const stock = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`4500${n}`, n + 1]));
    await store.stock(stock);
    for (let cut = 1; cut <= 3; cut++) {
      await until(() => {
        // After a failed stream, its store waits for a second.
        shop.test.advance(100);
        return receiver.ofAction("inventory.update").length >= cut * 100;
      });
      await shop.test.ctx.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    }
    await until(async () => {
      shop.test.advance(100);
      return !(await store.work()).length;
    });
    expect(new Set(receiver.ofAction("inventory.update").map(({ data }) => data.barcode)).size).toBe(400);
    expect((await store.attempts()).every(({ outcome }) => outcome === "delivered")).toBe(true);
    expect(receiver.faults).toEqual([]);
  });
});

describe("a replaced endpoint", () => {
  it("gets no call that starts after the answer; waiting events and retries go to the new one", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(({ data }) =>
      data.barcode === "5001" ? { status: 500 } : data.barcode ? "hang" : { status: 204 },
    );
    await store.stock({ "5001": 1 });
    await until(async () => (await store.retries()).length);
    // The failure has halved the number of concurrent calls of this stream. The next stream starts with four.
    await shop.settled(store);
    const stock = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`6000${n}`, n + 1]));
    await store.stock(stock);
    await until(() => receiver.calls.length > 6);
    const next = await shop.newReceiver();
    const { channel } = await store.enable(`${next.url}/new`);
    const before = receiver.calls.length;
    expect(channel.status).toBe("pending");
    await until(() => next.ofAction("inventory.update").length === 50);
    shop.test.advance(30_000);
    await until(() => next.callsAbout("5001").length);
    await shop.settled(store);
    expect(receiver.calls).toHaveLength(before);
    expect(next.calls[0]?.action).toBe("webhook.enabled");
    expect(next.faults).toEqual([]);
  });

  it("gets no call after its removal, and its waiting events are failed", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(({ data }) => (data.barcode ? "hang" : { status: 204 }));
    const stock = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`6100${n}`, n + 1]));
    await store.stock(stock);
    await until(() => receiver.ofAction("inventory.update").length >= 3);
    await store.remove();
    const called = receiver.ofAction("inventory.update").length;
    await shop.startEngine();
    expect(receiver.ofAction("inventory.update")).toHaveLength(called);
    const failed = (await store.attempts()).filter(({ outcome }) => outcome === "failed");
    expect(failed.length).toBeGreaterThanOrEqual(50);
    expect(failed.every(({ answer }) => answer === "channel_removed")).toBe(true);
    expect(await store.retries()).toEqual([]);
    expect(await store.work()).toEqual([]);
  });
});

describe("a failing endpoint", () => {
  it("is called once every 30 s, with a warning, until it answers with a 2xx", async () => {
    const { receiver, store } = await verifiedStore();
    await shop.settled(store);
    receiver.answerWith(() => ({ status: 500 }));
    const stock = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`7100${n}`, n + 1]));
    await store.stock(stock);
    // Nine items and the source: ten calls.
    await until(async () => (await store.retries()).length >= 9);
    await shop.settled(store);
    const calls = receiver.calls.length;
    shop.test.advance(60_000);
    await until(async () => (await store.webhooks())?.warnings.length);
    await shop.settled(store);
    expect(await store.webhooks()).toMatchObject({ status: "connected", warnings: [{ id: "WebhookEndpointFailing" }] });
    for (let probe = 0; probe < 3; probe++) {
      const before = receiver.calls.length;
      await store.stock({ "7200": probe + 1 });
      shop.test.advance(29_999);
      await shop.settled(store);
      expect(receiver.calls.length).toBe(before);
      shop.test.advance(1);
      await until(() => receiver.calls.length === before + 1);
      await shop.settled(store);
      expect(receiver.calls.length).toBe(before + 1);
    }
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(30_000);
    await until(async () => !(await store.webhooks())?.warnings.length);
    await until(() => receiver.callsAbout("7200").some(({ data }) => data.price === 3));
    expect(receiver.calls.length).toBeGreaterThan(calls);
  });
});
