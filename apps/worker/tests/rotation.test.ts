import { createHmac } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createCaller } from "@highstreet/router";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Received } from "./receiver.ts";
import { openShop, SECRET, type Shop, type ShopStore, until } from "./shop.ts";

const DAY = 24 * 3_600_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.clear());
afterAll(() => shop.test.close());

/** Accepts a call like a receiver that knows one secret and checks both signature headers. */
function accepts({ headers, body }: Received, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  return [headers["x-webhook-signature"], headers["x-webhook-signature-next"]].includes(expected);
}

/** A verified store, and a receiver that accepts calls by the secret it knows. */
async function verifiedStore() {
  const receiver = await shop.newReceiver();
  const state = { known: SECRET, rejected: [] as Received[] };
  receiver.answerWith((call) => {
    if (accepts(call, state.known)) return { status: 204 };
    state.rejected.push(call);
    return { status: 401 };
  });
  const store = await shop.newStore();
  await store.enable(receiver.url);
  await shop.startEngine();
  await until(async () => (await store.webhooks())?.status === "connected");
  return { receiver, store, state };
}

const rotate = (store: ShopStore, secret: string, immediate = false) =>
  createCaller(shop.test.ctx).webhooks.rotateSecret({ ...store.ids, body: { secret, immediate } });

let barcode = 6_000;
/** Adds new items to the stock, and waits until the receiver got an event of each. */
async function sell(store: ShopStore, receiver: { callsAbout: (barcode: string) => unknown[] }, items: number) {
  const barcodes = Array.from({ length: items }, () => String(barcode++));
  await store.stock(Object.fromEntries(barcodes.map((name) => [name, 1])));
  await until(() => barcodes.every((name) => receiver.callsAbout(name).length));
}

it("a receiver that accepts either header, and changes its secret at any moment within 24 hours, rejects no call", async () => {
  const { receiver, store, state } = await verifiedStore();
  const rotations = fc.record({
    items: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 4, maxLength: 4 }),
    changesAfter: fc.oneof(fc.constantFrom(0, 1, DAY - 1), fc.integer({ min: 0, max: DAY - 1 })),
  });
  let n = 0;
  const run = fc.asyncProperty(
    rotations,
    async ({ items: [before = 1, now = 1, over = 1, after = 1], changesAfter }) => {
      const secret = `rotatedSecret${n++}`;
      // Some of these calls are in flight when the secret changes.
      const selling = sell(store, receiver, before);
      await rotate(store, secret);
      if (changesAfter === 0) state.known = secret;
      await Promise.all([selling, sell(store, receiver, now)]);
      shop.test.advance(changesAfter);
      if (changesAfter === DAY - 1) await sell(store, receiver, now);
      state.known = secret;
      await sell(store, receiver, over);
      shop.test.advance(DAY - changesAfter);
      await sell(store, receiver, after);
      expect(state.rejected).toEqual([]);
    },
  );
  await fc.assert(run, { numRuns: rounds(20), endOnFailure: true });
  const attempts = await store.attempts();
  expect(attempts.filter(({ outcome }) => outcome !== "delivered")).toEqual([]);
});

it("no call that starts after the answer is signed with a secret that ended at once", async () => {
  const { receiver, store } = await verifiedStore();
  let gate: Promise<void> | undefined;
  let held = 0;
  receiver.answerWith(async () => {
    held++;
    await gate;
    return { status: 204 };
  });
  // A call starts when undici writes its headers. The arrival time proves nothing: calls with the new secret can arrive before
  // the answer, and cut-off calls can arrive after the answer.
  const started: string[] = [];
  const note = (message: unknown) => void started.push((message as { headers: string }).headers);
  subscribe("undici:client:sendHeaders", note);
  await sell(store, receiver, 100);
  // Otherwise the first call behind the gate can be of the source's change, and its stream does not know the second sale.
  await shop.settled(store);
  // The stream has calls in flight and more events to send. The stream learns of the change only from its heartbeat.
  const { promise, resolve } = Promise.withResolvers<void>();
  [gate, held] = [promise, 0];
  const selling = sell(store, receiver, 100);
  await until(() => held >= 4);
  await rotate(store, "rotatedAtOnce", true);
  const answered = started.length;
  resolve();
  await selling;
  unsubscribe("undici:client:sendHeaders", note);
  const later = started.slice(answered);
  const old = new Set(receiver.calls.map(({ body }) => createHmac("sha256", SECRET).update(body).digest("hex")));
  const isOld = (headers: string) => old.has(/x-webhook-signature: (\w+)/.exec(headers)?.[1] ?? "");
  expect(started.slice(0, answered).filter(isOld).length).toBeGreaterThan(100);
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter(isOld)).toEqual([]);
  expect(later.filter((headers) => headers.includes("x-webhook-signature-next"))).toEqual([]);
});

it("during a change of the secret, a delivery shows the sent headers", async () => {
  const { receiver, store } = await verifiedStore();
  await rotate(store, "rotatedSecretX");
  await sell(store, receiver, 1);
  await shop.settled(store);
  const call = receiver.ofAction("inventory.update").at(-1);
  const { request } = await createCaller(shop.test.ctx).webhooks.getDelivery({
    ...store.ids,
    sequence: String(call?.sequence),
  });
  for (const name of ["x-webhook-signature", "x-webhook-signature-next", "webhook-signature"]) {
    expect([name, request?.headers[name]]).toEqual([name, call?.headers[name]]);
  }
  expect(call?.headers["webhook-signature"]).toMatch(/^v1,[^ ]+ v1,[^ ]+$/);
});
