import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appendEvents, type StoreIds } from "../append/append-events.ts";
import type { DeliveryHost } from "../engine/engine-options.ts";
import type { Lease } from "../lease/leases.ts";

import { addFollower, followRetailer, followStores, queueForEndpoint } from "./endpoints.ts";
import * as sql from "./positions.sql.ts";
import { type EndpointLease, runStatements } from "./run-statements.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const now = new Date("2026-03-02T09:00:00Z");
const ACTIONS = ["inventory.update"];

async function newStore(): Promise<StoreIds & { partnerId: string }> {
  const { id: partnerId } = await db.prisma.partner.create({ data: { id: randomUUID(), name: "Tills" } });
  const { id: retailerId } = await db.prisma.retailer.create({ data: { id: randomUUID(), partnerId, name: "Chain" } });
  const storeId = randomUUID();
  await db.query(
    `INSERT INTO store (retailer_id, store_id, name, address, postcode, city, country, currency, timezone, widget_token)
     VALUES ($1, $2, 'S', 'A', 'N1', 'L', 'GB', 'GBP', 'Europe/London', $3)`,
    [retailerId, storeId, storeId],
  );
  return { partnerId, retailerId, storeId };
}

async function newEndpoint(partnerId: string): Promise<string> {
  const endpointId = randomUUID();
  const all = { retailerId: null, isTest: false, retailerIds: [], storeIds: [], categories: [], isFiltered: false };
  await db.transaction("no shop", async (tx) => {
    const times = { createdAt: now, updatedAt: now };
    const urls = ["https://shop.example/"];
    await tx.prisma.webhookEndpoint.create({
      data: {
        id: endpointId,
        partnerId,
        urls,
        actions: ACTIONS,
        secret: Uint8Array.of(1),
        status: "connected",
        ...times,
      },
    });
    await followStores(tx, { endpointId, partnerId, actions: ACTIONS, ...all });
    await addFollower(tx, endpointId, now);
  });
  return endpointId;
}

/** Appends events with these subjects, as a call does. */
const append = (store: StoreIds, ...subjects: string[]): Promise<number[]> =>
  db.transaction(store, (tx) =>
    appendEvents(
      tx,
      store,
      subjects.map((subject) => ({ action: "inventory.update", subject, data: {} })),
      now,
    ),
  );

/** A worker leases the endpoint. */
async function lease(endpointId: string) {
  const [found] = await db.query<{ epoch: number }>(sql.currentEpochsSql, [[endpointId]]);
  const values = [endpointId, found?.epoch, randomUUID(), now];
  const [held] = (await db.query<EndpointLease>(sql.leaseEndpointSql, values)) as [EndpointLease];
  const statements = runStatements(db, { host: {} as DeliveryHost, now: () => now, random: () => 0.5 }, held);
  /** Takes what is due, with the statements of each store. */
  const take = async () => {
    const taken = await statements.take(await statements.findDue([], 10));
    return taken.map((position) => {
      const one = { ...position, endpointId, epoch: held.epoch, endpoint: 1, pingSequence: 0 } as unknown as Lease;
      return { position, ...statements.ofStore(one) };
    });
  };
  return { take };
}

const good = (sequence: number) => ({
  ...{ sequence, action: "inventory.update", subject: "a", try: 1, at: now, status: 204, ms: 1, enhanced: false },
  ...{ answer: "", result: "delivered" as const, tries: 1, dueAt: null, isRetry: false },
});
const positions = (endpointId: string) => db.prisma.deliveryPosition.findMany({ where: { endpointId } });
const attempts = (endpointId: string) => db.prisma.endpointAttempt.findMany({ where: { endpointId } });

it("a position begins at the first event that its endpoint follows, and goes with the record of its calls", async () => {
  const store = await newStore();
  await append(store, "before");
  const endpointId = await newEndpoint(store.partnerId);
  expect(await positions(endpointId)).toEqual([]);
  const [sequence = 0] = await append(store, "a");
  await append(store, "b");
  expect(await positions(endpointId)).toMatchObject([{ cursor: BigInt(sequence - 1), wakeVersion: 2n }]);
  const [taken] = await (await lease(endpointId)).take();
  expect(taken?.position.first?.events.map(({ subject, fate }) => [subject, fate])).toEqual([
    ["a", "send"],
    ["b", "send"],
  ]);
  const done = [good(sequence), good(sequence + 1)];
  expect(await taken?.finish({ cursor: sequence + 1, wakeVersion: 2, done })).toBe("released");
  expect(await positions(endpointId)).toEqual([]);
  expect(await attempts(endpointId)).toMatchObject([{ outcome: "delivered", endpoint: 1 }]);
});

it("an event between the take and the end keeps the position, with the record of the calls", async () => {
  const store = await newStore();
  const endpointId = await newEndpoint(store.partnerId);
  const [sequence = 0] = await append(store, "a");
  const [taken] = await (await lease(endpointId)).take();
  await append(store, "b");
  expect(await taken?.finish({ cursor: sequence, wakeVersion: 1, done: [good(sequence)] })).toBe("woken");
  expect(await positions(endpointId)).toMatchObject([
    { cursor: BigInt(sequence), inFlightHighWater: BigInt(sequence) },
  ]);
  const work = { inFlightHighWater: sequence, dueAt: null, holdUntil: null };
  expect(await taken?.release({ ...work, wakeVersion: 1 })).toBe("woken");
  expect(await positions(endpointId)).toHaveLength(1);
  expect(await taken?.release({ ...work, wakeVersion: 2 })).toBe("released");
  expect(await positions(endpointId)).toEqual([]);
});

it("an earlier lease writes nothing after a later one has taken the position, also if the position is new", async () => {
  const store = await newStore();
  const endpointId = await newEndpoint(store.partnerId);
  const [sequence = 0] = await append(store, "a");
  const old = await lease(endpointId);
  const [stopped] = await old.take();
  const [next] = await (await lease(endpointId)).take();
  // The first worker may have sent the event without a record.
  expect(next?.position).toMatchObject({ inFlightHighWater: sequence, first: null });
  const isWritten = async () => {
    const progress = { cursor: sequence, failures: 0, failingSince: null };
    return [
      await stopped?.record(progress, [good(sequence)]),
      await stopped?.finish({ cursor: sequence, wakeVersion: 1, done: [good(sequence)] }),
      await stopped?.release({ wakeVersion: 1, inFlightHighWater: sequence, dueAt: null, holdUntil: null }),
      (await stopped?.readLog({ after: sequence - 1, doubtTo: sequence - 1, limit: 9 }))?.length,
    ];
  };
  expect(await isWritten()).toEqual([false, "skipped", "lost", 0]);
  expect(await next?.record({ cursor: sequence, failures: 0, failingSince: null }, [good(sequence)])).toBe(true);
  await next?.release({ wakeVersion: 1, inFlightHighWater: sequence, dueAt: null, holdUntil: null });
  await append(store, "b");
  expect(await isWritten()).toEqual([false, "skipped", "lost", 0]);
  expect(await attempts(endpointId)).toHaveLength(1);
  expect(await positions(endpointId)).toMatchObject([{ cursor: BigInt(sequence), leaseEpoch: 0n }]);
});

it("deletes the position of a store that the endpoint does not follow any more", async () => {
  const store = await newStore();
  const endpointId = await newEndpoint(store.partnerId);
  await append(store, "a");
  const { partnerId } = store;
  const rest = { endpointId, partnerId, retailerId: null, isTest: false, actions: ACTIONS, retailerIds: [] };
  await db.transaction("no shop", (tx) =>
    followStores(tx, { ...rest, storeIds: [randomUUID()], categories: [], isFiltered: false }),
  );
  expect(await (await lease(endpointId)).take()).toEqual([]);
  expect(await positions(endpointId)).toEqual([]);
});

it("a new retailer and a new endpoint at the same time find each other", async () => {
  const { partnerId } = await newStore();
  for (let round = 0; round < 5; round++) {
    const retailerId = randomUUID();
    const create = db.transaction("no shop", async (tx) => {
      await tx.query("SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE", [partnerId]);
      await tx.prisma.retailer.create({ data: { id: retailerId, partnerId, name: "New" } });
      await followRetailer(tx, { retailerId, partnerId, isTest: false });
    });
    const endpointId = randomUUID();
    const follow = db.transaction("no shop", async (tx) => {
      await tx.query("SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE", [partnerId]);
      const times = { createdAt: now, updatedAt: now };
      await tx.prisma.webhookEndpoint.create({
        data: { id: endpointId, partnerId, urls: [], actions: ACTIONS, secret: Uint8Array.of(1), ...times },
      });
      const all = { retailerId: null, isTest: false, retailerIds: [], storeIds: [], categories: [], isFiltered: false };
      await followStores(tx, { endpointId, partnerId, actions: ACTIONS, ...all });
    });
    await Promise.all([create, follow]);
    expect(await db.prisma.deliveryFollowing.count({ where: { retailerId, endpointId } })).toBe(1);
  }
});

it("redelivery queues the newest event of each subject, also those that the endpoint never got, and none that waits", async () => {
  const store = await newStore();
  const [first = 0] = await append(store, "a", "b");
  await db.query(
    `INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, condition, price, currency, announced_sequence, created_at, updated_at)
     SELECT $1, $2, k, k, 'in_stock', 'new', 1, 'GBP', n, now(), now() FROM unnest($3::text[], $4::bigint[]) AS i (k, n)`,
    [store.retailerId, store.storeId, ["a", "b"], [first + 2, first + 1]],
  );
  const endpointId = await newEndpoint(store.partnerId);
  const [last = 0] = await append(store, "a");
  expect(last).toBe(first + 2);
  const queue = () =>
    db.transaction(store, (tx) =>
      queueForEndpoint(tx, store, endpointId, { from: first, upTo: last, status: null }, now),
    );
  // The first event of `a` has a newer one, which waits.
  expect(await queue()).toEqual({ queued: 1, superseded: 1 });
  expect(await db.prisma.endpointRetry.findMany({ where: { endpointId } })).toMatchObject([
    { sequence: BigInt(first + 1) },
  ]);
  expect(await positions(endpointId)).toMatchObject([{ cursor: BigInt(last - 1), wakeVersion: 2n }]);
  const [taken] = await (await lease(endpointId)).take();
  const due = await taken?.readDueRetries({ now, inHand: [], isVerified: true, limit: 9 });
  expect(due?.map(({ subject, fate, attempts: made }) => [subject, fate, made])).toEqual([["b", "send", 0]]);
});
