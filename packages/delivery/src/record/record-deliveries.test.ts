import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attemptsOf } from "../delivery.sql.ts";
import type { Lease } from "../lease/leases.ts";
import { type Completion, recordDeliveries } from "./record-deliveries.ts";

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

const completion = fc.record({
  sequence: fc.integer({ min: 1, max: 200 }),
  at: fc.date({ min: new Date("2026-03-01T00:00:00Z"), max: new Date("2026-03-02T00:00:00Z"), noInvalidDate: true }),
  status: fc.constantFrom(200, 204),
  ms: fc.integer({ min: 0, max: 9 }),
  enhanced: fc.boolean(),
  answer: fc.constantFrom("", "ok", 'it\'s "so", {1,2}'),
});
const flushes = fc.array(
  fc.uniqueArray(completion, { selector: ({ sequence }) => sequence, minLength: 1, maxLength: 150 }),
  { minLength: 1, maxLength: 4 },
);

async function newLease(): Promise<Lease> {
  const ids = { retailerId: randomUUID(), storeId: randomUUID() };
  await db.query(
    `INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
     VALUES ($1, $2, 0, 0, 1, 0, 7, 'receiver')`,
    [ids.retailerId, ids.storeId],
  );
  return { ...ids, epoch: 0, pingSequence: 1, endpoint: 7 } as Lease;
}

describe("attempts that were recorded together", () => {
  it("are read one by one as they were recorded, however few rows store them", async () => {
    await fc.assert(
      fc.asyncProperty(flushes, async (rounds) => {
        const lease = await newLease();
        const ids = [lease.retailerId, lease.storeId];
        const all: Record<string, unknown>[] = [];
        for (const [n, round] of rounds.entries()) {
          const fixed = {
            action: "inventory.update",
            subject: "a",
            result: "delivered" as const,
            tries: 1,
            dueAt: null,
          };
          const done: Completion[] = round.map((one) => ({ ...one, ...fixed, try: n + 1, isRetry: false }));
          expect(await recordDeliveries(db, lease, { cursor: n, failures: 0, failingSince: null }, done)).toBe(true);
          all.push(...round.map((one) => ({ ...one, try: n + 1, outcome: "delivered", endpoint: 7 })));
        }
        const read = await db.query(
          `SELECT a.* FROM generate_series(1, 200) e (sequence) CROSS JOIN LATERAL ${attemptsOf("e.sequence")} a`,
          ids,
        );
        const order = (rows: Record<string, unknown>[]) =>
          rows.toSorted((a, b) => Number(a.sequence) - Number(b.sequence) || Number(a.try) - Number(b.try));
        expect(order(read)).toEqual(order(all));
      }),
      { numRuns: rounds(60) },
    );
  });

  it("share rows if they have the same outcome: 256 successes need five rows", async () => {
    const lease = await newLease();
    const at = new Date("2026-03-01T00:00:00Z");
    const done: Completion[] = Array.from({ length: 256 }, (_, n) => ({
      sequence: n + 1,
      action: "inventory.update",
      subject: String(n),
      try: 1,
      at,
      status: 204,
      ms: n,
      enhanced: false,
      answer: "",
      result: "delivered" as const,
      tries: 1,
      dueAt: null,
      isRetry: false,
    }));
    await recordDeliveries(db, lease, { cursor: 256, failures: 0, failingSince: null }, done);
    const rows = await db.query(
      "SELECT sequence, cardinality(more_sequences) AS more FROM delivery_attempt WHERE retailer_id = $1 AND store_id = $2 ORDER BY 1",
      [lease.retailerId, lease.storeId],
    );
    expect(rows).toEqual([
      { sequence: 1, more: 62 },
      { sequence: 64, more: 63 },
      { sequence: 128, more: 63 },
      { sequence: 192, more: 63 },
      { sequence: 256, more: null },
    ]);
  });
});
