import { attemptsOf } from "@highstreet/delivery";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Received, Receiver } from "./receiver.ts";
import { openShop, type Shop, type ShopStore, until } from "./shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

const ITEMS = 6;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("sell" as const),
      items: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(1, 31, 301, 1_801) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "stop" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "kill" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "replace" as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Answers by chance, but always the same for the same history. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Sequences that a receiver got after it had answered 2xx to a newer one of the same item. */
function lateOnes(answered: (Received & { isSuccess: boolean })[]): number[] {
  const newest = new Map<unknown, number>();
  return answered.flatMap(({ data, sequence, isSuccess }) => {
    const best = newest.get(data.barcode) ?? 0;
    if (isSuccess) newest.set(data.barcode, Math.max(best, sequence));
    return sequence < best ? [sequence] : [];
  });
}

async function play(steps: Step[], seed: number) {
  const random = chance(seed);
  const receiver: Receiver = await shop.newReceiver();
  const answered: (Received & { isSuccess: boolean })[] = [];
  let badness = 0.4;
  receiver.answerWith((call) => {
    const isSuccess = random() >= badness;
    if (call.data.barcode !== undefined) answered.push({ ...call, isSuccess });
    if (isSuccess) return { status: 204 };
    return random() < 0.1 ? "hang" : { status: 500 };
  });
  const store: ShopStore = await shop.newStore();
  await store.enable(`${receiver.url}/0`);
  let engine = await shop.startEngine({ deadlineMs: 150 });
  let price = 1;
  for (const one of steps) {
    if (one.kind === "sell") {
      await store.stock(Object.fromEntries(one.items.map((item) => [`item-${item}`, price++])));
    } else if (one.kind === "wait") {
      shop.test.advance(one.seconds * 1_000);
      const calls = receiver.calls.length;
      await Promise.race([until(() => receiver.calls.length > calls), shop.settled(store)]).catch(() => undefined);
    } else if (one.kind === "replace") {
      await store.enable(`${receiver.url}/${price++}`);
    } else {
      await (one.kind === "stop" ? engine.stop() : engine.abort());
      engine = await shop.startEngine({ deadlineMs: 150 });
    }
  }
  badness = 0;
  await until(async () => {
    shop.test.advance(3_600_000);
    return !(await store.work()).length;
  });
  await engine.abort();
  return { receiver, store, answered };
}

describe("in any history of shop, workers and receiver", () => {
  it("no older state is received after a newer one, no event is lost, and every event has one end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.nat(), async (steps, seed) => {
        const { receiver, store, answered } = await play(steps, seed);
        expect(receiver.faults).toEqual([]);
        expect(lateOnes(answered)).toEqual([]);
        expect(receiver.mostTogether()).toBeLessThanOrEqual(1);

        const shelf = await store.query<{ barcode: string; price: string; last: number }>(
          `SELECT barcode, price, announced_sequence AS last FROM stock_item
           WHERE retailer_id = $1 AND store_id = $2 ORDER BY barcode`,
        );
        for (const { barcode, price, last } of shelf) {
          const ends = (await store.attemptsOf(barcode)).filter(({ sequence }) => sequence === last);
          const lastCall = answered.filter((call) => call.data.barcode === barcode && call.isSuccess).at(-1);
          // The receiver has the newest state of each item, unless it refused that state four times and the delivery failed.
          if (ends.at(-1)?.outcome === "failed")
            expect(ends.filter(({ status }) => status !== null).length).toBeLessThanOrEqual(4);
          else expect(lastCall?.data.price).toBe(Number(price));
        }
        expect(shelf.length).toBeLessThanOrEqual(ITEMS);

        const endless = await store.query<{ sequence: number }>(
          `SELECT e.sequence FROM store_event e
           WHERE e.retailer_id = $1 AND e.store_id = $2
             AND e.sequence > (SELECT started_at_sequence FROM delivery_cursor c
                               WHERE c.retailer_id = $1 AND c.store_id = $2)
             AND e.action IN ('inventory.update', 'inventory_source.update')
             AND (SELECT count(*) FROM ${attemptsOf("e.sequence")} a
                  WHERE a.outcome IN ('delivered', 'failed', 'superseded')) <> 1`,
        );
        expect(endless).toEqual([]);
        expect(await store.retries()).toEqual([]);
        expect(await store.cursor()).toMatchObject({ has_unrecorded_calls: false });
      }),
      { numRuns: rounds(20), endOnFailure: true },
    );
  }, 600_000);
});
