import { createCaller } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "./receiver.ts";
import { openShop, type Shop, type ShopStore, until } from "./shop.ts";

const STORES = 16;
const MINUTE = 60_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(async () => {
  await shop.clear();
  await shop.test.ctx.db.query("DELETE FROM delivery_work WHERE retailer_id IS NOT NULL");
  await shop.test.ctx.db.query("DELETE FROM delivery_receiver");
});
afterAll(() => shop.test.close());

const pathOf = (n: number) => `/${n}`;
const warningsOf = async (store: ShopStore) => (await store.webhooks())?.warnings.map(({ id }) => id);
const deliveryOf = async (store: ShopStore, q: string) =>
  (await createCaller(shop.test.ctx).webhooks.listDeliveries({ ...store.ids, q })).data[0];
const downReceivers = () => shop.test.ctx.db.query("SELECT FROM delivery_receiver WHERE down_since IS NOT NULL");

/** Stores with one origin. The first `bad` of them get `answer`. */
async function chainWith(bad: number, answer: Answer) {
  const receiver = await shop.newReceiver();
  const stores = await shop.connected(STORES, (n) => receiver.url + pathOf(n));
  receiver.answerWith(({ path }) => (Number(path.slice(1)) < bad ? answer : { status: 204 }));
  return { receiver, stores, well: stores.slice(bad) };
}

const answers: Record<string, Answer> = {
  "404": { status: 404 },
  "400": { status: 400 },
  "500": { status: 500 },
  "410": { status: 410 },
  "302": { status: 302 },
  reset: "reset",
  "503": { status: 503 },
};

describe.each(Object.entries(answers))("stores of a shared origin that get %s", (kind, answer) => {
  it.each([1, 3, 10])("delay no other store, and keep their own retry times (%i of 16)", async (bad) => {
    const { receiver, stores, well } = await chainWith(bad, answer);
    await shop.startEngine();
    const isBadCalled = (n: number) => receiver.callsAbout(`bad-${n}`).length > 0;
    // One after another, without an answer to another store between.
    for (let n = 0; n < bad; n++) {
      await stores[n]?.stock({ [`bad-${n}`]: 1 });
      // Several stores without an answer are a receiver that is down, until another store has its answer.
      if (kind !== "503") await until(() => isBadCalled(n));
    }
    for (const [n, store] of well.entries()) await store.stock({ [`well-${n}`]: 1 });
    const areWellCalled = (about: string) => well.every((_, n) => receiver.callsAbout(`${about}-${n}`).length);
    let tick = 0;
    // After 503 alone, the receiver is down until another store has its answer. Each second one store without failures is tried.
    const goOn = async () => {
      if (kind !== "503") return;
      shop.test.advance(100);
      await well[tick % well.length]?.stock({ "other-sale": ++tick });
    };
    await until(async () => {
      await goOn();
      return areWellCalled("well") && stores.slice(0, bad).every((_, n) => isBadCalled(n));
    });
    await until(async () => {
      if (!(await downReceivers()).length) return (await Promise.all(stores.map(shop.isSettled))).every(Boolean);
      await goOn();
      return false;
    });
    const before = stores.slice(0, bad).map((_, n) => receiver.callsAbout(`bad-${n}`).length);
    expect(Math.max(...before)).toBeLessThanOrEqual(kind === "503" ? 2 : 1);
    // Each store retries after 30 s, whatever its neighbours do.
    shop.test.advance(31_000);
    const latest = tick + 290;
    await until(async () => {
      // A call that ends while the clock moves has its retry later, but within a minute.
      if (tick < latest) await goOn();
      return before.every((count, n) => receiver.callsAbout(`bad-${n}`).length > count);
    });
    for (const [n, store] of well.entries()) await store.stock({ [`again-${n}`]: 1 });
    await until(async () => {
      await goOn();
      return areWellCalled("again");
    });
  });
});

describe("stores of a shared origin that get no answer", () => {
  it("delay no other store, neither at first nor at their next calls", async () => {
    const { receiver, stores, well } = await chainWith(6, "hang");
    await shop.startEngine({ deadlineMs: 600 });
    for (const round of ["first", "second"]) {
      for (const [n, store] of stores.entries()) await store.stock({ [`${round}-${n}`]: 1, [`${round}-b-${n}`]: 1 });
      // Each second one store without failures is tried, while several stores are silent.
      await until(() => {
        shop.test.advance(100);
        return well.every((_, n) => receiver.callsAbout(`${round}-${6 + n}`).length);
      });
    }
    expect(receiver.faults).toEqual([]);
  });
});

describe.each([1, 3])("a receiver of %i stores that is down for an hour", (count) => {
  it("uses no retry, says so, and gets every event in order after its first answer", async () => {
    const receiver = await shop.newReceiver();
    const stores = await shop.connected(count, (n) => receiver.url + pathOf(n));
    receiver.answerWith(() => ({ status: 503 }));
    const engine = await shop.startEngine();
    for (const [n, store] of stores.entries())
      await store.stock({ [`a-${n}`]: 1, [`b-${n}`]: 1, [`c-${n}`]: 1, [`d-${n}`]: 1 });
    await until(async () => (await downReceivers()).length);
    for (let probe = 0; probe < 30; probe++) {
      const calls = receiver.calls.length;
      shop.test.advance(2 * MINUTE);
      await until(() => receiver.calls.length > calls);
      await until(() => engine.size === 0);
    }
    for (const store of stores) {
      // At most the first try, from before.
      expect((await store.retries()).every(({ tries }) => tries <= 1)).toBe(true);
      expect((await store.attempts()).some(({ outcome }) => outcome === "failed")).toBe(false);
      expect(await warningsOf(store)).toContain("WebhookReceiverDown");
    }
    const states = await Promise.all(stores.map((store, n) => deliveryOf(store, `a-${n}`)));
    expect(states.map((one) => one && [one.status, one.reason, one.nextTryAt])).toEqual(
      states.map(() => ["pending", "receiver_down", null]),
    );
    const warned = await Promise.all(stores.map(warningsOf));
    // Its people are alerted by one of its stores.
    expect(warned.flat().filter((id) => id === "WebhookEndpointFailing")).toHaveLength(1);

    const before = receiver.calls.length;
    receiver.answerWith(() => ({ status: 204 }));
    shop.test.advance(30_000);
    const isReceived = () =>
      stores.every((_, n) => ["a", "b", "c", "d"].every((item) => receiver.callsAbout(`${item}-${n}`).length));
    await until(isReceived);
    await until(async () => (await Promise.all(stores.map((store) => store.retries()))).flat().length === 0);
    const accepted = receiver.calls.slice(before);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    for (const store of stores) expect(await warningsOf(store)).toEqual([]);
  });
});
