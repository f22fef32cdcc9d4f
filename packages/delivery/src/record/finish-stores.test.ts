import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Candidate, type Lease, leaseStores } from "../lease/leases.ts";
import { type Finish, Finisher } from "./record-deliveries.ts";

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

const WORKER = randomUUID();
const now = new Date("2026-03-02T09:00:00Z");

/** Stores of a retailer, each with a verified endpoint and `events` waiting events. */
async function newStores(count: number, events = 1): Promise<Candidate[]> {
  const retailerId = randomUUID();
  const candidates: Candidate[] = [];
  const fields = `(retailer_id, store_id, name, address, postcode, city, country, currency, timezone, widget_token)`;
  const { id: partnerId } = await db.prisma.partner.create({ data: { id: randomUUID(), name: "Tills" } });
  await db.prisma.retailer.create({ data: { id: retailerId, partnerId, name: "Chain" } });
  for (let n = 0; n < count; n++) {
    const storeId = randomUUID();
    const ids = [retailerId, storeId];
    await db.query(
      `INSERT INTO store ${fields} VALUES ($1, $2, 'S', 'A', 'N1', 'L', 'GB', 'GBP', 'Europe/London', $3)`,
      [...ids, storeId],
    );
    for (const text of [
      `INSERT INTO channel (retailer_id, store_id, channel, status, parameters, secret, created_at, updated_at)
       VALUES ($1, $2, 'webhooks', 'connected', '{"webhookUrl": "https://shop.example/", "enhancedProductData": false}', '\\x00', now(), now())`,
      `INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
       VALUES ($1, $2, 0, 0, 0, 0, 1, 'receiver')`,
      "INSERT INTO delivery_work (retailer_id, store_id, due_at) VALUES ($1, $2, 'epoch')",
      `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
       SELECT $1, $2, n, 'inventory.update', 'k' || n, '{}', now() FROM generate_series(1, ${events}) n`,
    ])
      await db.query(text, ids);
    candidates.push({
      retailerId,
      storeId,
      workerId: null,
      epoch: 0,
      pingSequence: 0,
      receiver: "receiver",
      failures: 0,
    });
  }
  return candidates;
}

/** The end of a stream that has sent the events of its lease. */
function ended(lease: Lease): Finish {
  const events = lease.first?.events ?? [];
  const done = events.map(({ sequence, action, subject }) => ({
    sequence,
    action,
    subject,
    try: 1,
    at: now,
    status: 204,
    ms: 1,
    enhanced: false,
    answer: "",
    result: "delivered" as const,
    tries: 1,
    dueAt: null,
    isRetry: false,
  }));
  return { lease, cursor: events.at(-1)?.sequence ?? lease.cursor, wakeVersion: lease.first?.wakeVersion ?? 0, done };
}

const position = async ({ retailerId, storeId }: Candidate | Lease) =>
  db.prisma.deliveryCursor.findUniqueOrThrow({ where: { retailerId_storeId: { retailerId, storeId } } });
const works = ({ retailerId }: Candidate) => db.prisma.deliveryWork.count({ where: { retailerId } });

it("stores of a retailer are leased with their events, and recorded and released, with one statement each", async () => {
  const stores = await newStores(3, 2);
  const leases = await leaseStores(db, stores, WORKER);
  expect(
    leases.map(({ epoch, cursor, inFlightHighWater, first }) => [epoch, cursor, inFlightHighWater, first]),
  ).toEqual(
    Array.from({ length: 3 }, () => [
      1,
      0,
      0,
      {
        events: [1, 2].map((sequence) => expect.objectContaining({ sequence, fate: "send" })),
        wakeVersion: 1,
        hasRetries: false,
      },
    ]),
  );
  // Claimed before they are sent.
  expect((await position(leases[0] as Lease)).inFlightHighWater).toBe(2n);
  const finisher = new Finisher(db);
  expect(await Promise.all(leases.map((lease) => finisher.finish(ended(lease))))).toEqual(leases.map(() => "released"));
  expect(await works(stores[0] as Candidate)).toBe(0);
  for (const lease of leases) {
    expect(await position(lease)).toMatchObject({ cursor: 2n, inFlightHighWater: 2n, hasUnrecordedCalls: false });
    const { retailerId, storeId } = lease;
    const attempts = await db.prisma.deliveryAttempt.findMany({ where: { retailerId, storeId } });
    expect(attempts).toMatchObject([
      { sequence: 1n, moreSequences: [2n], outcome: "delivered", status: 204, endpoint: 1 },
    ]);
  }
});

it("an event that arrives after the lease keeps the store, and its calls are recorded", async () => {
  const [store] = (await newStores(1)) as [Candidate];
  const [lease] = (await leaseStores(db, [store], WORKER)) as [Lease];
  await db.query("UPDATE delivery_work SET wake_version = wake_version + 1 WHERE retailer_id = $1", [store.retailerId]);
  expect(await new Finisher(db).finish(ended(lease))).toBe("woken");
  expect(await position(lease)).toMatchObject({ cursor: 1n });
  expect(await works(store)).toBe(1);
});

it("a lost lease records nothing", async () => {
  const [store] = (await newStores(1)) as [Candidate];
  const [lease] = (await leaseStores(db, [store], WORKER)) as [Lease];
  const [next] = (await leaseStores(db, [{ ...store, epoch: 1 }], randomUUID())) as [Lease];
  // The last worker may have sent its events, so they are in doubt.
  expect(next).toMatchObject({ epoch: 2, inFlightHighWater: 1, first: null });
  expect(await leaseStores(db, [store], WORKER)).toEqual([]);
  expect(await new Finisher(db).finish(ended(lease))).toBe("skipped");
  expect(await position(store)).toMatchObject({ cursor: 0n, hasUnrecordedCalls: true });
});

it("a store that another call has locked is skipped and delays no other store", async () => {
  const stores = (await newStores(3)) as [Candidate, Candidate, Candidate];
  const lock = (table: string, { retailerId, storeId }: Candidate, work: () => Promise<void>) =>
    db.sqlTransaction({ retailerId, storeId }, async (tx) => {
      await tx.query(`SELECT FROM ${table} WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE`, [retailerId, storeId]);
      await work();
    });
  let leases: Lease[] = [];
  await lock("delivery_cursor", stores[0], async () => {
    leases = await leaseStores(db, stores, WORKER);
  });
  expect(leases.map(({ storeId }) => storeId).sort()).toEqual([stores[1].storeId, stores[2].storeId].sort());
  const of = ({ storeId }: Candidate) => leases.find((lease) => lease.storeId === storeId) as Lease;
  const finisher = new Finisher(db);
  await lock("delivery_work", stores[1], async () => {
    const ends = await Promise.all([stores[1], stores[2]].map((store) => finisher.finish(ended(of(store)))));
    expect(ends).toEqual(["woken", "released"]);
  });
  expect(await works(stores[0])).toBe(2);
});

it("a waiting retry, an unverified endpoint or earlier failures come with the lease", async () => {
  const [retrying, unverified, failing] = (await newStores(3)) as [Candidate, Candidate, Candidate];
  const ids = (store: Candidate) => [store.retailerId, store.storeId];
  await db.query(
    "INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, due_at) VALUES ($1, $2, 1, 1, now())",
    ids(retrying),
  );
  await db.query("UPDATE channel SET status = 'pending' WHERE retailer_id = $1 AND store_id = $2", ids(unverified));
  await db.query("UPDATE delivery_cursor SET failures = 1 WHERE retailer_id = $1 AND store_id = $2", ids(failing));
  const leases = await leaseStores(db, [retrying, unverified, failing], WORKER);
  const firstOf = ({ storeId }: Candidate) => leases.find((lease) => lease.storeId === storeId)?.first;
  expect(firstOf(retrying)?.hasRetries).toBe(true);
  expect([firstOf(unverified), firstOf(failing)]).toEqual([null, null]);
});
