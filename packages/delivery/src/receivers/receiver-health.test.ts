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
  noteFailure,
  noteSuccess,
  parkStores,
  parkWaiting,
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
const fail = (n: number, { isUnreachable = false, isProbe = false, receiver = RECEIVER } = {}) =>
  noteFailure(db, { receiver, storeIds: [store(n)], isUnreachable, isProbe }, now);
const isDown = async (receiver = RECEIVER) =>
  (await listReceivers(db)).find((one) => one.receiver === receiver)?.isDown ?? false;

describe("a receiver is down", () => {
  it("as soon as it is unreachable, for its own partner only", async () => {
    await fail(1, { isUnreachable: true });
    expect([await isDown(), await isDown(OTHER)]).toEqual([true, false]);
  });

  it("when three stores failed without a good call between, not when one store failed often", async () => {
    for (let n = 0; n < 5; n++) await fail(1);
    await fail(2);
    expect(await isDown()).toBe(false);
    await noteSuccess(db, RECEIVER);
    await fail(3);
    await fail(2);
    expect(await isDown()).toBe(false);
    await fail(1);
    expect(await isDown()).toBe(true);
  });
});

describe("probes of a receiver that is down", () => {
  const claim = () => claimProbes(db, [RECEIVER], now);

  it("run one at a time, after 1, 2, 4, 8 and 8 s, and every 30 s after a minute", async () => {
    await fail(1, { isUnreachable: true });
    const waits: number[] = [];
    for (let n = 0; n < 12; n++) {
      let wait = 0;
      for (; !(await claim()).length; wait++) advance(1_000);
      expect(await claim()).toEqual([]);
      waits.push(wait);
      await fail(1, { isUnreachable: true, isProbe: true });
    }
    expect(waits).toEqual([1, 2, 4, 8, 8, 8, 8, 8, 8, 8, 30, 30]);
  });

  it("are due by the time of the failure, also if the worker stores the failure later", async () => {
    const watch = new ReceiverWatch({ db, now: () => now }, () => 0, { onDown: () => {}, roomFor: () => 1 });
    watch.note({ receiver: RECEIVER, storeId: store(1), status: 503, isUnreachable: false, since: 0, isProbe: false });
    advance(1_000);
    await watch.sync();
    expect(watch.dueProbes).toEqual([RECEIVER]);
  });

  it("are repeated after their worker has died", async () => {
    await fail(1, { isUnreachable: true });
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
    const retailerId = randomUUID();
    const of = "SELECT $1::uuid, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid";
    await db.query(
      `INSERT INTO delivery_cursor
         (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver, failures)
       ${of}, 0, 0, 1, 0, 1, $2, CASE WHEN n <= 2 THEN 10 + n WHEN n = 5 THEN 9 ELSE 0 END FROM generate_series(1, $3::int) n`,
      [retailerId, RECEIVER, stores],
    );
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

  it("is parked only while the receiver is down", async () => {
    const { parked } = await waiting(3);
    await fail(1);
    await parkWaiting(db, [RECEIVER]);
    expect(await parked()).toEqual([]);
    await fail(1, { isUnreachable: true });
    await parkWaiting(db, [RECEIVER]);
    expect(await parked()).toEqual([1, 2, 3]);
  });

  it("is woken in order and in growing batches when the receiver is up, and the receiver's row is removed", async () => {
    const { parked } = await waiting(100);
    await fail(1, { isUnreachable: true });
    await parkWaiting(db, [RECEIVER]);
    await noteSuccess(db, RECEIVER);
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

  it("stays parked when the receiver fails again", async () => {
    const { parked } = await waiting(100);
    await fail(1, { isUnreachable: true });
    await parkWaiting(db, [RECEIVER]);
    await noteSuccess(db, RECEIVER);
    await wakeParked(db, RECEIVER);
    await fail(1, { isUnreachable: true });
    await db.query("UPDATE delivery_receiver SET wake_at = now() - interval '1 second' WHERE receiver = $1", [
      RECEIVER,
    ]);
    await wakeParked(db, RECEIVER);
    expect((await parked()).length).toBe(84);
  });

  it("is probed by one store after another until each store has ten failures", async () => {
    await waiting(6);
    await fail(1, { isUnreachable: true });
    await parkWaiting(db, [RECEIVER]);
    const search = { receivers: [RECEIVER], busy: [], here: [] as string[] };
    const order: number[] = [];
    for (;;) {
      const [next] = await findProbes(db, now, search);
      if (!next) break;
      order.push(Number(next.storeId.slice(-12)));
      search.here.push(next.storeId);
    }
    expect(order).toEqual([5, 3, 4, 6, 1, 2]);
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
    await fail(1, { isUnreachable: true });
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
    await fail(1, { isUnreachable: true });
    await parkWaiting(db, [RECEIVER]);
    advance(24 * 3_600_000 + 1);
    await forgetReceivers(db, now);
    expect([await parked(), await listReceivers(db)]).toEqual([[], []]);
  });
});
