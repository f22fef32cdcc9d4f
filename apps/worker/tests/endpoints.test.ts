import { createCaller } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

/** A connected endpoint that only gets stock, its receiver, and an engine. */
async function opened(filter: Parameters<Shop["newEndpoint"]>[1] = {}) {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  const endpoint = await shop.newEndpoint(`${receiver.url}/old`, { actions: ["inventory.update"], ...filter });
  const engine = await shop.startEngine();
  await endpoint.connected();
  return { receiver, store, endpoint, engine };
}

const pricesOf = (calls: { data: Record<string, unknown> }[]) => calls.map(({ data }) => data.price);

describe("an endpoint", () => {
  it("is pinged first, then gets the events of all stores of the partner, and leaves no row", async () => {
    const receiver = await shop.newReceiver();
    const stores = [await shop.newStore(), await shop.newStore()];
    const endpoint = await shop.newEndpoint(receiver.url);
    for (const [n, store] of stores.entries()) await store.stock({ [`1000${n}`]: n + 1 });
    await shop.startEngine();
    await endpoint.connected();
    await endpoint.settled();
    expect(receiver.faults).toEqual([]);
    const [ping, ...calls] = receiver.calls;
    const body = JSON.parse(ping?.body ?? "");
    expect(body).toEqual({ action: "webhook.enabled", data: { endpoint: { id: endpoint.id } } });
    expect(ping?.headers["x-webhook-sequence"]).toBeUndefined();
    const updates = calls.filter(({ action }) => action === "inventory.update");
    expect(updates.map(({ data }) => [data.barcode, (data.retailer as { id: string }).id]).sort()).toEqual(
      stores.map(({ ids }, n) => [`1000${n}`, ids.retailerId]).sort(),
    );
    expect(receiver.calls.every(({ headers }) => headers["x-webhook-endpoint"] === endpoint.id)).toBe(true);
    for (const store of stores) {
      const attempts = await endpoint.attempts(store);
      expect(attempts.map((one) => [one.outcome, one.try])).toEqual(attempts.map(() => ["delivered", 1]));
    }
    expect(await endpoint.retries()).toEqual([]);
    expect((await endpoint.record()).followsFrom).not.toBeNull();
  });

  it("of a retailer names it in its ping, and hears no other retailer", async () => {
    const receiver = await shop.newReceiver();
    const [store, other] = [await shop.newStore(), await shop.newStore()];
    const { retailerId } = store.ids;
    const endpoint = await shop.newEndpoint(receiver.url, { retailerId, actions: ["inventory.update"] });
    await other.stock({ "2000": 1 });
    await store.stock({ "2001": 1 });
    await shop.startEngine();
    await until(() => receiver.calls.length === 2);
    await endpoint.settled();
    expect(receiver.calls[0]?.data).toEqual({ endpoint: { id: endpoint.id }, retailer: { id: retailerId } });
    expect(receiver.calls[1]?.data).toMatchObject({ barcode: "2001" });
    expect(
      await shop.test.ctx.db.prisma.deliveryPosition.count({
        where: { retailerId: other.ids.retailerId, endpointId: endpoint.id },
      }),
    ).toBe(0);
  });

  it("hears a new retailer and a new store by itself, and test retailers only if it is one of them", async () => {
    const { receiver, endpoint } = await opened();
    const later = await shop.newStore();
    const { ids } = await shop.test.store(later.ids.retailerId);
    await later.stock({ "3000": 1 });
    const body = [{ barcode: "3001", price: 1, quantity: 1 }];
    await createCaller(shop.test.ctx).inventory.patchStock({ ...ids, body });
    await until(() => receiver.ofAction("inventory.update").length === 2);
    const { db, partner } = { db: shop.test.ctx.db, partner: shop.test.partner };
    const test = shop.test.asKey({ partnerId: partner.partnerId, isTest: true });
    const { id: retailerId } = await shop.test.retailer({}, test);
    expect(await db.prisma.deliveryFollowing.count({ where: { retailerId } })).toBe(0);
    expect(await db.prisma.deliveryFollowing.count({ where: { endpointId: endpoint.id } })).toBeGreaterThan(1);
  });

  it("hears only its stores and actions", async () => {
    const [store, other] = [await shop.newStore(), await shop.newStore()];
    const { receiver, endpoint } = await opened({ storeIds: [store.ids.storeId] });
    await other.stock({ "4000": 1 });
    await store.enable(`${receiver.url}/channel`);
    await store.stock({ "4001": 1 });
    await until(() => receiver.calls.some(({ path, data }) => path === "/old" && data.barcode === "4001"));
    await endpoint.settled();
    const mine = receiver.calls.filter(({ path }) => path === "/old");
    expect(mine.map(({ action }) => action)).toEqual(["webhook.enabled", "inventory.update"]);
  });

  it("with categories, hears of products of these only, and of everything that is no product", async () => {
    const actions = ["inventory.update", "inventory_source.update"];
    const { receiver, store, endpoint } = await opened({ categories: ["Shoes > Red", 'A "b", {c}, NULL'], actions });
    await store.stock({ "4100": 1 }, "SHOES > Red");
    await store.stock({ "4101": 1 }, "Shoes");
    await store.stock({ "4102": 1 });
    await store.stock({ "4103": 1 }, 'a "B", {c}, null');
    await until(() => receiver.ofAction("inventory_source.update").length > 0);
    await endpoint.settled();
    expect(receiver.ofAction("inventory.update").map(({ data }) => data.barcode)).toEqual(["4100", "4103"]);
  });

  it("with categories, gets the newest state of a product that left them while an event of it waits, once", async () => {
    const { receiver, store, endpoint } = await opened({ categories: ["shoes"] });
    let isUp = false;
    receiver.answerWith(() => ({ status: isUp ? 204 : 500 }));
    await store.stock({ "4200": 1 }, "Shoes");
    await until(async () => (await endpoint.retries()).length === 1);
    await store.stock({ "4200": 2 }, "Hats");
    isUp = true;
    shop.test.advance(31_000);
    await until(() => receiver.callsAbout("4200").some(({ data }) => data.price === 2));
    await store.stock({ "4200": 3 }, "Hats");
    await store.stock({ "4201": 1 }, "Shoes");
    await until(() => receiver.callsAbout("4201").length === 1);
    await endpoint.settled();
    expect(pricesOf(receiver.callsAbout("4200"))).toEqual([1, 2]);
    const outcomes = (await endpoint.attempts(store)).map(({ outcome, try: number }) => `${number} ${outcome}`);
    expect(outcomes).toEqual(["1 retrying", "2 superseded", "1 delivered", "1 delivered"]);
    expect(await endpoint.retries()).toEqual([]);
  });

  it("gets events of an item in order, each at most four times, and the newest after a failure", async () => {
    const { receiver, store, endpoint } = await opened();
    receiver.answerWith(({ data }) => ({ status: data.barcode === "5000" ? 500 : 204 }));
    await store.stock({ "5000": 1, "5001": 1 });
    await until(async () => (await endpoint.retries()).length === 1);
    await store.stock({ "5000": 2 });
    await until(
      async () => (await endpoint.attempts(store)).filter(({ outcome }) => outcome === "retrying").length === 2,
    );
    for (let tries = 2; tries <= 4; tries++) {
      shop.test.advance(31 * 60_000);
      const outcome = tries === 4 ? "failed" : "retrying";
      await until(async () => {
        const last = (await endpoint.attempts(store)).at(-1);
        return last?.try === tries && last.outcome === outcome;
      });
    }
    await endpoint.settled();
    const outcomes = (await endpoint.attempts(store)).map((one) => one.outcome);
    expect(outcomes.sort()).toEqual([
      "delivered",
      "failed",
      "retrying",
      "retrying",
      "retrying",
      "retrying",
      "superseded",
    ]);
    expect(pricesOf(receiver.callsAbout("5000"))).toEqual([1, 2, 2, 2, 2]);
  });

  it("off: its events wait; on: they come in order", async () => {
    const { receiver, store, endpoint } = await opened();
    await endpoint.change({ isOn: false });
    await store.stock({ "6000": 1 });
    await store.stock({ "6000": 2 });
    expect(await endpoint.positions()).toHaveLength(1);
    await endpoint.change({ isOn: true }, { isWell: true });
    await endpoint.settled();
    expect(pricesOf(receiver.callsAbout("6000"))).toEqual([1, 2]);
  });

  it("after the answer to a change, no call goes to the old address; events go to the new one after its ping", async () => {
    const { receiver, store, endpoint } = await opened();
    receiver.answerWith(({ path }) => (path === "/old" ? "hang" : { status: 204 }));
    await store.stock({ "7000": 1, "7001": 1 });
    await until(() => receiver.callsAbout("7000").length === 1);
    const urls = [`${receiver.url}/old`, `${receiver.url}/new`];
    await endpoint.change({ urls, status: "pending" }, { ping: true });
    const before = receiver.calls.filter(({ path }) => path === "/old").length;
    await endpoint.settled();
    expect(receiver.calls.filter(({ path }) => path === "/old")).toHaveLength(before);
    const after = receiver.calls.filter(({ path }) => path === "/new");
    expect(after[0]?.action).toBe("webhook.enabled");
    expect(
      after
        .slice(1)
        .map(({ data }) => data.barcode)
        .sort(),
    ).toEqual(["7000", "7001"]);
    expect(receiver.faults).toEqual([]);
  });

  it("removed: no call starts after the answer, and its positions go", async () => {
    const { receiver, store, endpoint } = await opened();
    receiver.answerWith(() => "hang");
    await store.stock({ "8000": 1 });
    await until(() => receiver.callsAbout("8000").length === 1);
    await endpoint.remove();
    const { length } = receiver.calls;
    await store.stock({ "8001": 1 });
    expect(await endpoint.positions()).toEqual([]);
    // Another endpoint gets the event, so a search has run since.
    const other = await shop.newReceiver();
    const next = await shop.newEndpoint(other.url);
    await next.connected();
    await store.stock({ "8002": 1 });
    await until(() => other.callsAbout("8002").length === 1);
    expect(receiver.calls).toHaveLength(length);
  });

  it("continues at another worker after a kill: nothing is lost, and only running calls are repeated", async () => {
    const { receiver, store, endpoint, engine } = await opened();
    let answered = 0;
    receiver.answerWith(() => (answered++ < 40 ? { status: 204 } : "hang"));
    await store.stock(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`9${n}00`, n + 1])));
    await until(() => answered > 40);
    await shop.startEngine();
    await engine.abort();
    receiver.answerWith(() => ({ status: 204 }));
    await endpoint.settled();
    const updates = receiver.ofAction("inventory.update");
    expect(new Set(updates.map(({ data }) => data.barcode)).size).toBe(100);
    const attempts = await endpoint.attempts(store);
    expect(attempts.filter(({ outcome }) => outcome === "delivered")).toHaveLength(100);
    expect(new Set(updates.map(({ id, body }) => id + body)).size).toBe(100);
    expect(receiver.faults).toEqual([]);
  });

  it("that is dead delays neither another endpoint of the store nor its channel", async () => {
    const [store, dead, good] = [await shop.newStore(), await shop.newReceiver(), await shop.newReceiver()];
    const actions = ["inventory.update"];
    const bad = await shop.newEndpoint(dead.url, { actions });
    const fine = await shop.newEndpoint(`${good.url}/endpoint`, { actions });
    await store.enable(`${good.url}/channel`);
    await shop.startEngine();
    await Promise.all([bad.connected(), fine.connected()]);
    await until(async () => (await store.webhooks())?.status === "connected");
    dead.answerWith(() => "hang");
    await store.stock({ "1100": 1 });
    await until(() => dead.callsAbout("1100").length === 1);
    for (let price = 2; price < 6; price++) {
      await store.stock({ "1100": price });
      await until(() => pricesOf(good.callsAbout("1100")).filter((one) => one === price).length === 2);
    }
  });

  it("that fails for a minute has a warning and one call every 30 s, and gets all events when it accepts one", async () => {
    const { receiver, store, endpoint } = await opened();
    const stock = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`12${10 + n}`, 1]));
    receiver.answerWith(() => ({ status: 500 }));
    await store.stock(stock);
    await until(async () => (await endpoint.retries()).length === 12);
    shop.test.advance(61_000);
    await until(async () => JSON.stringify((await endpoint.record()).warnings).includes("WebhookEndpointFailing"));
    await until(async () => (await endpoint.follower()).workerId === null);
    expect((await endpoint.follower()).holdUntil?.getTime()).toBeGreaterThan(shop.test.ctx.now().getTime());
    const { length } = receiver.calls;
    shop.test.advance(31_000);
    await until(async () => receiver.calls.length > length && (await endpoint.follower()).workerId === null);
    expect(receiver.calls).toHaveLength(length + 1);
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(10 * 60_000);
    await endpoint.settled();
    expect((await endpoint.record()).warnings).toEqual([]);
    const good = (await endpoint.attempts(store)).filter(({ outcome }) => outcome === "delivered");
    expect(good).toHaveLength(12);
  });
});
