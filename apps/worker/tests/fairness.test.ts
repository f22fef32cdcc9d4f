import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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

describe("stores with endpoints that never answer", () => {
  it("delay no other store, although there are more of them than streams of a worker", async () => {
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
    await until(() => well.ofAction("inventory.update").length === 300);
    expect(well.faults).toEqual([]);
  });
});

describe("a waiting store", () => {
  it("gets its turn although another store has more events than fit into one turn", async () => {
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
      // One turn is over, and more events wait than fit into the next turn.
      if (String(data.barcode).startsWith("busy") && ++busyOnes > 1_200) await gate.promise;
      return { status: 204 };
    });
    for (let n = 0; n < 4; n++) await busy.stock(items(`busy-${n}`, 1_000));
    await until(() => busyOnes > 1_200);
    await other.stock(items("other", 1));
    gate.resolve();
    await until(() => receiver.callsAbout("other-0").length);
    const before = receiver.calls.slice(0, receiver.calls.indexOf(receiver.callsAbout("other-0")[0] as Received));
    expect(before.filter(({ path }) => path.includes(busy.ids.storeId)).length).toBeLessThan(3_500);
    await until(
      () => receiver.ofAction("inventory.update").filter(({ data }) => data.barcode).length === 4_001,
      30_000,
    );
  });
});
