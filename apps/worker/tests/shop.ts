import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  addFollower,
  attemptsOf,
  awaitFollower,
  changeFollower,
  DeliveryEngine,
  type EngineOptions,
  endFollowing,
  followStores,
  ofEndpoint,
} from "@highstreet/delivery";
import { createCaller, Sender } from "@highstreet/router";
import { deliveryHost, sealSecrets } from "@highstreet/router/features/webhooks/index.ts";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { pino } from "pino";
import { type Receiver, startReceiver } from "./receiver.ts";

export const SECRET = canary("webhook");

interface Attempt {
  sequence: number;
  try: number;
  status: number | null;
  outcome: string;
  answer: string | null;
}

/** Waits until a condition holds. @throws when it does not in time */
export async function until(condition: () => unknown | Promise<unknown>, withinMs = 30_000): Promise<void> {
  const latest = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error(`never came true: ${condition}`);
    await delay(10);
  }
}

/** A shop with a receiver: what the tests of the engine work with. */
export async function openShop() {
  const settings = { allowLocalWebhooks: true };
  const sender = new Sender(settings);
  const test: TestContext = await createTestContext({ settings, sender });
  const system = test.asSystem();
  const engines = new Set<DeliveryEngine>();
  const receivers = new Set<Receiver>();
  const api = () => createCaller(test.ctx);

  async function newReceiver(port = 0): Promise<Receiver> {
    const receiver = await startReceiver(SECRET, port);
    receivers.add(receiver);
    return receiver;
  }

  async function newStore() {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    const key = [ids.retailerId, ids.storeId];
    const table = <Row>(sql: string): Promise<Row[]> => test.ctx.db.query<Row>(sql, key);
    return {
      ids,
      enable: (url: string, parameters: { enhancedProductData?: boolean } = {}) =>
        api().channels.enable({
          ...ids,
          body: { type: "webhook", parameters: { webhookUrl: url, secret: SECRET, ...parameters } },
        }),
      remove: () => api().channels.remove({ ...ids, type: "webhook" }),
      /** Sends the till's stock: barcode → price, all in stock, and with a category as products of it. */
      stock: (prices: Record<string, number>, category?: string) =>
        api().inventory.patchStock({
          ...ids,
          body: Object.entries(prices).map(([barcode, price]) => ({
            ...{ barcode, price, quantity: 5 },
            ...(category && { title: "A", category }),
          })),
        }),
      webhooks: async () => (await api().channels.list(ids)).find(({ id: channel }) => channel === "webhooks"),
      attempts: () =>
        table<Attempt>(
          `SELECT a.* FROM store_event e CROSS JOIN LATERAL ${attemptsOf("e.sequence")} a
           WHERE e.retailer_id = $1 AND e.store_id = $2 ORDER BY a.sequence, a.try`,
        ),
      /** The attempts of an item's events, in order. */
      attemptsOf: (barcode: string) =>
        test.ctx.db.query<Attempt>(
          `SELECT a.* FROM store_event e CROSS JOIN LATERAL ${attemptsOf("e.sequence")} a
           WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.subject = $3 ORDER BY a.sequence, a.try`,
          [...key, barcode],
        ),
      retries: () =>
        table<{ sequence: number; tries: number; due_at: Date }>(
          "SELECT sequence, tries, due_at FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 ORDER BY sequence",
        ),
      cursor: async () =>
        (
          await table<{ cursor: number; in_flight_high_water: number; has_unrecorded_calls: boolean; epoch: number }>(
            "SELECT cursor, in_flight_high_water, has_unrecorded_calls, lease_epoch AS epoch FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2",
          )
        )[0],
      work: () =>
        table<{ worker_id: string | null; due_at: Date; hold_until: Date | null }>(
          "SELECT worker_id, due_at, hold_until FROM delivery_work WHERE retailer_id = $1 AND store_id = $2",
        ),
      query: table,
    };
  }
  type Store = Awaited<ReturnType<typeof newStore>>;

  /** An endpoint of the partner, or of a retailer. */
  async function newEndpoint(
    url: string,
    filter: {
      retailerId?: string;
      actions?: string[];
      storeIds?: string[];
      retailerIds?: string[];
      categories?: string[];
    } = {},
  ) {
    const id = randomUUID();
    const { partnerId } = test.partner;
    const { retailerId = null, storeIds = [], retailerIds = [], categories = [] } = filter;
    const actions = filter.actions ?? ["inventory.update", "inventory_source.update", "channel.update"];
    const { db } = test.ctx;
    const now = test.ctx.now();
    const follow = {
      endpointId: id,
      partnerId,
      retailerId,
      isTest: false,
      actions,
      retailerIds,
      storeIds,
      categories,
      isFiltered: categories.length > 0,
    };
    await db.transaction("no shop", async (tx) => {
      const signer = sealSecrets(test.ctx.vault, { endpointId: id }, [{ secret: SECRET, until: null }]);
      await tx.prisma.webhookEndpoint.createMany({
        data: {
          id,
          partnerId,
          retailerId,
          urls: [url],
          actions,
          storeIds,
          retailerIds,
          categories,
          isFiltered: categories.length > 0,
          ...signer,
          createdAt: now,
          updatedAt: now,
        },
      });
      await followStores(tx, follow);
      await addFollower(tx, id, now);
    });
    const change = (data: object, what: { ping?: boolean; isWell?: boolean } = {}) =>
      db.transaction("no shop", async (tx) => {
        await tx.prisma.webhookEndpoint.updateMany({ where: { id }, data });
        const workerId = await changeFollower(tx, id, what, test.ctx.now());
        tx.afterCommit((sql) => awaitFollower(sql, id, workerId));
      });
    return {
      id,
      change,
      remove: () =>
        db.transaction("no shop", async (tx) => {
          await tx.prisma.webhookEndpoint.deleteMany({ where: { id } });
          await endFollowing(tx, id, test.ctx.now());
        }),
      record: () => db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }),
      follower: () => db.prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId: id } }),
      positions: () => db.prisma.deliveryPosition.findMany({ where: { endpointId: id } }),
      retries: () => db.prisma.endpointRetry.findMany({ where: { endpointId: id } }),
      attempts: ({ ids }: Store) =>
        db.query<Attempt>(
          `SELECT a.* FROM store_event e CROSS JOIN LATERAL ${attemptsOf("e.sequence", ofEndpoint("$3"))} a
           WHERE e.retailer_id = $1 AND e.store_id = $2 ORDER BY a.sequence, a.try`,
          [ids.retailerId, ids.storeId, id],
        ),
      /** Waits until no event waits, and no worker has the endpoint. */
      settled: () =>
        until(async () => {
          const waiting = await db.prisma.deliveryPosition.count({ where: { endpointId: id } });
          const { workerId } = await db.prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId: id } });
          return !waiting && workerId === null;
        }),
      connected: () =>
        until(async () => (await db.prisma.webhookEndpoint.findUnique({ where: { id } }))?.status === "connected"),
    };
  }

  /** Stores with a verified endpoint and nothing to send. */
  async function connected(stores: number, urlOf: (n: number) => string): Promise<Store[]> {
    const all: Store[] = [];
    // One after the other: new retailers of one partner wait for one lock, and on a busy machine the last call waits too long.
    for (let n = 0; n < stores; n++) {
      const store = await newStore();
      await store.enable(urlOf(n));
      all.push(store);
    }
    for (const store of all) {
      for (const verify of [
        "UPDATE channel SET status = 'connected' WHERE retailer_id = $1 AND store_id = $2",
        "DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2",
        `UPDATE delivery_cursor c SET cursor = s.next_sequence - 1, in_flight_high_water = s.next_sequence - 1 FROM store s
         WHERE s.retailer_id = $1 AND s.store_id = $2 AND c.retailer_id = $1 AND c.store_id = $2`,
        "DELETE FROM delivery_work WHERE retailer_id = $1 AND store_id = $2",
      ]) {
        await store.query(verify);
      }
    }
    return all;
  }

  /** Whether nothing is left to send now, and no worker has the store. */
  async function isSettled(store: Store): Promise<boolean> {
    const [work] = await store.work();
    return !work || (work.worker_id === null && (work.hold_until ?? work.due_at) > test.ctx.now());
  }

  return {
    test,
    system,
    newReceiver,
    newStore,
    newEndpoint,
    connected,
    startEngine: async (options: Partial<EngineOptions> = {}): Promise<DeliveryEngine> => {
      const engine = new DeliveryEngine({
        db: system.db,
        now: system.now,
        host: deliveryHost(system),
        settings: system.settings,
        log: pino({ level: "silent" }),
        pollMs: 10,
        random: () => 0.5,
        // No rest after failed calls, because a rest takes real time and the test's clock does not move it.
        longestRestMs: 0,
        ...options,
      });
      engines.add(engine);
      await engine.start();
      return engine;
    },
    isSettled,
    settled: (store: Store) => until(() => isSettled(store)),
    /** After each test: engines stop, receivers close. */
    clear: async () => {
      await Promise.all([...engines].map((engine) => engine.abort()));
      engines.clear();
      await Promise.all([...receivers].map((receiver) => receiver.close()));
      receivers.clear();
      await sender.close();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
export type ShopStore = Awaited<ReturnType<Shop["newStore"]>>;
