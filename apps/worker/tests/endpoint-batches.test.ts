import { createPublicKey, verify } from "node:crypto";
import { createCaller } from "@highstreet/router";
import { EventBatch } from "@highstreet/router/features/events/events.schema.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Received } from "./receiver.ts";
import { openShop, SECRET, type Shop, type ShopStore, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  shop.test.ctx.settings.quotas = { endpoints: 100 };
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

const api = () => createCaller(shop.test.ctx).partnerEndpoints;

/** An endpoint with batches for some stores, made and read as partners do. */
async function newEndpoint(url: string, stores: ShopStore[], body: object = {}) {
  const retailerIds = stores.map(({ ids }) => ids.retailerId);
  const { id: endpointId } = await api().create({
    body: {
      ...{ url, secret: SECRET, actions: ["inventory.update"], batchSize: 100, filter: { retailerIds } },
      ...body,
    },
  });
  const deliveries = async ({ ids }: ShopStore) =>
    (await api().listDeliveries({ endpointId, storeId: ids.storeId, page: { size: 100 } })).data;
  const count = async (store: ShopStore, status: string) =>
    (await deliveries(store)).filter((one) => one.status === status).length;
  return {
    endpointId,
    deliveries,
    count,
    detail: ({ ids }: ShopStore, sequence: number) =>
      api().getDelivery({ endpointId, storeId: ids.storeId, sequence: String(sequence) }),
    connected: () => until(async () => (await api().get({ endpointId })).status === "connected"),
    follower: () => shop.test.ctx.db.prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId } }),
  };
}

const stockOf = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [String(from + n), n + 1]));

it("gets the events of two stores together, signed, each with a delivery of its own", async () => {
  const receiver = await shop.newReceiver();
  const stores = [await shop.newStore(), await shop.newStore()] as const;
  const endpoint = await newEndpoint(receiver.url, [...stores], { enhancedProductData: true });
  for (const store of stores) await store.stock(stockOf(1001, 30));
  await shop.startEngine();
  for (const store of stores) await until(async () => (await endpoint.count(store, "delivered")) === 30);
  expect(receiver.faults).toEqual([]);
  expect(receiver.ofAction("webhook.enabled")).toHaveLength(1);
  expect(receiver.batches.flat()).toHaveLength(60);
  const longest = receiver.batches.toSorted((a, b) => b.length - a.length)[0] ?? [];
  expect(new Set(longest.map(({ data }) => (data.store as { id: string }).id)).size).toBe(2);
  const { body, headers } = longest[0] as Received;
  expect(EventBatch.parse(JSON.parse(body)).events).toHaveLength(longest.length);
  expect(headers).toMatchObject({ "x-webhook-endpoint": endpoint.endpointId });
  const [store] = stores;
  const own = longest.find(({ data }) => (data.store as { id: string }).id === store.ids.storeId);
  const { request, attempts } = await endpoint.detail(store, own?.sequence ?? 0);
  const batch = longest.length;
  expect(attempts).toMatchObject([{ try: 1, status: 204, outcome: "delivered", batch }]);
  // Two events went together if they have the same time and number.
  const times = new Set<string | undefined>();
  for (const { data, sequence } of longest) {
    const to = stores.find(({ ids }) => ids.storeId === (data.store as { id: string }).id) ?? store;
    times.add((await endpoint.detail(to, sequence)).attempts[0]?.at);
  }
  expect(times.size).toBe(1);
  const listed = (await Promise.all(stores.map((one) => endpoint.deliveries(one)))).flat();
  expect(new Set(listed.map((one) => one.batch))).toEqual(new Set(receiver.batches.map(({ length }) => length)));
  expect(body).toContain(request?.body);
  expect(JSON.parse(request?.body ?? "")).toMatchObject({ id: own?.id, data: { barcode: own?.data.barcode } });
  expect(headers).toMatchObject(request?.headers ?? {});
  expect(request?.headers).toMatchObject({ "x-webhook-events": String(longest.length) });
});

it("with a public key, its batches have signatures of it", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  const { id: endpointId, publicKey } = await api().create({
    body: { url: receiver.url, signature: "ed25519", batchSize: 2, filter: { retailerIds: [store.ids.retailerId] } },
  });
  await store.stock(stockOf(1001, 3));
  await shop.startEngine();
  await until(() => receiver.callsAbout("1003").length === 1);
  expect((await api().get({ endpointId })).batchSize).toBe(2);
  const x = Buffer.from(String(publicKey).replace("whpk_", ""), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  for (const batch of receiver.batches) {
    const { body, headers } = batch[0] as Received;
    const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
    const [version, signature = ""] = String(headers["webhook-signature"]).split(",");
    expect([version, verify(null, signed, key, Buffer.from(signature, "base64"))]).toEqual(["v1a", true]);
    expect(batch.length).toBeLessThanOrEqual(2);
    expect(headers).not.toHaveProperty("x-webhook-signature");
  }
});

it("a receiver that refuses one item gets all others, and that one fails alone after its four tries", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store]);
  await endpoint.connected();
  receiver.answerWith(({ data }) => ({ status: data.barcode === "1007" ? 422 : 204 }));
  await store.stock(stockOf(1001, 20));
  const isTried = async (tries: number) =>
    (await endpoint.deliveries(store)).every((one) => one.status === "delivered" || one.tries === tries);
  await until(() => isTried(1));
  for (let tries = 2; tries <= 4; tries++) {
    const before = receiver.batches.length;
    shop.test.advance(31 * 60_000);
    await until(() => isTried(tries));
    // Its neighbours of the refused call wait for one retry only.
    await until(async () => (await endpoint.count(store, "delivered")) === 19);
    const calls = receiver.batches.slice(before).map(({ length }) => length);
    expect(calls).toEqual(Array(tries === 2 ? 20 : 1).fill(1));
    await until(async () => (await endpoint.follower()).workerId === null);
  }
  const failed = (await endpoint.deliveries(store)).filter(({ status }) => status !== "delivered");
  expect(failed).toMatchObject([{ barcode: "1007", status: "failed", tries: 4, lastStatus: 422 }]);
  const calls = receiver.batches.filter((batch) => batch.some(({ data }) => data.barcode === "1007"));
  expect(calls.map(({ length }) => length > 1)).toEqual([true, false, false, false]);

  receiver.answerWith(() => ({ status: 204 }));
  const sequence = String(failed[0]?.sequence);
  await api().redeliver({ endpointId: endpoint.endpointId, storeId: store.ids.storeId, sequence });
  await until(async () => (await endpoint.count(store, "delivered")) === 20);
  expect(receiver.faults).toEqual([]);
});

it("continues at another worker after a kill: nothing is lost, and no older state comes after a newer one", async () => {
  const receiver = await shop.newReceiver();
  const stores = [await shop.newStore(), await shop.newStore()] as const;
  const engine = await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [...stores], { batchSize: 10 });
  await endpoint.connected();
  let answered = 0;
  receiver.answerWith(() => (answered++ < 30 ? { status: 204 } : "hang"));
  for (const store of stores) await store.stock(stockOf(1001, 40));
  await until(() => answered > 30);
  await stores[0].stock({ 1001: 50, 1002: 60 });
  await shop.startEngine();
  await engine.abort();
  receiver.answerWith(() => ({ status: 204 }));
  await until(async () => (await endpoint.count(stores[0], "pending")) === 0);
  await until(async () => (await endpoint.count(stores[1], "pending")) === 0);
  for (const store of stores) {
    const mine = receiver.calls.filter(({ id }) => id.includes(store.ids.storeId));
    expect(new Set(mine.map(({ data }) => data.barcode)).size).toBe(40);
    for (const barcode of ["1001", "1002"]) {
      const sequences = mine.filter(({ data }) => data.barcode === barcode).map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
  }
  expect(receiver.callsAbout("1002").map(({ data }) => data.price)).toContain(60);
  expect(receiver.batches.every(({ length }) => length <= 10)).toBe(true);
  expect(receiver.faults).toEqual([]);
});

it("after the answer to a change, no batch of before starts; its events go in the new form", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store]);
  const { endpointId } = endpoint;
  await endpoint.connected();
  // The calls in the new form can start before the change has its answer.
  receiver.answerWith(({ headers }) => (headers["x-webhook-events"] ? "hang" : { status: 204 }));
  await store.stock(stockOf(1001, 5));
  await until(() => receiver.batches.length === 1);
  await api().update({ endpointId, body: { batchSize: 1 } });
  const before = receiver.batches.length;
  await until(async () => (await endpoint.count(store, "delivered")) === 5);
  expect(receiver.batches).toHaveLength(before);
  const last = receiver.calls.at(-1);
  expect([last?.headers["x-webhook-events"], last?.headers["x-webhook-sequence"]]).toEqual([
    undefined,
    String(last?.sequence),
  ]);
  expect(receiver.faults).toEqual([]);
});

it("counts the calls of its limit, not the events", async () => {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await shop.startEngine();
  const endpoint = await newEndpoint(receiver.url, [store], { callsPerSecond: 2, batchSize: 10 });
  await endpoint.connected();
  const at: number[] = [];
  receiver.answerWith(() => {
    at.push(performance.now());
    return { status: 204 };
  });
  await store.stock(stockOf(1001, 40));
  await until(async () => (await endpoint.count(store, "delivered")) === 40);
  expect(receiver.batches.map(({ length }) => length)).toEqual([10, 10, 10, 10]);
  // The times are those of the arrival. A start is never later, so only the whole is bounded by them.
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1_200);
});
