import { createHmac, randomBytes } from "node:crypto";
import { attemptsOf, ofEndpoint } from "@highstreet/delivery";
import { createCaller, createVault } from "@highstreet/router";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openShop, SECRET, type Shop, until } from "../shop.ts";
import { killAll, startWorker } from "./processes.ts";

const STOPS = rounds(50, 1);
const secretKey = randomBytes(32).toString("base64");

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // The processes use the machine's clock.
  shop.test.setNow(new Date());
});
afterEach(async () => {
  await killAll();
  await shop.clear();
});
afterAll(() => shop.test.close());

type Caller = ReturnType<typeof createCaller>;
type Store = Awaited<ReturnType<Shop["newStore"]>>;

const outcomes = (endpoint?: Parameters<typeof attemptsOf>[1]) => `
  SELECT a.outcome, count(*)::int AS events FROM store_event e CROSS JOIN LATERAL ${attemptsOf("e.sequence", endpoint)} a
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.action = 'inventory.update' GROUP BY 1`;
const waiting = (table: string, condition: string) => `
  SELECT FROM ${table} WHERE retailer_id = $1 AND store_id = $2 AND ${condition}`;

/** Both kinds of receivers, with a function that replaces its secret at once, and what the database says of its events. */
const kinds = {
  "a webhooks channel": async (caller: Caller, { ids, webhooks }: Store, webhookUrl: string) => {
    await caller.channels.enable({ ...ids, body: { type: "webhook", parameters: { webhookUrl, secret: SECRET } } });
    return {
      isConnected: async () => (await webhooks())?.status === "connected",
      replace: (secret: string) => caller.webhooks.rotateSecret({ ...ids, body: { secret, immediate: true } }),
      outcomes: outcomes(),
      waiting: waiting("delivery_work", "true"),
    };
  },
  "an endpoint": async (caller: Caller, { ids: { retailerId } }: Store, url: string) => {
    const { id: endpointId } = await caller.endpoints.create({ retailerId, body: { url, secret: SECRET } });
    const one = { retailerId, endpointId };
    return {
      isConnected: async () => (await caller.endpoints.get(one)).status === "connected",
      replace: (secret: string) => caller.endpoints.rotateSecret({ ...one, body: { secret, immediate: true } }),
      outcomes: outcomes(ofEndpoint(`'${endpointId}'`)),
      waiting: waiting("delivery_position", `endpoint_id = '${endpointId}'`),
    };
  },
};

it.each(Object.entries(kinds))(
  "a worker that stops for longer than its lease sends %s at most the request that it was writing with an ended secret",
  async (_, open) => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
    const { isConnected, replace } = await open(caller, store, receiver.url);
    const worker = await startWorker({ databaseUrl: shop.test.databaseUrl, secretKey });
    await until(isConnected);
    let sold = 0;
    let secret = SECRET;
    let later = 0;
    for (let n = 0; n < STOPS; n++) {
      await store.stock(Object.fromEntries(Array.from({ length: 1_000 }, () => [`sold-${sold++}`, 1])));
      const before = receiver.calls.length;
      await until(() => receiver.calls.length > before + 20 * n);
      worker.kill("SIGSTOP");
      const ended = secret;
      secret = `secretNumber${n}AfterStop`;
      // The stopped worker cannot give up its store, so this call is answered when the lease ends.
      await replace(secret);
      // The receiver reads all bytes that were written before the worker stopped. Later calls started after the answer.
      await fetch(receiver.url, { method: "POST", body: '{"action":"probe","data":{}}' });
      const answered = receiver.calls.length;
      worker.kill("SIGCONT");
      await until(() => receiver.callsAbout(`sold-${sold - 1}`).length > 0);
      const isOld = ({ body, headers }: (typeof receiver.calls)[number]) =>
        headers["x-webhook-signature"] === createHmac("sha256", ended).update(body).digest("hex");
      // SIGSTOP can hit between the check of the clock and the write. One process writes one request at a time.
      expect(receiver.calls.slice(answered).filter(isOld).length).toBeLessThanOrEqual(1);
      later += receiver.calls.length - answered;
    }
    // Late rounds stop the worker when few calls are left, so a single round can have none.
    expect(later).toBeGreaterThan(0);
  },
  600_000,
);

it.each(Object.entries(kinds))(
  "a worker that wakes after another one took over %s loses no event, and leaves the newest states",
  async (_, open) => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
    const { isConnected, outcomes: ends, waiting: left } = await open(caller, store, receiver.url);
    const service = { databaseUrl: shop.test.databaseUrl, secretKey };
    const first = await startWorker(service);
    await until(isConnected);
    const items = Array.from({ length: 1_000 }, (_, n) => `item-${n}`);
    const priced = (price: number) => store.stock(Object.fromEntries(items.map((item) => [item, price])));
    const pricesOf = (item: string) => receiver.callsAbout(item).map(({ data }) => data.price);
    await priced(1);
    await until(() => receiver.calls.length > 20);
    first.kill("SIGSTOP");
    await priced(2);
    await startWorker(service);
    await until(() => items.some((item) => pricesOf(item).includes(2)));
    first.kill("SIGCONT");
    await until(async () => !(await store.query(left)).length);
    const counts = await store.query<{ outcome: string; events: number }>(ends);
    // Each event ends once, also one that both workers sent.
    expect(counts.reduce((sum, { events }) => sum + events, 0)).toBe(2 * items.length);
    expect(
      counts.map(({ outcome }) => outcome).filter((outcome) => !["delivered", "superseded"].includes(outcome)),
    ).toEqual([]);
    expect(items.filter((item) => !pricesOf(item).includes(2))).toEqual([]);
    // The request that was being written can end after the newer state. Its sequence number is older.
    expect(items.filter((item) => pricesOf(item).at(-1) !== 2).length).toBeLessThanOrEqual(1);
  },
  120_000,
);
