import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase, readBy, recording, type TestDatabase } from "@highstreet/db/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findDueStores } from "../lease/leases.ts";
import { forgetReceiver } from "./receiver-health.sql.ts";
import {
  claimProbes,
  FIRST_STORE,
  findProbes,
  forgetReceivers,
  listReceivers,
  parkStores,
  parkWaiting,
  recordAnswer,
  recordFailure,
  wakeParked,
} from "./receiver-health.ts";
import { ReceiverWatch } from "./receiver-watch.ts";

const RECEIVER = "00000000-0000-0000-0000-000000000001 https://shop.example";
const OTHER = "00000000-0000-0000-0000-000000000002 https://shop.example";
const store = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;

let database: TestDatabase;
let db: Database;
let now: Date;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  now = new Date("2026-03-02T09:00:00.000Z");
  for (const table of ["delivery_receiver", "delivery_work", "delivery_cursor"]) {
    await db.query(`DELETE FROM ${table} WHERE ${table === "delivery_receiver" ? "true" : "retailer_id IS NOT NULL"}`);
  }
});

const advance = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
/** Unreachable calls of stores, in order. */
const unreachable = (stores: number[], { isWell = false, isProbe = false, receiver = RECEIVER } = {}) =>
  recordFailure(db, { receiver, storeIds: stores.map(store), wellIds: isWell ? stores.map(store) : [], isProbe }, now);
const goDown = () => unreachable([1, 2, 1]);
/** The receiver is down, and a store without failures has failed, too. */
async function goSurelyDown(): Promise<void> {
  await goDown();
  // Further calls of the stores that made it down show nothing new.
  await unreachable([1, 2], { isWell: true });
  expect((await healthOf())?.isSure).toBe(false);
  await unreachable([3], { isWell: true });
}
const healthOf = async (receiver = RECEIVER) => (await listReceivers(db)).find((one) => one.receiver === receiver);
const isDown = async (receiver = RECEIVER) => Boolean((await healthOf(receiver))?.downSince);
/** Gives stores with endpoints to the receiver. */
async function newStores(count: number): Promise<string> {
  const retailerId = randomUUID();
  await db.query(
    `INSERT INTO delivery_cursor
       (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver, failures)
     SELECT $1::uuid, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 0, 0, 1, 0, 1, $2,
       CASE WHEN n <= 2 THEN 10 + n WHEN n = 5 THEN 9 ELSE 0 END
     FROM generate_series(1, $3::int) n`,
    [retailerId, RECEIVER, count],
  );
  return retailerId;
}

describe("a receiver is down", () => {
  it("after three unreachable calls of two stores, for its own partner only", async () => {
    await newStores(3);
    await unreachable([1, 2]);
    expect(await isDown()).toBe(false);
    await unreachable([2]);
    expect(await isDown()).toBe(true);
    await recordAnswer(db, RECEIVER);
    await unreachable([1, 2, 2, 2, 2]);
    expect(await isDown()).toBe(true);
    await recordAnswer(db, RECEIVER);
    await unreachable([1, 1, 1, 1]);
    await unreachable([2]);
    expect([await isDown(), await isDown(OTHER)]).toEqual([true, false]);
  });

  it("not after any number of unreachable calls of one store, except if it is the only one", async () => {
    const retailerId = await newStores(2);
    await unreachable([1, 1, 1, 1]);
    for (let n = 0; n < 5; n++) await unreachable([1]);
    expect(await isDown()).toBe(false);
    await db.query("DELETE FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2", [retailerId, store(2)]);
    await unreachable([1]);
    expect(await isDown()).toBe(true);
  });

  it("not by the tries of one event, which come 30 s, 5 min and 30 min after each other", async () => {
    await newStores(1);
    for (const seconds of [30, 300, 1_800]) {
      await unreachable([1]);
      advance(seconds * 1_000);
    }
    await unreachable([1]);
    expect(await isDown()).toBe(false);
  });

  it("not with an answer among the calls, which also ends it", async () => {
    await newStores(3);
    for (let n = 0; n < 5; n++) {
      await unreachable([1, 2]);
      await recordAnswer(db, RECEIVER);
    }
    expect(await healthOf()).toBeUndefined();
    await goDown();
    await recordAnswer(db, RECEIVER);
    expect(await isDown()).toBe(false);
  });
});

describe("the results of calls", () => {
  const statuses = {
    refused: null,
    reset: null,
    "404": 404,
    "400": 400,
    "500": 500,
    "429": 429,
    "301": 301,
    "502": 502,
    "503": 503,
    "504": 504,
  };
  const watching = () => new ReceiverWatch({ db, now: () => now }, () => 0, { onDown: () => {}, roomFor: () => 1 });
  const call = (n: number, kind: keyof typeof statuses | "204", options = {}) => ({
    receiver: RECEIVER,
    storeId: store(n),
    status: kind === "204" ? 204 : statuses[kind],
    isUnreachable: kind === "refused",
    since: 1,
    isWell: false,
    isProbe: false,
    ...options,
  });

  it.each(["404", "400", "500", "429", "301", "reset"] as const)(
    "of %s never make a receiver down, however many stores get them",
    async (kind) => {
      await newStores(9);
      const watch = watching();
      for (let n = 1; n <= 9; n++) watch.record(call(n, kind));
      await watch.sync();
      expect(await listReceivers(db)).toEqual([]);
    },
  );

  it.each(["refused", "502", "503", "504"] as const)(
    "of %s make it down, and blocked are stores with failures",
    async (kind) => {
      await newStores(9);
      const watch = watching();
      for (let n = 1; n <= 3; n++) watch.record(call(n, kind, { isWell: true }));
      await watch.sync();
      const blocked = () => [0, 1].map((failures) => watch.isBlocked({ receiver: RECEIVER, failures }));
      expect(blocked()).toEqual([false, true]);
      watch.record(call(4, kind, { isProbe: true, isWell: true }));
      await watch.sync();
      expect(blocked()).toEqual([true, true]);
      watch.record(call(5, "404"));
      await watch.sync();
      expect(blocked()).toEqual([false, false]);
    },
  );

  it("do not count if the receiver has answered another call since the call started", async () => {
    await newStores(9);
    const watch = watching();
    watch.record(call(9, "404"));
    for (let n = 1; n <= 3; n++) watch.record(call(n, "refused", { since: 0 }));
    await watch.sync();
    expect(await isDown()).toBe(false);
  });

  it("make one store warn its people after a minute, and another one in the next downtime", async () => {
    await newStores(3);
    await goDown();
    const watch = watching();
    await watch.sync();
    advance(59_999);
    expect(watch.mustWarn(RECEIVER)).toBe(false);
    advance(1);
    expect([watch.mustWarn(RECEIVER), watch.mustWarn(RECEIVER)]).toEqual([true, false]);
  });
});

describe("probes of a receiver that is down", () => {
  const claim = () => claimProbes(db, [RECEIVER], now);

  it("run one at a time, after 1, 1, 2, 4, 8 and 8 s, and every 30 s after a minute", async () => {
    await goDown();
    const waits: number[] = [];
    for (let n = 0; n < 13; n++) {
      let wait = 0;
      for (; !(await claim()).length; wait++) advance(1_000);
      expect(await claim()).toEqual([]);
      waits.push(wait);
      await unreachable([1], { isProbe: true });
    }
    expect(waits).toEqual([1, 1, 2, 4, 8, 8, 8, 8, 8, 8, 8, 30, 30]);
  });

  it("are due by the time of the failure, also if the worker stores the failure later", async () => {
    const watch = new ReceiverWatch({ db, now: () => now }, () => 0, { onDown: () => {}, roomFor: () => 1 });
    const call = { receiver: RECEIVER, status: 503, isUnreachable: false, since: 0, isProbe: false, isWell: true };
    for (const n of [1, 2, 3]) watch.record({ ...call, storeId: store(n) });
    advance(1_000);
    await watch.sync();
    expect(watch.dueProbes).toEqual([RECEIVER]);
  });

  it("are due a second after the last one if a store without failures has work", async () => {
    await goDown();
    for (let n = 0; n < 4; n++) {
      advance(60_000);
      await unreachable([1], { isProbe: true });
    }
    const store4 = { retailerId: randomUUID(), storeId: store(4), receiver: RECEIVER };
    await parkStores(db, [{ ...store4, failures: 1 }], now);
    advance(999);
    expect(await claim()).toEqual([]);
    await parkStores(db, [{ ...store4, failures: 0 }], now);
    expect(await claim()).toEqual([]);
    advance(1);
    expect(await claim()).toEqual([RECEIVER]);
  });

  it("are repeated after their worker has died", async () => {
    await goDown();
    advance(1_000);
    expect(await claim()).toEqual([RECEIVER]);
    advance(14_999);
    expect(await claim()).toEqual([]);
    advance(1);
    expect(await claim()).toEqual([RECEIVER]);
  });
});

async function waitsForLock(): Promise<boolean> {
  const sql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  return (await db.query(sql)).length > 0;
}

describe("work that waits for a receiver", () => {
  async function waiting(stores: number) {
    const retailerId = await newStores(stores);
    const of = "SELECT $1::uuid, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid";
    await db.query(
      `INSERT INTO delivery_work (retailer_id, store_id, due_at) ${of}, 'epoch' FROM generate_series(1, $2::int) n`,
      [retailerId, stores],
    );
    const parked = async () => {
      const sql =
        "SELECT store_id AS id FROM delivery_work WHERE retailer_id = $1 AND parked_by = $2 ORDER BY store_id";
      return (await db.query<{ id: string }>(sql, [retailerId, RECEIVER])).map(({ id }) => Number(id.slice(-12)));
    };
    return { parked };
  }

  it("is parked only while the receiver is down, and without failures only when such a store has failed", async () => {
    const { parked } = await waiting(3);
    await unreachable([1, 2]);
    await parkWaiting(db, [RECEIVER]);
    expect(await parked()).toEqual([]);
    await goDown();
    await parkWaiting(db, [RECEIVER]);
    expect(await parked()).toEqual([1, 2]);
    await goSurelyDown();
    await parkWaiting(db, [RECEIVER]);
    expect(await parked()).toEqual([1, 2, 3]);
  });

  /** All stores wait for a receiver that is down and was probed. */
  async function parkAll(): Promise<void> {
    await goSurelyDown();
    await parkWaiting(db, [RECEIVER]);
    advance(1_000);
    await claimProbes(db, [RECEIVER], now);
  }

  it("is woken in order and in growing batches when the receiver is up, and the receiver's row is removed", async () => {
    const { parked } = await waiting(100);
    await parkAll();
    await recordAnswer(db, RECEIVER);
    const left: number[][] = [];
    for (let n = 0; n < 3; n++) {
      await wakeParked(db, RECEIVER);
      const parkedNow = await parked();
      // The next batch is not due yet.
      await db.query("UPDATE delivery_receiver SET wake_at = now() + interval '1 hour' WHERE receiver = $1", [
        RECEIVER,
      ]);
      await wakeParked(db, RECEIVER);
      expect(await parked()).toEqual(parkedNow);
      left.push(parkedNow.slice(0, 1));
      await db.query("UPDATE delivery_receiver SET wake_at = now() - interval '1 second' WHERE receiver = $1", [
        RECEIVER,
      ]);
    }
    expect(left).toEqual([[17], [49], []]);
    expect(await listReceivers(db)).toEqual([]);
  });

  it("is woken at once when the receiver answers before its first probe", async () => {
    const { parked } = await waiting(100);
    await goSurelyDown();
    await parkWaiting(db, [RECEIVER]);
    await recordAnswer(db, RECEIVER);
    await wakeParked(db, RECEIVER);
    expect(await parked()).toEqual([]);
  });

  it("stays parked when the receiver fails again", async () => {
    const { parked } = await waiting(100);
    await parkAll();
    await recordAnswer(db, RECEIVER);
    await wakeParked(db, RECEIVER);
    await goDown();
    await db.query("UPDATE delivery_receiver SET wake_at = now() - interval '1 second' WHERE receiver = $1", [
      RECEIVER,
    ]);
    await wakeParked(db, RECEIVER);
    expect((await parked()).length).toBe(84);
  });

  it("is probed by the stores without failures first, then by the others in any order", async () => {
    await waiting(6);
    await parkAll();
    const search = { receivers: [RECEIVER], busy: [], here: [] as string[] };
    const order: number[] = [];
    for (;;) {
      const [next] = await findProbes(db, now, search);
      if (!next) break;
      order.push(Number(next.storeId.slice(-12)));
      search.here.push(next.storeId);
    }
    expect([order.slice(0, 3), order.slice(3).toSorted()]).toEqual([
      [3, 4, 6],
      [1, 2, 5],
    ]);
    const [last] = await findProbes(db, now, { ...search, here: [], isBackwards: true });
    expect(last?.storeId).toBe(store(6));
  });

  /** Checks how many rows each statement of `work` reads. */
  async function expectRows(most: number, work: () => Promise<void>): Promise<void> {
    const { during } = recording(db.pool);
    const [, sent] = await during(work);
    const client = await db.pool.connect();
    try {
      for (const statement of sent) {
        for (const mode of ["force_custom_plan", "force_generic_plan"] as const) {
          const { rows, scans } = await readBy(client, statement, mode);
          expect(rows, scans).toBeLessThan(most);
        }
      }
    } finally {
      client.release();
    }
    expect(sent.length).toBeGreaterThan(0);
  }

  it("costs the searches for due stores and for probes few rows, whether the stores are parked or not", async () => {
    await waiting(10_000);
    // The planner's last statistics are from before the receiver was down.
    await db.query("ANALYZE delivery_work, delivery_cursor");
    const search = { busy: [], here: [], limit: 64, after: store(0), fullPartners: [] };
    await expectRows(64 * 5, async () => {
      expect(await findDueStores(db, now, search)).toHaveLength(64);
    });
    await goSurelyDown();
    await parkWaiting(db, [RECEIVER]);
    await expectRows(100, async () => {
      expect(await findDueStores(db, now, search)).toEqual([]);
      expect(await findProbes(db, now, { receivers: [RECEIVER], busy: [], here: [] })).toHaveLength(1);
    });
  });

  /** The next batch. Parking delays it by a millisecond, and a clock that is set back by more. */
  const nextBatch = (most: number, after?: string) =>
    vi.waitFor(async () => {
      const batch = await wakeParked(db, RECEIVER, most, after);
      if (!batch.woken) throw new Error("no store is woken yet");
      return batch;
    });

  it("of a busy receiver is parked by the page, and is woken by turns", async () => {
    const { parked } = await waiting(10);
    const search = { busy: [], here: [], limit: 4, after: store(0), fullPartners: [] };
    const page = await findDueStores(db, now, search);
    await parkStores(db, page, now);
    expect(await parked()).toEqual([1, 2, 3, 4]);
    expect(await findDueStores(db, now, search)).toHaveLength(4);
    let { last } = await nextBatch(1);
    await parkStores(db, page, now);
    ({ last } = await nextBatch(1, last));
    expect(await parked()).toEqual([1, 3, 4]);
    expect(await nextBatch(10, last)).toEqual({ woken: 2, last: FIRST_STORE });
    expect(await parked()).toEqual([1]);
    await nextBatch(10);
    expect([await parked(), await listReceivers(db)]).toEqual([[], []]);
  });

  it("is parked with a thousand others, and PostgreSQL does not compare each with each", async () => {
    const { parked } = await waiting(1_000);
    await db.query("VACUUM delivery_work");
    const search = { busy: [], here: [], limit: 1_000, after: store(0), fullPartners: [] };
    const page = await findDueStores(db, now, search);
    const { during } = recording(db.pool);
    const [, sent] = await during(() => parkStores(db, page, now));
    expect(await parked()).toHaveLength(1_000);
    await db.query("UPDATE delivery_work SET parked_by = NULL WHERE parked_by = $1", [RECEIVER]);
    const client = await db.pool.connect();
    try {
      for (const mode of ["force_custom_plan", "force_generic_plan"] as const)
        for (const statement of sent) expect((await readBy(client, statement, mode)).compared).toBeLessThan(10_000);
    } finally {
      client.release(true);
    }
  });

  it("is not forgotten with the receiver's row while it is being parked", async () => {
    const { parked } = await waiting(2);
    const search = { busy: [], here: [], limit: 1, after: store(0), fullPartners: [] };
    const [first, second] = await findDueStores(db, now, { ...search, limit: 2 });
    if (!first || !second) throw new Error("no stores wait");
    await parkStores(db, [first], now);
    expect(await nextBatch(1)).toEqual({ woken: 1, last: first.storeId });
    const [row] = await db.query<{ wakeAt: Date }>('SELECT wake_at AS "wakeAt" FROM delivery_receiver');
    const { promise: isOver, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasParked, resolve: onParked } = Promise.withResolvers<void>();
    const parking = db.sqlTransaction("no shop", async (tx) => {
      await parkStores(tx, [second], now);
      onParked();
      await isOver;
    });
    await hasParked;
    const forgotten = db.query(forgetReceiver, [RECEIVER, row?.wakeAt]);
    try {
      await expect.poll(() => waitsForLock()).toBe(true);
    } finally {
      commit();
      await Promise.all([parking, forgotten]);
    }
    expect(await parked()).toEqual([2]);
    expect(await listReceivers(db)).toHaveLength(1);
  });

  it("is unparked after a day without a call to the receiver", async () => {
    const { parked } = await waiting(3);
    await goSurelyDown();
    await parkWaiting(db, [RECEIVER]);
    advance(24 * 3_600_000 + 1);
    await forgetReceivers(db, now);
    expect([await parked(), await listReceivers(db)]).toEqual([[], []]);
  });
});
