import { createCaller } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openShop, SECRET, type Shop, type ShopStore, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  shop.test.ctx.settings.quotas = { endpoints: 100 };
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

const api = () => createCaller(shop.test.ctx).partnerEndpoints;

/** An endpoint of the partner for some stores, made and read as partners do. */
async function newEndpoint(url: string, stores: ShopStore[], body: object = {}) {
  const retailerIds = stores.map(({ ids }) => ids.retailerId);
  const { id: endpointId } = await api().create({
    body: { url, secret: SECRET, actions: ["inventory.update"], filter: { retailerIds }, ...body },
  });
  const deliveries = async (
    { ids }: ShopStore,
    filter: Partial<Parameters<ReturnType<typeof api>["listDeliveries"]>[0]> = {},
  ) => (await api().listDeliveries({ endpointId, storeId: ids.storeId, ...filter })).data;
  return {
    endpointId,
    deliveries,
    isConnected: async () => (await api().get({ endpointId })).status === "connected",
    statuses: async (store: ShopStore) => (await deliveries(store)).map(({ barcode, status }) => [barcode, status]),
  };
}

it("lists what an endpoint got, with the call as it was sent, beside the store's own channel", async () => {
  const [receiver, own] = [await shop.newReceiver(), await shop.newReceiver()];
  const store = await shop.newStore();
  await store.enable(own.url);
  const endpoint = await newEndpoint(receiver.url, [store], { enhancedProductData: true });
  await store.stock({ "1001": 1, "1002": 2 });
  expect(await endpoint.statuses(store)).toEqual([
    ["1002", "pending"],
    ["1001", "pending"],
  ]);
  await shop.startEngine();
  await until(async () => (await endpoint.deliveries(store, { status: "delivered" })).length === 2);
  const [newest] = await endpoint.deliveries(store);
  expect(newest).toMatchObject({ ...store.ids, barcode: "1002", tries: 1, lastStatus: 204, reason: null });
  const of = { endpointId: endpoint.endpointId, storeId: store.ids.storeId };
  const { request, attempts } = await api().getDelivery({ ...of, sequence: String(newest?.sequence) });
  const [call] = receiver.callsAbout("1002");
  expect(request?.body).toBe(call?.body);
  expect(call?.headers).toMatchObject(request?.headers ?? {});
  expect(attempts).toMatchObject([{ try: 1, status: 204, url: `${receiver.url}/`, outcome: "delivered" }]);
  expect(await api().summary({ endpointId: endpoint.endpointId })).toMatchObject({ delivered: 2, failed: 0 });
  await until(() => own.callsAbout("1002").length === 1);
  expect([receiver.faults, own.faults]).toEqual([[], []]);
  const ofChannel = (await createCaller(shop.test.ctx).webhooks.listDeliveries(store.ids)).data;
  expect(ofChannel.filter(({ action }) => action === "inventory.update")).toHaveLength(2);
});

it("holds the events of an endpoint that is off, and sends them in order when it is on again", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store]);
  const { endpointId } = endpoint;
  await until(endpoint.isConnected);
  await api().update({ endpointId, body: { enabled: false } });
  await store.stock({ "1001": 1 });
  await store.stock({ "1001": 2, "1002": 2 });
  const beside = await newEndpoint((await shop.newReceiver()).url, [store]);
  await store.stock({ "1003": 3 });
  await until(async () => (await beside.deliveries(store, { status: "delivered" })).length === 1);
  expect((await api().get({ endpointId })).health).toMatchObject({ waitingStores: 1 });
  expect(receiver.ofAction("inventory.update")).toEqual([]);
  await api().update({ endpointId, body: { enabled: true } });
  await until(() => receiver.callsAbout("1003").length === 1);
  await until(() => receiver.callsAbout("1001").some(({ data }) => data.price === 2));
  const prices = receiver.callsAbout("1001").map(({ data }) => data.price);
  expect(prices).toEqual(prices.toSorted());
  await until(async () => (await api().get({ endpointId })).health.waitingStores === 0);
});

it("sends a failed delivery again on request, and refuses an older state", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store]);
  await until(endpoint.isConnected);
  receiver.answerWith(({ data }) => ({ status: data.barcode === "1001" ? 500 : 204, body: "no" }));
  await store.stock({ "1001": 1, "1002": 2 });
  const of = { endpointId: endpoint.endpointId, storeId: store.ids.storeId };
  const find = async (barcode: string) => (await endpoint.deliveries(store, { q: barcode }))[0];
  await until(async () => (await find("1001"))?.tries === 1 && (await find("1002"))?.status === "delivered");
  const waiting = await find("1001");
  expect(waiting).toMatchObject({ status: "pending", lastStatus: 500, nextTryAt: expect.any(String) });
  receiver.answerWith(() => ({ status: 204 }));
  const sequence = String(waiting?.sequence);
  expect(await api().redeliver({ ...of, sequence })).toMatchObject({ ...store.ids, barcode: "1001" });
  await until(async () => (await find("1001"))?.status === "delivered");
  await store.stock({ "1001": 9 });
  await until(() => receiver.callsAbout("1001").some(({ data }) => data.price === 9));
  await until(async () => (await endpoint.deliveries(store, { status: "delivered" })).length === 3);
  const refused = { cause: { code: "DeliverySuperseded", members: { newerSequence: expect.any(Number) } } };
  await expect(api().redeliver({ ...of, sequence })).rejects.toMatchObject(refused);
  const missing = { cause: { code: "DeliveryNotFound" } };
  await expect(api().redeliver({ ...of, sequence: "999999" })).rejects.toMatchObject(missing);
});

it("fills a new endpoint with the newest event of each item since a time, in pages, once", async () => {
  const [first, second] = [await shop.newStore(), await shop.newStore()];
  const since = shop.test.ctx.now().toISOString();
  for (const store of [first, second]) {
    await store.stock({ "1001": 1, "1002": 2 });
    await store.stock({ "1001": 5 });
  }
  const receiver = await shop.newReceiver();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [first, second]);
  const { endpointId } = endpoint;
  await until(endpoint.isConnected);
  const before = await api().redeliverRange({ endpointId, body: { since, status: "failed" } });
  expect(before).toEqual({ queued: 0, superseded: 0, next: null });
  const { storeId } = first.ids;
  expect(await api().redeliverRange({ endpointId, body: { storeId, from: 1, to: 1 } })).toMatchObject({ queued: 0 });
  const done = await api().redeliverRange({ endpointId, body: { since } });
  expect(done).toEqual({ queued: 4, superseded: 2, next: null });
  await until(() => receiver.ofAction("inventory.update").length === 4);
  for (const store of [first, second]) {
    await until(async () => (await endpoint.deliveries(store, { status: "delivered" })).length === 2);
  }
  expect(receiver.callsAbout("1001").map(({ data }) => data.price)).toEqual([5, 5]);
  const after = `${second.ids.retailerId}.${second.ids.storeId}.0`;
  const rest = await api().redeliverRange({ endpointId, body: { since, after } });
  expect(rest.queued).toBe([first, second].filter(({ ids }) => ids.retailerId >= second.ids.retailerId).length * 2);
  const bad = { cause: { code: "ValidationFailed" } };
  await expect(api().redeliverRange({ endpointId, body: { since, after: "x" } })).rejects.toMatchObject(bad);
  await expect(api().redeliverRange({ endpointId, body: { from: 1 } })).rejects.toMatchObject(bad);
});

it("adds the headers of the last change to every call, pings and test calls included", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  const headers = { Authorization: "Bearer of-the-gateway", "X-Team": "stock" };
  const endpoint = await newEndpoint(receiver.url, [store], { headers });
  const { endpointId } = endpoint;
  await shop.startEngine();
  await until(endpoint.isConnected);
  await api().test({ endpointId });
  await store.stock({ "1001": 1 });
  await until(() => receiver.callsAbout("1001").length === 1);
  const sent = { authorization: headers.Authorization, "x-team": "stock" };
  for (const { headers: got } of receiver.calls) expect(got).toMatchObject(sent);
  expect(receiver.ofAction("webhook.enabled")).toHaveLength(2);
  await api().update({ endpointId, body: { headers: { "X-Team": null, authorization: "Bearer other" } } });
  await store.stock({ "1001": 2 });
  await until(() => receiver.callsAbout("1001").length === 2);
  const [, last] = receiver.callsAbout("1001");
  expect([last?.headers.authorization, last?.headers["x-team"]]).toEqual(["Bearer other", undefined]);
  expect(receiver.faults).toEqual([]);
  const [newest] = await endpoint.deliveries(store);
  const of = { endpointId, storeId: store.ids.storeId, sequence: String(newest?.sequence) };
  expect(JSON.stringify(await api().getDelivery(of))).not.toContain("Bearer");
});

it("with retries of days, calls eight times in three days before it gives an event up", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store], { retries: "days" });
  await until(endpoint.isConnected);
  receiver.answerWith(() => ({ status: 500 }));
  await store.stock({ "1001": 1 });
  const find = async () => (await endpoint.deliveries(store))[0];
  const hour = 3_600;
  for (const [n, seconds] of [30, 300, 1_800, 2 * hour, 6 * hour, 20 * hour, 44 * hour].entries()) {
    await until(async () => (await find())?.tries === n + 1);
    const { nextTryAt, status } = (await find()) ?? {};
    expect([status, Date.parse(nextTryAt ?? "") - shop.test.ctx.now().getTime()]).toEqual(["pending", seconds * 1_000]);
    shop.test.advance(seconds * 1_000);
  }
  await until(async () => (await find())?.status === "failed");
  expect([(await find())?.tries, receiver.callsAbout("1001").length]).toEqual([8, 8]);
});

it("waits for an answer as long as the endpoint says", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store], { timeoutSeconds: 1 });
  await until(endpoint.isConnected);
  receiver.answerWith(() => "hang");
  await store.stock({ "1001": 1 });
  const find = async () => (await endpoint.deliveries(store))[0];
  await until(async () => (await find())?.tries === 1);
  const of = { endpointId: endpoint.endpointId, storeId: store.ids.storeId };
  const { attempts } = await api().getDelivery({ ...of, sequence: String((await find())?.sequence) });
  expect(attempts).toMatchObject([{ status: null, answer: "no whole answer within 1 s" }]);
});

it("starts no more calls in a second than the endpoint says, and sends all of them", async () => {
  const receiver = await shop.newReceiver();
  const [first, second] = [await shop.newStore(), await shop.newStore()];
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [first, second], { callsPerSecond: 10 });
  await until(endpoint.isConnected);
  const at: number[] = [];
  receiver.answerWith(() => {
    at.push(performance.now());
    return { status: 204 };
  });
  const stock = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${1_001 + n}`, 1]));
  await Promise.all([first.stock(stock), second.stock(stock)]);
  await until(() => at.length === 24);
  // The times are those of the arrival. A start is never later, so only the whole is bounded by them.
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1_800);
});
