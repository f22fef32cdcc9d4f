import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { DeliveryEngine, EngineOptions } from "@highstreet/delivery";
import { NameResolver } from "@highstreet/outbound";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Received, Receiver } from "./receiver.ts";
import { openShop, type Shop, type ShopStore, until } from "./shop.ts";

const STREAMS = 8;
/** More stores than a worker has streams, including streams that wait for their endpoints. */
const CHAIN = 30;
const HEALTHY = 4;
const ITEMS = 6;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(async () => {
  await shop.clear();
  // What a failed test has left would fail the tests after it.
  await shop.test.ctx.db.query("DELETE FROM delivery_work WHERE retailer_id IS NOT NULL");
  await shop.test.ctx.db.query("DELETE FROM delivery_receiver");
});
afterAll(() => shop.test.close());

const items = (prefix: string, price = 1) =>
  Object.fromEntries(Array.from({ length: ITEMS }, (_, n) => [`${prefix}-${n}`, price]));

const startEngine = (options: Partial<EngineOptions> = {}) =>
  shop.startEngine({ streams: STREAMS, deadlineMs: 1_000, longestRestMs: 60_000, ...options });

async function receiverOf(store: ShopStore): Promise<string> {
  const sql = "SELECT receiver FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2";
  return (await store.query<{ receiver: string }>(sql))[0]?.receiver ?? "";
}

const isDown = async (receiver: string) =>
  (
    await shop.test.ctx.db.query("SELECT FROM delivery_receiver WHERE receiver = $1 AND down_since IS NOT NULL", [
      receiver,
    ])
  ).length > 0;

/** Sequences that arrived after the receiver had accepted a newer one of the same item. */
function late(calls: Received[], accepted: ReadonlySet<Received>): number[] {
  const newest = new Map<string, number>();
  return calls.flatMap((call) => {
    const key = `${call.path} ${String(call.data.barcode)}`;
    const best = newest.get(key) ?? 0;
    if (accepted.has(call)) newest.set(key, Math.max(best, call.sequence));
    return call.sequence < best ? [call.sequence] : [];
  });
}

/** Sends to healthy stores while the chain's receiver is dead. @returns the most streams that the chain held */
async function sellBeside(engines: DeliveryEngine[], chain: ShopStore[], healthy: ShopStore[], well: Receiver) {
  const receiver = await receiverOf(chain[0] as ShopStore);
  let most = 0;
  const holds = () => {
    const streams = Math.max(...engines.map((engine) => engine.streamsOf(receiver)));
    most = Math.max(most, streams);
    return streams > 0;
  };
  // A receiver that refuses is down before the first look, and then no stream is held.
  await until(async () => holds() || (await isDown(receiver)));
  for (const [n, store] of healthy.entries()) await store.stock(items(`well-${n}`));
  const isReceived = () => well.ofAction("inventory.update").length === HEALTHY * ITEMS;
  await until(() => {
    holds();
    return isReceived();
  }, 30_000);
  return { receiver, most };
}

describe.each(["refused", "answers 503", "hangs"] as const)("a receiver of a chain of stores that %s", (kind) => {
  it.each([1, 3])(
    "delays no other store of %i workers, and gets all its events in order when it is back",
    async (workers) => {
      let dead = await shop.newReceiver();
      const well = await shop.newReceiver();
      const accepted = new Set<Received>();
      const accept = (call: Received) => {
        accepted.add(call);
        return { status: 204 };
      };
      const chain = await shop.connected(CHAIN, (n) => `${dead.url}/${n}`);
      const healthy = await shop.connected(HEALTHY, () => well.url);
      if (kind === "refused") await dead.close();
      dead.answerWith(() => (kind === "hangs" ? "hang" : { status: 503 }));
      for (const price of [1, 2]) {
        for (const [n, store] of chain.entries()) await store.stock(items(`dead-${n}`, price));
      }
      const engines = await Promise.all(Array.from({ length: workers }, () => startEngine()));
      const { receiver, most } = await sellBeside(engines, chain, healthy, well);
      expect(most).toBeLessThanOrEqual(STREAMS / 2);
      await until(() => isDown(receiver));
      // No stream is held for the receiver, and workers no longer call it.
      await until(() => engines.every((engine) => engine.streamsOf(receiver) === 0));
      const parked = await shop.test.ctx.db.query("SELECT FROM delivery_work WHERE parked_by = $1", [receiver]);
      expect(parked.length).toBeGreaterThanOrEqual(CHAIN - workers * STREAMS);
      const calls = dead.calls.length;
      for (const [n, store] of healthy.entries()) await store.stock(items(`again-${n}`));
      await until(() => well.ofAction("inventory.update").length === 2 * HEALTHY * ITEMS);
      expect(dead.calls).toHaveLength(calls);
      // One call probes the receiver.
      shop.test.advance(1_000);
      if (kind === "refused") dead = await shop.newReceiver(Number(new URL(dead.url).port));
      else await until(() => dead.calls.length > calls);
      dead.answerWith(accept);
      if (kind !== "refused") expect(dead.calls).toHaveLength(calls + 1);
      const isReceived = () => {
        shop.test.advance(1_000);
        return chain.every((_, n) => dead.callsAbout(`dead-${n}-${ITEMS - 1}`).some((call) => call.data.price === 2));
      };
      await until(isReceived, 60_000);
      await until(async () => {
        shop.test.advance(60_000);
        return !(await shop.test.ctx.db.query("SELECT FROM delivery_work WHERE retailer_id IS NOT NULL")).length;
      }, 60_000);
      expect(late(dead.calls, accepted)).toEqual([]);
      for (const n of chain.keys()) {
        for (let item = 0; item < ITEMS; item++) {
          const delivered = dead.callsAbout(`dead-${n}-${item}`).filter((call) => accepted.has(call));
          expect(delivered.at(-1)?.data.price).toBe(2);
        }
      }
      expect([...dead.faults, ...well.faults]).toEqual([]);
    },
  );
});

describe("a receiver with silent DNS servers", () => {
  it("delays no other store", async () => {
    const dns = createSocket("udp4");
    await once(dns.bind(0, "127.0.0.1"), "listening");
    const resolver = new NameResolver({ servers: [`127.0.0.1:${dns.address().port}`], deadlineMs: 500 });
    const well = await shop.newReceiver();
    const chain = await shop.connected(CHAIN, () => well.url);
    const healthy = await shop.connected(HEALTHY, () => well.url);
    for (const store of chain) {
      await store.query(
        `UPDATE channel SET parameters = jsonb_set(parameters, '{webhookUrl}', '"https://shop.example.com/"')
         WHERE retailer_id = $1 AND store_id = $2`,
      );
      await store.query(
        `UPDATE delivery_cursor SET receiver = left(receiver, 36) || ' https://shop.example.com'
         WHERE retailer_id = $1 AND store_id = $2`,
      );
    }
    for (const [n, store] of chain.entries()) await store.stock(items(`dead-${n}`));
    const engine = await startEngine({ settings: { ...shop.system.settings, resolver } });
    const { receiver, most } = await sellBeside([engine], chain, healthy, well);
    expect(most).toBeLessThanOrEqual(STREAMS / 2);
    await until(() => isDown(receiver));
    await until(() => engine.streamsOf(receiver) === 0);
    dns.close();
  });
});

describe("a receiver with more stores than its share of streams", () => {
  /** Number of rows of the chain's receiver. */
  async function rowsOf(table: "delivery_work" | "delivery_receiver", chain: ShopStore[]): Promise<number> {
    const column = table === "delivery_work" ? "parked_by" : "receiver";
    const values = [await receiverOf(chain[0] as ShopStore)];
    return (await shop.test.ctx.db.query(`SELECT FROM ${table} WHERE ${column} = $1`, values)).length;
  }
  const untilParked = (chain: ShopStore[]) =>
    until(async () => (await rowsOf("delivery_work", chain)) === CHAIN - STREAMS / 2);
  async function untilReceived(slow: Receiver, chain: ShopStore[]): Promise<void> {
    await until(() => chain.every((_, n) => slow.callsAbout(`slow-${n}-${ITEMS - 1}`).length), 60_000);
    await until(async () => (await rowsOf("delivery_receiver", chain)) + (await rowsOf("delivery_work", chain)) === 0);
  }

  it("has its other stores parked while it does not answer, and gets all events when it answers", async () => {
    const slow = await shop.newReceiver();
    const well = await shop.newReceiver();
    const chain = await shop.connected(CHAIN, (n) => `${slow.url}/${n}`);
    const healthy = await shop.connected(HEALTHY, () => well.url);
    const { promise: answered, resolve: answer } = Promise.withResolvers<{ status: number }>();
    slow.answerWith(() => answered);
    for (const [n, store] of chain.entries()) await store.stock(items(`slow-${n}`));
    const engine = await startEngine({ deadlineMs: 600_000 });
    await sellBeside([engine], chain, healthy, well);
    await untilParked(chain);
    answer({ status: 204 });
    await untilReceived(slow, chain);
    await until(() => slow.ofAction("inventory.update").length >= CHAIN * ITEMS);
    expect(slow.ofAction("inventory.update")).toHaveLength(CHAIN * ITEMS);
  });

  it("gets the events of its parked stores as soon as streams end, without a wait for the next periodic search", async () => {
    const receiver = await shop.newReceiver();
    const chain = await shop.connected(CHAIN, (n) => `${receiver.url}/${n}`);
    for (const [n, store] of chain.entries()) await store.stock(items(`slow-${n}`));
    await startEngine({ pollMs: 3_600_000 });
    await until(() => receiver.ofAction("inventory.update").length >= CHAIN * ITEMS, 60_000);
    expect(receiver.ofAction("inventory.update")).toHaveLength(CHAIN * ITEMS);
  });

  it("gets the events of its parked stores from another worker when the worker that parked them is killed", async () => {
    const slow = await shop.newReceiver();
    const chain = await shop.connected(CHAIN, (n) => `${slow.url}/${n}`);
    slow.answerWith(() => "hang");
    for (const [n, store] of chain.entries()) await store.stock(items(`slow-${n}`));
    const engine = await startEngine({ deadlineMs: 600_000 });
    await untilParked(chain);
    await engine.abort();
    slow.answerWith(() => ({ status: 204 }));
    await startEngine();
    await untilReceived(slow, chain);
  });
});

describe("a receiver that is well", () => {
  it("is not down after one event that it cannot take", async () => {
    const receiver = await shop.newReceiver();
    const chain = await shop.connected(6, (n) => `${receiver.url}/${n}`);
    receiver.answerWith(({ data }) => (data.barcode === "poison" ? "hang" : { status: 204 }));
    await startEngine({ deadlineMs: 400 });
    await (chain[0] as ShopStore).stock({ poison: 1 });
    await until(() => receiver.callsAbout("poison").length);
    let sold = 0;
    // Other items are sold until the call has failed.
    while (!(await (chain[0] as ShopStore).retries()).length) {
      const barcode = `fine-${sold++}`;
      await (chain[1] as ShopStore).stock({ [barcode]: 1 });
      await until(() => receiver.callsAbout(barcode).length);
    }
    expect(await isDown(await receiverOf(chain[0] as ShopStore))).toBe(false);
  });
});
