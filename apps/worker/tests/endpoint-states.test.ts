import { createCaller } from "@highstreet/router";
import { retainLogs } from "@highstreet/router/features/webhooks/index.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop, type ShopStore, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

async function newEndpoint() {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await store.enable(receiver.url);
  return { receiver, store };
}

async function verifiedStore() {
  const { receiver, store } = await newEndpoint();
  await shop.startEngine();
  await until(async () => (await store.webhooks())?.status === "connected");
  await shop.settled(store);
  return { receiver, store };
}

const warningsOf = async (store: ShopStore) => (await store.webhooks())?.warnings.map(({ id }) => id);
const testCall = (store: ShopStore) => createCaller(shop.test.ctx).webhooks.test(store.ids);
const items = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [String(from + n), 1]));

/** Advances the clock, and waits until all due work is done. */
async function pass(store: ShopStore, ms: number): Promise<void> {
  shop.test.advance(ms);
  await shop.settled(store);
}

/** Lets an endpoint fail until its channel has the warning. */
async function failing() {
  const { receiver, store } = await verifiedStore();
  receiver.answerWith(() => ({ status: 500 }));
  await store.stock(items(3_000, 12));
  await shop.settled(store);
  shop.test.advance(60_000);
  await until(async () => (await warningsOf(store))?.length);
  await shop.settled(store);
  return { receiver, store };
}

describe("a pending endpoint", () => {
  it("that accepts a test call is verified: waiting events are sent at once, and the ping is not sent again", async () => {
    const { receiver, store } = await newEndpoint();
    receiver.answerWith(() => ({ status: 500 }));
    await store.stock({ "1001": 1 });
    await shop.startEngine();
    await until(async () => (await warningsOf(store))?.includes("WebhookVerificationFailed"));
    await shop.settled(store);
    expect(await testCall(store)).toMatchObject({ ok: false, status: 500 });
    expect(receiver.calls.map(({ action }) => action)).toEqual(["webhook.enabled", "webhook.enabled"]);

    receiver.answerWith(() => ({ status: 204 }));
    expect(await testCall(store)).toMatchObject({ ok: true, status: 204 });
    expect(await store.webhooks()).toMatchObject({ status: "connected", warnings: [] });
    await until(() => receiver.callsAbout("1001").length);
    await pass(store, 3_600_000);
    expect(receiver.ofAction("webhook.enabled")).toHaveLength(3);
    expect(receiver.faults).toEqual([]);
  });
});

describe("an endpoint fails", () => {
  it("after ten failed calls in a row over a minute, not earlier, and not with a good call among them", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(() => ({ status: 500 }));
    await store.stock(items(2_000, 12));
    await shop.settled(store);
    expect(await warningsOf(store)).toEqual([]);
    await pass(store, 59_000);
    expect(await warningsOf(store)).toEqual([]);

    receiver.answerWith(({ data }) => ({ status: data.barcode === "2100" ? 204 : 500 }));
    await store.stock({ "2100": 1 });
    await until(() => receiver.callsAbout("2100").length);
    await shop.settled(store);
    shop.test.advance(60_000);
    await store.stock(items(2_200, 8));
    await until(() => receiver.callsAbout("2207").length);
    await shop.settled(store);
    expect(await warningsOf(store)).toEqual([]);
    // The ninth and tenth after the good one, more than a minute after the first.
    shop.test.advance(61_000);
    await store.stock(items(2_300, 2));
    await until(async () => (await warningsOf(store))?.length);
    expect(await store.webhooks()).toMatchObject({ status: "connected", warnings: [{ id: "WebhookEndpointFailing" }] });
  });

  it("until the first 2xx, which removes the warning and sends waiting events at once", async () => {
    const { receiver, store } = await failing();
    await store.stock(items(3_500, 20));
    const before = receiver.calls.length;
    await pass(store, 30_000);
    const called = receiver.calls.map(({ action, data }) => `${action} ${data.barcode ?? ""}`);
    expect(called.slice(before), called.join(", ")).toHaveLength(1);
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(30_000);
    await until(async () => !(await warningsOf(store))?.length);
    await until(() => receiver.callsAbout("3519").length);
    const events = (await createCaller(shop.test.ctx).events.list({ ...store.ids, page: { size: 100 } })).data;
    const received = events.filter(({ action }) => action === "channel.update").map(({ data }) => data.warnings);
    expect(received).toMatchObject([[], [], [{ id: "WebhookEndpointFailing" }], []]);
  });

  it("until it accepts a test call", async () => {
    const { receiver, store } = await failing();
    await store.stock(items(3_700, 20));
    await shop.settled(store);
    expect(receiver.callsAbout("3719")).toEqual([]);
    receiver.answerWith(() => ({ status: 204 }));
    expect(await testCall(store)).toMatchObject({ ok: true });
    expect(await warningsOf(store)).toEqual([]);
    await until(() => receiver.callsAbout("3719").length);
  });

  it("for hours with at most four tries of each event, and one call every 30 s", async () => {
    const { receiver, store } = await failing();
    await store.stock(items(4_000, 40));
    await shop.settled(store);
    const before = receiver.calls.length;
    for (let n = 0; n < 60; n++) await pass(store, 30_000);
    expect(receiver.calls.length).toBe(before + 60);
    const tries = Map.groupBy(await store.attempts(), ({ sequence }) => sequence);
    for (const of of tries.values()) expect(of.length).toBeLessThanOrEqual(4);
  });
});

describe("an event that has waited for 30 days", () => {
  const DAY = 24 * 3_600_000;
  const retain = () => retainLogs(shop.system, { days: 30 });

  it("for a failing endpoint is failed. When the endpoint accepts calls, only younger events are sent", async () => {
    const { receiver, store } = await failing();
    await store.stock(items(5_000, 20));
    await shop.settled(store);
    shop.test.advance(29 * DAY);
    await shop.settled(store);
    await store.stock(items(5_100, 20));
    await pass(store, DAY + 1);
    await Promise.all([retain(), pass(store, 30_000)]);
    await shop.settled(store);
    const before = receiver.calls.length;
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(30_000);
    await until(() => receiver.callsAbout("5119").length);
    await shop.settled(store);
    const received = receiver.calls.slice(before).flatMap(({ data }) => data.barcode ?? []);
    expect(received.filter((barcode) => Number(barcode) < 5_100)).toEqual([]);
    const { data } = await createCaller(shop.test.ctx).webhooks.listDeliveries({ ...store.ids, q: "5019" });
    expect(data).toMatchObject([{ status: "failed", nextTryAt: null }]);
    expect(receiver.faults).toEqual([]);
  });

  it("for an endpoint that never answered is failed. The ping continues, and after a 2xx the younger events are sent", async () => {
    const { receiver, store } = await newEndpoint();
    receiver.answerWith(() => ({ status: 500 }));
    await store.stock({ "6001": 1 });
    await shop.startEngine();
    await until(async () => (await warningsOf(store))?.length);
    shop.test.advance(31 * DAY);
    await store.stock({ "6002": 1 });
    await retain();
    await shop.settled(store);
    const before = receiver.calls.length;
    await pass(store, 3_600_000);
    expect(receiver.calls.length).toBe(before + 1);
    receiver.answerWith(() => ({ status: 204 }));
    await pass(store, 3_600_000);
    await until(() => receiver.callsAbout("6002").length);
    expect(receiver.callsAbout("6001")).toEqual([]);
    const warnings = [{ id: "WebhookDeliveriesFailed" }];
    expect(await store.webhooks()).toMatchObject({ status: "connected", warnings });
  });
});
