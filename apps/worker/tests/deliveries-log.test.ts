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
  it("tells newest first what waits, was delivered, was superseded or failed", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    const list = async (query: object = {}) => (await api().listDeliveries({ ...store.ids, ...query })).data;
    expect(await list()).toMatchObject([{ action: "webhook.enabled", status: "pending", tries: 0, barcode: null }]);
    await store.stock({ "1101": 1, "1102": 1 });
    expect((await list()).map(({ status }) => status)).toEqual(["pending", "pending", "pending", "pending"]);

    receiver.answerWith(({ data }) => ({ status: data.barcode === "1102" && data.price === 1 ? 503 : 204 }));
    await shop.startEngine();
    await until(() => receiver.toldOf("1102").length);
    await shop.settled(store);
    expect(await list({ q: "1102" })).toMatchObject([
      { barcode: "1102", status: "pending", tries: 1, lastStatus: 503, nextTryAt: expect.any(String) },
    ]);
    await store.stock({ "1102": 2 });
    shop.test.advance(30_000);
    await until(() => receiver.toldOf("1102").length === 2);
    await shop.settled(store);
    expect(await list({ q: "1102" })).toMatchObject([{ status: "delivered" }, { status: "superseded", tries: 1 }]);
    expect(await list({ status: "failed" })).toEqual([]);
    const sequences = (await list()).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));

    await store.remove();
    expect(await list()).toHaveLength(sequences.length);
  });

  it("pages through without a gap, both ways", async () => {
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

  it("sends one again on demand, with the same bytes and four new tries, unless a newer event of its item exists", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    receiver.answerWith(({ data }) => ({ status: data.barcode === "1401" ? 500 : 204 }));
    await store.stock({ "1401": 1, "1402": 1 });
    await shop.startEngine();
    await until(() => receiver.toldOf("1401").length && receiver.toldOf("1402").length);
    await shop.settled(store);
    const redeliver = (call?: { sequence: number }) =>
      api().redeliver({ ...store.ids, sequence: String(call?.sequence) });

    const [waiting] = receiver.toldOf("1401");
    expect(await redeliver(waiting)).toMatchObject({ status: "pending", tries: 1 });
    await until(async () => (await store.attemptsOf("1401")).length === 2);
    await shop.settled(store);
    expect((await store.retries())[0]).toMatchObject({ tries: 2 });

    const [delivered] = receiver.toldOf("1402");
    expect(await redeliver(delivered)).toMatchObject({ status: "delivered", tries: 1 });
    await until(() => receiver.toldOf("1402").length === 2);
    expect(new Set(receiver.toldOf("1402").map(({ id, body }) => id + body)).size).toBe(1);

    await store.stock({ "1402": 2 });
    await until(() => receiver.toldOf("1402").length === 3);
    await shop.settled(store);
    await expect(redeliver(delivered)).rejects.toMatchObject({
      cause: { code: "DeliverySuperseded", members: { newerSequence: receiver.toldOf("1402")[2]?.sequence } },
    });
    expect((await store.attemptsOf("1402")).map((attempt) => [attempt.try, attempt.outcome])).toEqual([
      [1, "delivered"],
      [2, "delivered"],
      [1, "delivered"],
    ]);
  });

  it("shows one with its request and every attempt", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url, { enhancedProductData: true });
    receiver.answerWith(({ data }) => ({ status: data.barcode ? 500 : 204, body: "no" }));
    await store.stock({ "1301": 1 });
    await shop.startEngine();
    await until(() => receiver.toldOf("1301").length);
    await shop.settled(store);
    const [call] = receiver.toldOf("1301");
    const sequence = String(call?.sequence);
    expect(await api().getDelivery({ ...store.ids, sequence })).toMatchObject({
      status: "pending",
      request: {
        url: receiver.url,
        body: call?.body,
        headers: { "webhook-id": call?.id, "x-webhook-sequence": sequence },
      },
      attempts: [{ try: 1, status: 500, outcome: "retrying", answer: "no", durationMs: expect.any(Number) }],
    });
    for (const none of ["999999", "x", "-1"]) {
      await expect(api().getDelivery({ ...store.ids, sequence: none })).rejects.toMatchObject({
        cause: { code: "DeliveryNotFound" },
      });
    }
  });
});
