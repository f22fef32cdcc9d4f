import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

type Ids = { retailerId: string; storeId: string };
type Status = "pending" | "delivered" | "failed" | "superseded";
const api = () => createCaller(test.ctx);
const redeliver = (ids: Ids, body: { from?: number; since?: string; to?: number; status?: Status }) =>
  api().webhooks.redeliverRange({ ...ids, body });
const query = <Row>(sql: string, ids: Ids, ...values: unknown[]): Promise<Row[]> =>
  test.ctx.db.query<Row>(sql, [ids.retailerId, ids.storeId, ...values]);

async function newStore(): Promise<Ids> {
  const { id } = await test.retailer();
  const { ids } = await test.store(id);
  const parameters = { webhookUrl: "https://shop.invalid/", secret: canary("webhook") };
  await api().channels.enable({ ...ids, body: { type: "webhook", parameters } });
  await query("DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2", ids);
  return ids;
}

/** Writes an event of each item to the log, with the status of its delivery. */
async function logEvents(ids: Ids, events: { item: string; fate: Status | "waiting" }[]): Promise<number> {
  const [head] = await query<{ first: number }>(
    `UPDATE store SET next_sequence = next_sequence + $3 WHERE retailer_id = $1 AND store_id = $2
     RETURNING next_sequence - $3 AS first`,
    ids,
    events.length,
  );
  const first = head?.first ?? 0;
  const values = [events.map(({ item }) => item), events.map(({ fate }) => fate), first, test.ctx.now()];
  await query(
    `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
     SELECT $1, $2, $5 + n - 1, 'inventory.update', item, '{"barcode":"' || item || '"}', $6
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY e (item, fate, n)`,
    ids,
    ...values,
  );
  await query(
    `INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition,
       announced_sequence, created_at, updated_at)
     SELECT $1, $2, item, item, 'in_stock', 5, 1, 'GBP', 'new', max($4 + n - 1), now(), now()
     FROM unnest($3::text[]) WITH ORDINALITY e (item, n) GROUP BY item`,
    ids,
    events.map(({ item }) => item),
    first,
  );
  const tried = `unnest($3::text[]) WITH ORDINALITY e (fate, n)`;
  const fates = events.map(({ fate }) => fate);
  await query(
    `INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome)
     SELECT $1, $2, $4 + n - 1, 1, $5, 200, 1, (CASE fate WHEN 'waiting' THEN 'retrying' ELSE fate END)::attempt_outcome
     FROM ${tried} WHERE fate <> 'pending'`,
    ids,
    fates,
    first,
    test.ctx.now(),
  );
  await query(
    `INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, attempts, enhanced, due_at)
     SELECT $1, $2, $4 + n - 1, 1, 1, false, $5::timestamptz + interval '5 minutes' FROM ${tried} WHERE fate = 'waiting'`,
    ids,
    fates,
    first,
    test.ctx.now(),
  );
  // Sets the cursor before all of these events.
  await query(
    `UPDATE delivery_cursor SET cursor = $3, in_flight_high_water = $3 WHERE retailer_id = $1 AND store_id = $2`,
    ids,
    first - 1,
  );
  return first;
}

const retries = (ids: Ids) =>
  query<{ sequence: number; tries: number; dueAt: Date }>(
    `SELECT sequence, tries, due_at AS "dueAt" FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 ORDER BY 1`,
    ids,
  );
const cursorOf = (ids: Ids) => query("SELECT * FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2", ids);

describe("sending a range again", () => {
  it("sends at most the newest event of each subject, as a model does, for any results, range and status", async () => {
    const fate = fc.constantFrom<Status | "waiting">("delivered", "failed", "superseded", "waiting", "pending");
    const event = fc.record({ item: fc.constantFrom("a", "b", "c", "d", "e"), fate });
    const status = fc.constantFrom<Status | undefined>(undefined, "delivered", "failed", "superseded", "pending");
    const range = fc.tuple(fc.nat(12), fc.option(fc.nat(12), { nil: undefined }));
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 12 }),
      range,
      status,
      async (events, [skip, length], only) => {
        const ids = await newStore();
        const first = await logEvents(ids, events);
        const from = first + skip;
        const to = length === undefined ? undefined : from + length;
        const now = test.ctx.now();
        const rows = events.map((one, n) => {
          const sequence = first + n;
          const hasNewer = events.slice(n + 1).some(({ item }) => item === one.item);
          const inRange = sequence >= from && (to === undefined || sequence <= to);
          const isTried = one.fate !== "pending";
          const shown = one.fate === "waiting" ? (hasNewer ? "superseded" : "pending") : one.fate;
          const isMeant = inRange && isTried && (only === undefined || only === shown);
          return { sequence, hasNewer, isMeant, fate: one.fate };
        });
        const queued = rows.filter(({ isMeant, hasNewer }) => isMeant && !hasNewer);
        const cursor = await cursorOf(ids);
        const body = { from, ...(to !== undefined && { to }), ...(only && { status: only }) };
        expect(await redeliver(ids, body)).toEqual({
          queued: queued.length,
          superseded: rows.filter(({ isMeant, hasNewer }) => isMeant && hasNewer).length,
        });
        const dueNow = (await retries(ids)).filter(({ dueAt }) => dueAt <= now);
        expect(dueNow.map(({ sequence }) => sequence)).toEqual(queued.map(({ sequence }) => sequence));
        expect(dueNow.map(({ tries }) => tries)).toEqual(queued.map((one) => (one.fate === "waiting" ? 1 : 0)));
        expect(await cursorOf(ids)).toEqual(cursor);
        // A second call queues nothing, because all events already wait and are due.
        expect((await redeliver(ids, body)).queued).toBe(0);
      },
    );
    await fc.assert(property, { numRuns: rounds(60) });
  });

  it("runs in batches, and counts all of them", async () => {
    const ids = await newStore();
    const first = await logEvents(
      ids,
      Array.from({ length: 25_000 }, (_, n) => ({ item: `i${n % 20_000}`, fate: "failed" })),
    );
    expect(await redeliver(ids, { from: 1, status: "failed" })).toEqual({ queued: 20_000, superseded: 5_000 });
    const waiting = await retries(ids);
    expect([waiting.length, waiting[0]?.sequence]).toEqual([20_000, first + 5_000]);
  });

  it("starts at the first event since a time, for any times and any removed events", async () => {
    const gaps = fc.array(fc.record({ seconds: fc.nat(3), isRemoved: fc.boolean() }), { minLength: 1, maxLength: 30 });
    const property = fc.asyncProperty(gaps, fc.integer({ min: -1, max: 100 }), async (events, second) => {
      const ids = await newStore();
      const items = events.map((_, n) => ({ item: `i${n}`, fate: "failed" as const }));
      const first = await logEvents(ids, items);
      const start = test.ctx.now().getTime();
      const at = (seconds: number) => new Date(start + seconds * 1_000);
      let seconds = 0;
      const rows = events.map((event, n) => {
        seconds += event.seconds;
        return { sequence: first + n, createdAt: at(seconds), isRemoved: event.isRemoved };
      });
      await query(
        `UPDATE store_event e SET created_at = r.at FROM unnest($3::bigint[], $4::timestamptz[]) r (sequence, at)
         WHERE retailer_id = $1 AND store_id = $2 AND e.sequence = r.sequence`,
        ids,
        rows.map(({ sequence }) => sequence),
        rows.map(({ createdAt }) => createdAt),
      );
      const removed = rows.filter(({ isRemoved }) => isRemoved).map(({ sequence }) => sequence);
      for (const table of ["delivery_attempt", "store_event"]) {
        await query(
          `DELETE FROM ${table} WHERE retailer_id = $1 AND store_id = $2 AND sequence = ANY ($3)`,
          ids,
          removed,
        );
      }
      const since = at(second);
      const meant = rows.filter(({ isRemoved, createdAt }) => !isRemoved && createdAt >= since);
      await redeliver(ids, { since: since.toISOString() });
      expect((await retries(ids)).map(({ sequence }) => sequence)).toEqual(meant.map(({ sequence }) => sequence));
    });
    await fc.assert(property, { numRuns: rounds(40) });
  });

  it("keeps delivered events delivered", async () => {
    const ids = await newStore();
    const first = await logEvents(ids, [{ item: "a", fate: "delivered" }]);
    expect(await redeliver(ids, { from: first })).toEqual({ queued: 1, superseded: 0 });
    const delivery = await api().webhooks.getDelivery({ ...ids, sequence: String(first) });
    expect(delivery).toMatchObject({ status: "delivered", nextTryAt: test.ctx.now().toISOString() });
  });

  it("delays neither the store's stock nor the worker that sends its events", async () => {
    const ids = await newStore();
    const first = await logEvents(ids, [{ item: "a", fate: "failed" }]);
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    // An open transaction, as around a call with an Idempotency-Key.
    const held = test.ctx.db.transaction("no shop", async (tx) => {
      const keep = "SELECT FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 FOR KEY SHARE";
      await tx.query(keep, [ids.retailerId, ids.storeId]);
      reached.resolve();
      await gate.promise;
    });
    await reached.promise;
    await api().inventory.patchStock({ ...ids, body: [{ barcode: "7001", price: 1, quantity: 1 }] });
    await query(
      "UPDATE delivery_cursor SET lease_epoch = lease_epoch + 1 WHERE retailer_id = $1 AND store_id = $2",
      ids,
    );
    expect(await redeliver(ids, { from: first })).toMatchObject({ queued: 1 });
    gate.resolve();
    await held;
  });

  it("has a history entry", async () => {
    const ids = await newStore();
    const first = await logEvents(ids, [{ item: "a", fate: "failed" }]);
    await redeliver(ids, { from: first, status: "failed" });
    const [entry] = (await api().history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
    const after = { from: first, to: null, status: "failed", queued: 1, superseded: 0 };
    expect(entry).toMatchObject({ action: "channel.redeliver", target: { storeId: ids.storeId }, after });
  });

  it("needs a channel and a valid range", async () => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    await expect(redeliver(ids, { from: 1 })).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
    const known = await newStore();
    const wrongTime = { since: "yesterday" };
    const both = { from: 1, since: "2026-01-31T09:00:00Z" };
    for (const body of [{ from: 0 }, { from: 1.5 }, { from: 5, to: 4 }, { from: -1 }, {}, wrongTime, both]) {
      await expect(redeliver(known, body)).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
    }
  });
});
