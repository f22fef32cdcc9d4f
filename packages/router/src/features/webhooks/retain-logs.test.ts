import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";
import { retainLogs } from "./retain-logs.ts";

const DAY = 24 * 3_600_000;

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

type Ids = { retailerId: string; storeId: string };
const api = () => createCaller(test.ctx);
const retain = () => retainLogs(test.asSystem(), { days: 30 });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { cause: { code: string } }) => error.cause.code,
  );
const query = <Row>(sql: string, ids: Ids, ...values: unknown[]): Promise<Row[]> =>
  test.ctx.db.query<Row>(sql, [ids.retailerId, ids.storeId, ...values]);
const sell = (ids: Ids, barcode: string, price: number) =>
  api().inventory.patchStock({ ...ids, body: [{ barcode, price, quantity: 5 }] });
const feed = async (ids: Ids) => (await api().events.list({ ...ids, page: { size: 1_000 } })).data;

async function newStore(): Promise<Ids> {
  const { id } = await test.retailer();
  return (await test.store(id)).ids;
}

async function enable(ids: Ids): Promise<void> {
  const parameters = { webhookUrl: "https://shop.invalid/", secret: canary("webhook") };
  await api().channels.enable({ ...ids, body: { type: "webhook", parameters } });
}

describe("the events feed", () => {
  it("loses a bounded number of events in a run, and the rest in the next runs", async () => {
    const stores = [await newStore(), await newStore(), await newStore()];
    for (const ids of stores) await sell(ids, "1", 1);
    test.advance(31 * DAY);
    const left = async () => (await Promise.all(stores.map(feed))).filter((events) => events.length).length;
    await retainLogs(test.asSystem(), { days: 30, most: 1 });
    expect(await left()).toBe(2);
    await retain();
    expect(await left()).toBe(0);
  });

  it("keeps 30 days. An older sequence is 410. Without a sequence, the feed begins with the oldest event", async () => {
    const ids = await newStore();
    await sell(ids, "1", 1);
    await sell(ids, "1", 2);
    const old = await feed(ids);
    test.advance(29 * DAY);
    await sell(ids, "1", 3);
    test.advance(DAY - 1);
    await retain();
    expect(await feed(ids)).toHaveLength(old.length + 1);
    test.advance(2);
    await retain();
    const [left, ...others] = await feed(ids);
    expect([left?.data.price, others]).toEqual([3, []]);
    const floor = old.at(-1)?.sequence ?? 0;
    expect(left?.sequence).toBe(floor + 1);
    const after = (sequence: number | string) => api().events.list({ ...ids, page: { after: String(sequence) } });
    for (const sequence of [0, 1, floor - 1, `p${floor}`]) expect(await codeOf(after(sequence))).toBe("EventsExpired");
    expect(await after(floor)).toMatchObject({ data: [left], next: null, prev: null });
    expect(await after(`p${floor + 1}`)).toMatchObject({ data: [], prev: null });
    expect(await after(floor + 1)).toMatchObject({ data: [], prev: `p${floor + 2}` });
    expect(await query("SELECT FROM store_event WHERE retailer_id = $1 AND store_id = $2", ids)).toHaveLength(1);
  });

  it("removes all of a long log, in batches, and nothing of another store", async () => {
    const [ids, other] = [await newStore(), await newStore()];
    await query(
      `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
       SELECT $1, $2, n, 'inventory.update', n::text, '{}', $3::timestamptz FROM generate_series(1, 12000) n`,
      ids,
      test.ctx.now(),
    );
    await query("UPDATE store SET next_sequence = 12001 WHERE retailer_id = $1 AND store_id = $2", ids);
    test.advance(31 * DAY);
    await sell(other, "1", 1);
    const kept = await feed(other);
    await retain();
    expect(await feed(ids)).toEqual([]);
    expect(await query("SELECT FROM store_event WHERE retailer_id = $1 AND store_id = $2", ids)).toEqual([]);
    expect(await feed(other)).toEqual(kept);
    await sell(ids, "1", 1);
    expect((await feed(ids))[0]?.sequence).toBe(12_001);
  });
});

describe("deliveries", () => {
  it("that waited for 30 days are failed, can be read for 30 more days, and are not sent again", async () => {
    const ids = await newStore();
    await enable(ids);
    const [ping] = await feed(ids);
    await sell(ids, "1", 1);
    const waiting = (await feed(ids)).find(({ action }) => action === "inventory.update");
    const sequence = String(waiting?.sequence);
    test.advance(30 * DAY + 1);
    await retain();
    const delivery = await api().webhooks.getDelivery({ ...ids, sequence });
    expect(delivery).toMatchObject({
      status: "failed",
      tries: 0,
      reason: "expired",
      attempts: [{ outcome: "failed", answer: null, reason: "expired" }],
    });
    const [channel] = await api().channels.list(ids);
    expect(channel?.warnings.map(({ id }) => id)).toContain("WebhookDeliveriesFailed");
    expect(await codeOf(api().webhooks.redeliver({ ...ids, sequence }))).toBe("EventsExpired");
    expect(await api().webhooks.redeliverRange({ ...ids, body: { from: 1 } })).toEqual({ queued: 0, superseded: 0 });
    // The endpoint has never answered, so its ping never ends.
    const retries = "SELECT sequence FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2";
    expect(await query(retries, ids)).toEqual([{ sequence: ping?.sequence }]);
    test.advance(30 * DAY + 1);
    await retain();
    expect(await query(retries, ids)).toEqual([{ sequence: ping?.sequence }]);
    expect(await api().webhooks.test(ids)).toMatchObject({ ok: true });
    test.advance(30 * DAY + 1);
    await retain();
    expect(await codeOf(api().webhooks.getDelivery({ ...ids, sequence }))).toBe("EventsExpired");
    expect(await codeOf(api().webhooks.getDelivery({ ...ids, sequence: "999" }))).toBe("DeliveryNotFound");
    expect((await api().webhooks.listDeliveries(ids)).data).toEqual([]);
    for (const table of ["store_event", "delivery_attempt"]) {
      const rows = await query<{ sequence: number }>(
        `SELECT sequence FROM ${table} WHERE retailer_id = $1 AND store_id = $2`,
        ids,
      );
      // Only rows of the last 30 days are left, which the test call has made.
      expect(rows.filter((row) => row.sequence <= Number(sequence))).toEqual([]);
    }
  });

  it("of a channel that was removed can be read for 30 days", async () => {
    const ids = await newStore();
    await enable(ids);
    test.advance(20 * DAY);
    await api().channels.remove({ ...ids, type: "webhooks" });
    test.advance(20 * DAY);
    await retain();
    expect((await api().webhooks.listDeliveries(ids)).data).toMatchObject([{ status: "failed" }]);
    test.advance(10 * DAY + 1);
    await retain();
    expect((await api().webhooks.listDeliveries(ids)).data).toEqual([]);
  });

  it("end for the sending worker exactly at the start of the log, as a model does, for any times of tries", async () => {
    const states = fc.constantFrom("delivered", "retrying", "untried");
    const log = fc.array(fc.record({ age: fc.integer({ min: 25, max: 35 }), state: states }), {
      minLength: 1,
      maxLength: 150,
    });
    const property = fc.asyncProperty(log, fc.nat(150), async (events, tried) => {
      const ids = await newStore();
      await enable(ids);
      await query("DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2", ids);
      const [{ first = 0 } = {}] = await query<{ first: number }>(
        `UPDATE store SET next_sequence = next_sequence + $3 WHERE retailer_id = $1 AND store_id = $2
         RETURNING next_sequence - $3 AS first`,
        ids,
        events.length,
      );
      const now = test.ctx.now();
      // The ping and the channel's own event are older than all events of the log.
      const oldest = new Date(now.getTime() - 35 * DAY);
      await query("UPDATE store_event SET created_at = $3 WHERE retailer_id = $1 AND store_id = $2", ids, oldest);
      await query("UPDATE store SET log_since = $3 WHERE retailer_id = $1 AND store_id = $2", ids, oldest);
      const cursor = first - 1 + Math.min(tried, events.length);
      const rows = events.map(({ age, state }, n) => {
        const sequence = first + n;
        const isTried = sequence <= cursor;
        return {
          sequence,
          at: new Date(now.getTime() - age * DAY),
          state: isTried && state === "untried" ? "delivered" : isTried ? state : "untried",
        };
      });
      await query(
        `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
         SELECT $1, $2, sequence, 'inventory.update', sequence::text, '{"price":1}', at
         FROM unnest($3::bigint[], $4::timestamptz[]) e (sequence, at)`,
        ids,
        rows.map(({ sequence }) => sequence),
        rows.map(({ at }) => at),
      );
      const of = rows.filter(({ state }) => state !== "untried");
      await query(
        `INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome)
         SELECT $1, $2, sequence, 1, at, 200, 1, state FROM unnest($3::bigint[], $4::timestamptz[], $5::attempt_outcome[]) e (sequence, at, state)`,
        ids,
        of.map(({ sequence }) => sequence),
        of.map(({ at }) => at),
        of.map(({ state }) => state),
      );
      await query(
        `INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, due_at)
         SELECT $1, $2, n, 1, 1, $4::timestamptz FROM unnest($3::bigint[]) n`,
        ids,
        of.filter(({ state }) => state === "retrying").map(({ sequence }) => sequence),
        now,
      );
      const set =
        "UPDATE delivery_cursor SET cursor = $3, in_flight_high_water = $3 WHERE retailer_id = $1 AND store_id = $2";
      await query(set, ids, cursor);
      await retain();

      const young = rows.find(({ at }) => now.getTime() - at.getTime() <= 30 * DAY);
      const floor = (young?.sequence ?? first + events.length) - 1;
      const isOver = ({ sequence }: { sequence: number }) => sequence <= floor;
      expect((await feed(ids)).map(({ sequence }) => sequence)).toEqual(
        rows.filter((row) => !isOver(row)).map(({ sequence }) => sequence),
      );
      const failed = rows.filter((row) => isOver(row) && row.state !== "delivered");
      const { data } = await api().webhooks.listDeliveries({ ...ids, status: "failed", page: { size: 100 } });
      const newestFailed = failed
        .map(({ sequence }) => sequence)
        .toReversed()
        .slice(0, 100);
      expect(data.map(({ sequence }) => sequence)).toEqual(newestFailed);
      const waiting = await query<{ sequence: number }>(
        "SELECT sequence FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 ORDER BY 1",
        ids,
      );
      const still = rows.filter((row) => !isOver(row) && row.state === "retrying");
      expect(waiting.map(({ sequence }) => sequence)).toEqual(still.map(({ sequence }) => sequence));
      const [position] = await query<{ cursor: number; in_flight_high_water: number; epoch: number }>(
        "SELECT cursor, in_flight_high_water, lease_epoch AS epoch FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2",
        ids,
      );
      const reached = Math.max(cursor, floor);
      expect(position).toMatchObject({ cursor: reached, in_flight_high_water: reached });
      // The worker loses its lease only if an event that it would still send was removed.
      expect((position?.epoch ?? 0) > 0).toBe(failed.length > 0 || cursor < floor);
    });
    await fc.assert(property, { numRuns: rounds(25) });
  });
});
