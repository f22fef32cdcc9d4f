import { createCaller } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

const api = () => createCaller(shop.test.ctx).webhooks;

describe("the deliveries' log", () => {
  it("lists waiting, delivered, superseded and failed deliveries, the newest first", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    const list = async (query: object = {}) => (await api().listDeliveries({ ...store.ids, ...query })).data;
    expect(await list()).toMatchObject([{ action: "webhook.enabled", status: "pending", tries: 0, barcode: null }]);
    await store.stock({ "1101": 1, "1102": 1 });
    expect((await list()).map(({ status }) => status)).toEqual(["pending", "pending", "pending", "pending"]);

    receiver.answerWith(({ data }) => ({ status: data.barcode === "1102" && data.price === 1 ? 503 : 204 }));
    await shop.startEngine();
    await until(() => receiver.callsAbout("1102").length);
    await shop.settled(store);
    expect(await list({ q: "1102" })).toMatchObject([
      { barcode: "1102", status: "pending", tries: 1, lastStatus: 503, nextTryAt: expect.any(String) },
    ]);
    await store.stock({ "1102": 2 });
    shop.test.advance(30_000);
    await until(() => receiver.callsAbout("1102").length === 2);
    await shop.settled(store);
    expect(await list({ q: "1102" })).toMatchObject([{ status: "delivered" }, { status: "superseded", tries: 1 }]);
    expect(await list({ status: "failed" })).toEqual([]);
    const sequences = (await list()).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));

    await store.remove();
    expect(await list()).toHaveLength(sequences.length);
  });

  it("shows a waiting retry as superseded as soon as the log has a newer event of its item", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    receiver.answerWith(({ data }) => ({ status: data.barcode ? 503 : 204 }));
    await store.stock({ "1601": 1, "1602": 1 });
    const engine = await shop.startEngine();
    await until(() => receiver.callsAbout("1601").length && receiver.callsAbout("1602").length);
    await shop.settled(store);
    await engine.stop();
    const list = async (query: object) => (await api().listDeliveries({ ...store.ids, ...query })).data;
    const [waiting] = await list({ q: "1601" });
    expect(waiting).toMatchObject({ status: "pending", nextTryAt: expect.any(String) });

    await store.stock({ "1601": 2 });
    const overtaken = { sequence: waiting?.sequence, status: "superseded", nextTryAt: null };
    expect(await list({ q: "1601" })).toMatchObject([{ status: "pending", tries: 0 }, overtaken]);
    expect(await list({ status: "superseded" })).toMatchObject([overtaken]);
    expect((await list({ status: "pending" })).map(({ barcode }) => barcode)).toEqual(["1601", "1602"]);
    const ids = { ...store.ids, sequence: String(waiting?.sequence) };
    expect(await api().getDelivery(ids)).toMatchObject(overtaken);
    await expect(api().redeliver(ids)).rejects.toMatchObject({ cause: { code: "DeliverySuperseded" } });
  });

  it("has pages without a gap, in both directions", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    await store.stock({ "1201": 1, "1202": 1, "1203": 1 });
    const page = (after?: string) => api().listDeliveries({ ...store.ids, page: { size: 2, after } });
    const first = await page();
    const second = await page(first.next ?? undefined);
    const third = await page(second.next ?? undefined);
    const all = await api().listDeliveries(store.ids);
    expect([...first.data, ...second.data, ...third.data]).toEqual(all.data);
    expect([first.prev, third.next]).toEqual([null, null]);
    expect((await page(second.prev ?? undefined)).data).toEqual(first.data);
  });

  it("sends a delivery again with the same bytes and four new tries, unless a newer event of its item exists", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    receiver.answerWith(({ data }) => ({ status: data.barcode === "1401" ? 500 : 204 }));
    await store.stock({ "1401": 1, "1402": 1 });
    await shop.startEngine();
    await until(() => receiver.callsAbout("1401").length && receiver.callsAbout("1402").length);
    await shop.settled(store);
    const redeliver = (call?: { sequence: number }) =>
      api().redeliver({ ...store.ids, sequence: String(call?.sequence) });

    const [waiting] = receiver.callsAbout("1401");
    expect(await redeliver(waiting)).toMatchObject({ status: "pending", tries: 1 });
    await until(async () => (await store.attemptsOf("1401")).length === 2);
    await shop.settled(store);
    expect((await store.retries())[0]).toMatchObject({ tries: 2 });

    const [delivered] = receiver.callsAbout("1402");
    expect(await redeliver(delivered)).toMatchObject({ status: "delivered", tries: 1 });
    await until(() => receiver.callsAbout("1402").length === 2);
    expect(new Set(receiver.callsAbout("1402").map(({ id, body }) => id + body)).size).toBe(1);

    await store.stock({ "1402": 2 });
    await until(() => receiver.callsAbout("1402").length === 3);
    await shop.settled(store);
    await expect(redeliver(delivered)).rejects.toMatchObject({
      cause: { code: "DeliverySuperseded", members: { newerSequence: receiver.callsAbout("1402")[2]?.sequence } },
    });
    expect((await store.attemptsOf("1402")).map((attempt) => [attempt.try, attempt.outcome])).toEqual([
      [1, "delivered"],
      [2, "delivered"],
      [1, "delivered"],
    ]);
  });

  it("sends a range again: the newest event of each item, once. Delivered events stay delivered after any answer", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    await shop.startEngine();
    await store.stock({ "1801": 1, "1802": 1 });
    await until(() => receiver.callsAbout("1801").length && receiver.callsAbout("1802").length);
    await store.stock({ "1801": 2 });
    await until(() => receiver.callsAbout("1801").length === 2 && receiver.callsAbout("1802").length);
    await shop.settled(store);
    const { length } = receiver.calls;
    receiver.answerWith(({ data }) => ({ status: data.barcode === "1802" ? 500 : 204 }));
    const sequences = ["1801", "1802"].flatMap((name) => receiver.callsAbout(name).map(({ sequence }) => sequence));
    const body = { from: Math.min(...sequences), to: Math.max(...sequences), status: "delivered" } as const;
    expect(await api().redeliverRange({ ...store.ids, body })).toMatchObject({ superseded: 1 });
    await until(() => receiver.callsAbout("1801").length === 3 && receiver.callsAbout("1802").length === 2);
    await shop.settled(store);
    const items = receiver.calls.slice(length).filter(({ data }) => data.barcode);
    const again = items.map(({ data }) => [data.barcode, data.price]);
    expect(again.toSorted()).toEqual([
      ["1801", 2],
      ["1802", 1],
    ]);
    const list = (await api().listDeliveries({ ...store.ids, q: "180" })).data;
    expect(list.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
    expect((await store.retries()).map(({ tries }) => tries)).toEqual([1]);
  });

  it("shows a delivery with its request and every attempt", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url, { enhancedProductData: true });
    receiver.answerWith(({ data }) => ({ status: data.barcode ? 500 : 204, body: "no" }));
    await store.stock({ "1301": 1 });
    await shop.startEngine();
    await until(() => receiver.callsAbout("1301").length);
    await shop.settled(store);
    const [call] = receiver.callsAbout("1301");
    const sequence = String(call?.sequence);
    expect(await api().getDelivery({ ...store.ids, sequence })).toMatchObject({
      status: "pending",
      request: {
        url: `${receiver.url}/`,
        body: call?.body,
        headers: { "webhook-id": call?.id, "x-webhook-sequence": sequence },
      },
      attempts: [
        {
          try: 1,
          status: 500,
          outcome: "retrying",
          answer: "no",
          durationMs: expect.any(Number),
          url: `${receiver.url}/`,
        },
      ],
    });
    for (const none of ["999999", "x", "-1"]) {
      await expect(api().getDelivery({ ...store.ids, sequence: none })).rejects.toMatchObject({
        cause: { code: "DeliveryNotFound" },
      });
    }
  });

  it("shows the calls after the endpoint has changed or ended", async () => {
    const [first, second] = [await shop.newReceiver(), await shop.newReceiver()];
    for (const receiver of [first, second]) receiver.answerWith(({ data }) => ({ status: data.barcode ? 500 : 204 }));
    const store = await shop.newStore();
    await store.enable(first.url);
    await store.stock({ "1501": 1 });
    const [untried] = (await api().listDeliveries({ ...store.ids, q: "1501" })).data;
    const sequence = String(untried?.sequence);
    const delivery = () => api().getDelivery({ ...store.ids, sequence });
    expect(await delivery()).toMatchObject({ tries: 0, request: null, attempts: [] });

    await shop.startEngine();
    await until(() => first.callsAbout("1501").length);
    await shop.settled(store);
    const { request } = await delivery();
    const sent = first.callsAbout("1501")[0]?.headers;
    expect(request?.headers).toEqual(
      Object.fromEntries(Object.keys(request?.headers ?? {}).map((name) => [name, sent?.[name]])),
    );
    await store.enable(first.url);
    expect(await delivery(), "the same endpoint, enabled again").toMatchObject({ request });

    const withoutSignatures = { ...request?.headers, "x-webhook-signature": null, "webhook-signature": null };
    await store.enable(second.url, { enhancedProductData: true });
    await until(() => second.ofAction("webhook.enabled").length);
    expect(await delivery()).toMatchObject({ request: { ...request, headers: withoutSignatures } });

    shop.test.advance(30_000);
    await until(() => second.callsAbout("1501").length);
    await shop.settled(store);
    const attempts = [{ url: `${first.url}/` }, { url: `${second.url}/` }];
    expect(await delivery()).toMatchObject({ request: { url: `${second.url}/`, body: request?.body }, attempts });

    await store.remove();
    const ended = await delivery();
    expect(ended).toMatchObject({
      status: "failed",
      request: { url: `${second.url}/`, headers: { "x-webhook-signature": null } },
      attempts: [...attempts, { url: null, durationMs: null }],
    });
    await store.enable(first.url);
    expect((await delivery()).request, "the same URL and secret, but another endpoint").toEqual(ended.request);
  });
});
