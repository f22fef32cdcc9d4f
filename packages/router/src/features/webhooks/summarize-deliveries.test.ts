import { type Completion, type Lease, recordDeliveries } from "@highstreet/delivery";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";

const HOUR = 3_600_000;
/** The test's clock stands at 09:20, so the current hour is incomplete. */
const NOW = Date.parse("2026-03-02T09:20:00Z");
const THIS_HOUR = Date.parse("2026-03-02T09:00:00Z");

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
  test.setNow(new Date(NOW));
});
afterAll(() => test.close());

async function newLease(): Promise<Lease> {
  const { id } = await test.retailer();
  const { ids } = await test.store(id);
  await test.ctx.db.query(
    `INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
     VALUES ($1, $2, 0, 0, 1, 0, 7, 'receiver')`,
    [ids.retailerId, ids.storeId],
  );
  return { ...ids, epoch: 0, pingSequence: 1, endpoint: 7 } as Lease;
}

const idsOf = ({ retailerId, storeId }: Lease) => ({ retailerId, storeId });
const summary = (lease: Lease, period?: "24h" | "7d") =>
  createCaller(test.ctx).webhooks.deliverySummary({ ...idsOf(lease), period });

type Call = Pick<Completion, "sequence" | "at" | "ms" | "result">;

const call: fc.Arbitrary<Call> = fc.record({
  sequence: fc.integer({ min: 1, max: 300 }),
  at: fc.integer({ min: NOW - 8 * 24 * HOUR, max: NOW }).map((at) => new Date(at)),
  ms: fc.option(fc.integer({ min: 0, max: 10_000 }), { freq: 5 }),
  result: fc.constantFrom("delivered" as const, "bad" as const, "superseded" as const),
});
const flushes = fc.array(fc.uniqueArray(call, { selector: ({ sequence }) => sequence, minLength: 1, maxLength: 120 }), {
  maxLength: 4,
});

async function record(lease: Lease, calls: Call[], round = 1): Promise<void> {
  const fixed = { action: "inventory.update", subject: "a", status: 204, enhanced: false, answer: "", isRetry: false };
  const done = calls.map((one) => ({ ...fixed, ...one, try: round, tries: 4, dueAt: null }));
  expect(await recordDeliveries(test.ctx.db, lease, { cursor: 0, failures: 0, failingSince: null }, done)).toBe(true);
}

/** What a summary says of some calls, counted slowly. */
function count(calls: Call[]) {
  const made = calls.filter(({ ms }) => ms !== null);
  const delivered = made.filter(({ result }) => result === "delivered").length;
  const times = made.map(({ ms }) => ms ?? 0).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null;
  return { delivered, failed: made.length - delivered, medianMs: at(0.5), p95Ms: at(0.95) };
}

describe("the summary of deliveries", () => {
  it("counts every call of the period once, by the hour and in total, for any packing of the rows", async () => {
    await fc.assert(
      fc.asyncProperty(flushes, async (rounds) => {
        const lease = await newLease();
        for (const [n, calls] of rounds.entries()) await record(lease, calls, n + 1);
        for (const [period, hours] of [
          ["24h", 24],
          ["7d", 168],
        ] as const) {
          const begins = Array.from({ length: hours }, (_, n) => THIS_HOUR - (hours - 1 - n) * HOUR);
          const within = (from: number, to: number) =>
            rounds.flat().filter(({ at }) => at.getTime() >= from && at.getTime() < to);
          expect(await summary(lease, period)).toEqual({
            ...count(within(begins[0] ?? 0, Number.POSITIVE_INFINITY)),
            isWhole: true,
            hours: begins.map((at) => ({ at: new Date(at).toISOString(), ...count(within(at, at + HOUR)) })),
          });
        }
      }),
      { numRuns: rounds(40) },
    );
  });

  it("of a store without calls has zeros for every hour, and no calls of another store", async () => {
    const [lease, other] = [await newLease(), await newLease()];
    await record(other, [{ sequence: 1, at: new Date(NOW), ms: 5, result: "delivered" }]);
    const { hours, ...all } = await summary(lease);
    expect(all).toEqual({ delivered: 0, failed: 0, medianMs: null, p95Ms: null, isWhole: true });
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toEqual({
      at: "2026-03-02T09:00:00.000Z",
      delivered: 0,
      failed: 0,
      medianMs: null,
      p95Ms: null,
    });
  });

  it("of a store with too many rows counts the newest rows, and says that these are not all", async () => {
    const lease = await newLease();
    await test.ctx.db.query(
      `INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome)
       SELECT $1, $2, n, 1, $3, 500, 1, CASE WHEN n > 20 THEN 'delivered'::attempt_outcome ELSE 'failed' END FROM generate_series(1, 10020) n`,
      [lease.retailerId, lease.storeId, new Date(NOW)],
    );
    expect(await summary(lease)).toMatchObject({ delivered: 10_000, failed: 0, isWhole: false });
  });

  it("needs the permission to read channels, in a store that the caller can use", async () => {
    const lease = await newLease();
    const ask = (ctx: TestContext["ctx"]) =>
      createCaller(ctx).webhooks.deliverySummary({ ...idsOf(lease), period: "24h" });
    await expect(ask(test.asKey({ scopes: new Set(["inventory:read"]) }))).rejects.toThrow(/scope/i);
    await expect(ask(test.asKey({ partnerId: (await test.newPartner()).partnerId }))).rejects.toMatchObject({
      cause: { code: "RetailerNotFound" },
    });
  });
});
