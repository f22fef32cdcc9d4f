import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CallBudget, type Caller } from "../src/delivery/call-budget.ts";
import { EndpointHealth, EndpointWindow } from "../src/delivery/endpoint-health.ts";
import type { Received } from "./receiver.ts";
import { openShop, type Shop, type ShopStore, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

const items = (prefix: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}-${n}`, n + 1]));

describe("stores whose endpoints never answer", () => {
  it("hold up no other, though they are more than a worker has streams", async () => {
    const [dead, well] = [await shop.newReceiver(), await shop.newReceiver()];
    dead.answerWith(({ data }) => (data.barcode ? "hang" : { status: 204 }));
    const stores: ShopStore[] = [];
    for (let n = 0; n < 12; n++) {
      const store = await shop.newStore();
      await store.enable(n % 2 ? well.url : dead.url);
      stores.push(store);
    }
    await shop.startEngine({ streams: 3, deadlineMs: 60_000 });
    await until(async () =>
      (await Promise.all(stores.map((one) => one.webhooks()))).every((one) => one?.status === "connected"),
    );
    await Promise.all(stores.map((store, n) => (n % 2 ? undefined : store.stock(items(`dead-${n}`, 50)))));
    await until(() => dead.ofAction("inventory.update").length > 3);
    await Promise.all(stores.map((store, n) => (n % 2 ? store.stock(items(`well-${n}`, 50)) : undefined)));
    await until(() => well.ofAction("inventory.update").length === 300, 30_000);
    expect(well.faults).toEqual([]);
  });
});

describe("stores that wait", () => {
  it("have their turn though one has more to send than a turn is long", async () => {
    const receiver = await shop.newReceiver();
    const [busy, other] = [await shop.newStore(), await shop.newStore()];
    for (const store of [busy, other]) await store.enable(`${receiver.url}/${store.ids.storeId}`);
    await shop.startEngine({ streams: 1 });
    await until(
      async () => (await other.webhooks())?.status === "connected" && (await busy.webhooks())?.status === "connected",
    );
    const gate = Promise.withResolvers<void>();
    let busyOnes = 0;
    receiver.answerWith(async ({ data }) => {
      // A turn is over, and there is more to send than another one takes.
      if (String(data.barcode).startsWith("busy") && ++busyOnes > 1_200) await gate.promise;
      return { status: 204 };
    });
    for (let n = 0; n < 4; n++) await busy.stock(items(`busy-${n}`, 1_000));
    await until(() => busyOnes > 1_200, 30_000);
    await other.stock(items("other", 1));
    gate.resolve();
    await until(() => receiver.toldOf("other-0").length, 30_000);
    const before = receiver.calls.slice(0, receiver.calls.indexOf(receiver.toldOf("other-0")[0] as Received));
    expect(before.filter(({ path }) => path.includes(busy.ids.storeId)).length).toBeLessThan(3_500);
    await until(
      () => receiver.ofAction("inventory.update").filter(({ data }) => data.barcode).length === 4_001,
      30_000,
    );
  });
});

describe("an endpoint's window", () => {
  it("grows from 4 to 32 as calls go well, and is halved by each that does not, down to one", () => {
    const window = new EndpointWindow();
    expect(window.size).toBe(4);
    for (let n = 0; n < 16; n++) window.note(true);
    expect(window.size).toBe(5);
    for (let n = 0; n < 2_000; n++) window.note(true);
    expect(window.size).toBe(32);
    const sizes = Array.from({ length: 6 }, () => {
      window.note(false);
      return window.size;
    });
    expect(sizes).toEqual([16, 8, 4, 2, 1, 1]);
  });
});

describe("an endpoint that fails at once, each time", () => {
  it("is called a few times in its minute, not thousands of times, and normally again after a good answer", () => {
    const health = new EndpointHealth({ failures: 0, failingSince: null }, { isFailing: false, longestRestMs: 16_000 });
    let calls = 0;
    let now = 0;
    for (; !health.isFailing; calls++) {
      now += 1 + health.restMs;
      health.note(false, new Date(now));
    }
    expect([calls, now]).toEqual([expect.toSatisfy((n) => n > 10 && n < 20), expect.toSatisfy((ms) => ms >= 60_000)]);
    health.note(true, new Date(now));
    expect(health.restMs).toBe(0);
    for (let n = 0; n < 9; n++) health.note(false, new Date(now));
    expect(health.restMs).toBe(0);
  });
});

describe("the places for calls", () => {
  const caller = (receiver: string): Caller => ({ receiver, offer: () => undefined });
  const places = (wanted: number, take: (n: number) => boolean) =>
    Array.from({ length: wanted }, (_, n) => take(n)).filter(Boolean).length;

  it("are a tenth as many for endpoints that ail, and theirs alone", () => {
    const budget = new CallBudget(50);
    const ill = caller("ill");
    expect(places(9, () => budget.take(ill, "unhealthy"))).toBe(5);
    expect(places(60, (n) => budget.take(caller(`well-${n}`), "healthy"))).toBe(50);
  });

  it("are at most a quarter for one receiver with any number of stores, which take turns", () => {
    const budget = new CallBudget(50);
    const log: string[] = [];
    const stores = Array.from({ length: 30 }, (_, n): Caller => {
      const self: Caller = { receiver: "chain", offer: () => void (budget.take(self, "healthy") && log.push(`${n}`)) };
      return self;
    });
    expect(places(30, (n) => budget.take(stores[n] as Caller, "healthy"))).toBe(12);
    for (let n = 0; n < 3; n++) budget.give(stores[0] as Caller, "healthy");
    expect(log).toEqual(["12", "13", "14"]);
    expect(places(60, (n) => budget.take(caller(`well-${n}`), "healthy"))).toBe(38);
  });

  it("go round in turn among those that wait", () => {
    const budget = new CallBudget(12);
    const log: string[] = [];
    const named = (name: string): Caller => {
      const self: Caller = {
        receiver: name,
        offer: () => void (budget.take(self, "healthy") && log.push(name) && budget.take(self, "healthy")),
      };
      return self;
    };
    const others = Array.from({ length: 12 }, (_, n) => caller(`other-${n}`));
    for (const one of others) budget.take(one, "healthy");
    const all = ["a", "b", "c"].map(named);
    for (const one of all) expect(budget.take(one, "healthy")).toBe(false);
    for (const one of others.slice(0, 7)) budget.give(one, "healthy");
    expect(log.join("")).toBe("abcabca");
  });
});
