import { listen } from "@highstreet/db";
import { DELIVERY } from "@highstreet/delivery";
import { createCaller } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, type Shop, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

/** A store with an endpoint that has answered its ping. */
async function verifiedStore(parameters: { enhancedProductData?: boolean } = {}) {
  const receiver = await shop.newReceiver();
  const store = await shop.newStore();
  await store.enable(`${receiver.url}/hook`, parameters);
  const engine = await shop.startEngine();
  await until(async () => (await store.webhooks())?.status === "connected");
  return { receiver, store, engine };
}

const prices = (calls: { data: Record<string, unknown> }[]) => calls.map(({ data }) => data.price);

describe("a delivery", () => {
  it("is signed, has exactly the keys of the spec, and is logged with the receiver's answer", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(() => ({ status: 200, body: "thank you" }));
    await store.stock({ "5012345678900": 44.9 });
    await until(() => receiver.ofAction("inventory.update").length);
    const [call] = receiver.ofAction("inventory.update");
    expect(call?.path).toBe("/hook");
    expect(call?.body).toMatch(/^\{"action":"inventory.update","data":\{"id":"local:en:GB:/);
    expect(call?.body).toContain('"price":44.90,');
    expect(Object.keys(call?.data ?? {})).toEqual([
      "id",
      "barcode",
      "status",
      "price",
      "currency",
      "condition",
      "createdAt",
      "store",
    ]);
    expect(receiver.faults).toEqual([]);
    await shop.settled(store);
    expect((await store.attemptsOf("5012345678900"))[0]).toMatchObject({
      status: 200,
      outcome: "delivered",
      answer: "thank you",
    });
  });

  it("has all eight keys of product with enhancedProductData, null for unknown values", async () => {
    const { receiver, store } = await verifiedStore({ enhancedProductData: true });
    await store.stock({ "5012345678917": 1 });
    await until(() => receiver.ofAction("inventory.update").length);
    expect(receiver.ofAction("inventory.update")[0]?.data.product).toEqual({
      title: null,
      contentLanguage: "en",
      brand: null,
      description: null,
      images: null,
      category: null,
      attributes: null,
      groupId: null,
    });
  });

  it("waits for the answer to the ping, and no event is lost", async () => {
    const receiver = await shop.newReceiver();
    receiver.answerWith(({ action }) => ({ status: action === "webhook.enabled" ? 500 : 204 }));
    const store = await shop.newStore();
    await store.enable(receiver.url);
    await store.stock({ "7001": 1 });
    await shop.startEngine();
    await until(async () => (await store.attempts()).length);
    await shop.settled(store);
    expect(receiver.calls.map(({ action }) => action)).toEqual(["webhook.enabled"]);
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(30_000);
    await until(() => receiver.callsAbout("7001").length);
    expect((await store.webhooks())?.status).toBe("connected");
    expect(new Set(receiver.ofAction("webhook.enabled").map(({ id }) => id)).size).toBe(1);
    // Only the events feed has the changes of the webhooks channel itself.
    expect(receiver.ofAction("channel.update")).toEqual([]);
    expect(receiver.faults).toEqual([]);
  });

  it("has a warning after a failed ping, and after four tries the ping is sent every hour", async () => {
    const receiver = await shop.newReceiver();
    receiver.answerWith(() => ({ status: 404 }));
    const store = await shop.newStore();
    await store.enable(receiver.url);
    await shop.startEngine();
    await until(async () => (await store.attempts()).length === 1);
    for (const [n, wait] of [30_000, 300_000, 1_800_000, 3_600_000, 3_600_000].entries()) {
      await shop.settled(store);
      const warnings = (await store.webhooks())?.warnings.map(({ id }) => id);
      expect(warnings).toEqual(["WebhookVerificationFailed"]);
      shop.test.advance(wait - 1);
      await shop.settled(store);
      expect(receiver.calls).toHaveLength(n + 1);
      shop.test.advance(1);
      await until(async () => (await store.attempts()).length === n + 2);
    }
    receiver.answerWith(() => ({ status: 200 }));
    shop.test.advance(3_600_000);
    await until(async () => (await store.webhooks())?.status === "connected");
    expect((await store.webhooks())?.warnings).toEqual([]);
  });

  it("goes in the order of the log for each item, one call at a time", async () => {
    const { receiver, store } = await verifiedStore();
    for (let price = 1; price <= 12; price++) await store.stock({ "8001": price, "8002": price + 100 });
    await until(() => receiver.callsAbout("8001").length === 12 && receiver.callsAbout("8002").length === 12);
    for (const barcode of ["8001", "8002"]) {
      const sequences = receiver.callsAbout(barcode).map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
    expect(prices(receiver.callsAbout("8001"))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(receiver.mostTogether()).toBe(1);
    await shop.settled(store);
    expect(await store.work()).toEqual([]);
  });

  it("is tried at most four times: after 30 s, 5 min and 30 min, with the same bytes and the same id", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(({ data }) => ({ status: data.barcode ? 503 : 204, body: "closed" }));
    await store.stock({ "9001": 3 });
    await until(async () => (await store.retries()).length);
    for (const [n, wait] of [30_000, 300_000, 1_800_000].entries()) {
      await shop.settled(store);
      const [retry] = await store.retries();
      expect(retry?.due_at.getTime()).toBe(shop.test.ctx.now().getTime() + wait);
      shop.test.advance(wait - 1);
      await shop.settled(store);
      expect(receiver.callsAbout("9001")).toHaveLength(n + 1);
      shop.test.advance(1);
      await until(async () => (await store.attempts()).filter(({ status }) => status === 503).length === n + 2);
    }
    await until(async () => !(await store.retries()).length);
    const attempts = (await store.attempts()).filter(({ status }) => status === 503);
    expect(attempts.map((attempt) => attempt.outcome)).toEqual(["retrying", "retrying", "retrying", "failed"]);
    expect(attempts.map((attempt) => attempt.try)).toEqual([1, 2, 3, 4]);
    expect(attempts[0]?.answer).toBe("closed");
    expect(new Set(receiver.callsAbout("9001").map(({ body, id }) => id + body)).size).toBe(1);
    const warnings = async () => (await store.webhooks())?.warnings.map(({ id }) => id);
    expect(await warnings()).toEqual(["WebhookDeliveriesFailed"]);
    shop.test.advance(86_399_999);
    expect(await warnings()).toEqual(["WebhookDeliveriesFailed"]);
    shop.test.advance(1);
    await shop.settled(store);
    expect(await warnings()).toEqual([]);
    expect(receiver.callsAbout("9001")).toHaveLength(4);
  });

  it("waits as long as Retry-After says, up to an hour", async () => {
    const { receiver, store } = await verifiedStore();
    const after: Record<string, string> = { "9101": "120", "9102": "86400", "9103": "1" };
    receiver.answerWith(({ data }) => {
      const wait = after[String(data.barcode)];
      return wait ? { status: 429, headers: { "retry-after": wait } } : { status: 204 };
    });
    await store.stock({ "9101": 1, "9102": 1, "9103": 1 });
    await until(async () => (await store.retries()).length === 3);
    const now = shop.test.ctx.now().getTime();
    expect((await store.retries()).map(({ due_at }) => due_at.getTime() - now)).toEqual([120_000, 3_600_000, 30_000]);
  });

  it("counts a redirect as a failure, and keeps the first KiB of an answer", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(({ data }) =>
      data.barcode ? { status: 302, headers: { location: "/elsewhere" }, body: "x".repeat(200_000) } : { status: 204 },
    );
    await store.stock({ "9201": 1 });
    await until(async () => (await store.retries()).length);
    expect((await store.attemptsOf("9201"))[0]).toMatchObject({
      status: 302,
      outcome: "retrying",
      answer: "x".repeat(1_024),
    });
    expect(receiver.calls.every(({ path }) => path === "/hook")).toBe(true);
  });

  it("ends at the deadline without a complete answer", async () => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    await store.enable(receiver.url);
    await shop.startEngine({ deadlineMs: 200 });
    await until(async () => (await store.webhooks())?.status === "connected");
    receiver.answerWith(() => "hang");
    await store.stock({ "9301": 1 });
    await until(async () => (await store.retries()).length);
    expect((await store.attemptsOf("9301"))[0]).toMatchObject({
      status: null,
      outcome: "retrying",
      answer: "no whole answer within 0.2 s",
    });
  });
});

describe("a newer event of an item", () => {
  it("supersedes an older failed event: the older event is never sent again", async () => {
    const { receiver, store } = await verifiedStore();
    receiver.answerWith(({ data }) => ({ status: data.price === 1 ? 500 : 204 }));
    await store.stock({ "9401": 1 });
    await until(async () => (await store.retries()).length);
    await store.stock({ "9401": 2 });
    await until(() => receiver.callsAbout("9401").length === 2);
    shop.test.advance(30_000);
    await until(async () => !(await store.retries()).length);
    await shop.settled(store);
    expect(prices(receiver.callsAbout("9401"))).toEqual([1, 2]);
    const outcomes = (await store.attemptsOf("9401")).map(({ outcome, status }) => [outcome, status]);
    expect(outcomes).toEqual([
      ["retrying", 500],
      ["superseded", null],
      ["delivered", 204],
    ]);
  });

  it("is sent at once after the running call of an older event fails", async () => {
    const { receiver, store } = await verifiedStore();
    const gate = Promise.withResolvers<void>();
    receiver.answerWith(async ({ data }) => {
      if (data.price !== 1) return { status: 204 };
      await gate.promise;
      return { status: 500 };
    });
    await store.stock({ "9501": 1 });
    await until(() => receiver.callsAbout("9501").length === 1);
    await store.stock({ "9501": 2 });
    gate.resolve();
    await until(() => receiver.callsAbout("9501").length === 2);
    await shop.settled(store);
    expect((await store.attemptsOf("9501")).map(({ outcome }) => outcome)).toEqual(["superseded", "delivered"]);
    expect(await store.retries()).toEqual([]);
  });
});

describe("a worker with notices of events", () => {
  it("sends the events of edits, feeds and redeliveries without a search", async () => {
    const { receiver, store, engine } = await verifiedStore();
    await shop.settled(store);
    await engine.stop();
    const deaf = await shop.startEngine({ pollMs: 2 ** 30 });
    const stop = listen({ sql: shop.test.ctx.db, url: shop.test.databaseUrl }, DELIVERY, {
      onUp: () => deaf.poke(),
      onNotice: () => deaf.poke(),
      onDown: () => undefined,
    });
    await store.stock({ "9601": 1 });
    await until(() => receiver.callsAbout("9601").length === 1);
    await shop.settled(store);
    const [first] = receiver.callsAbout("9601");
    await createCaller(shop.test.ctx).webhooks.redeliver({ ...store.ids, sequence: String(first?.sequence) });
    await until(() => receiver.callsAbout("9601").length === 2);
    await stop();
  });
});
