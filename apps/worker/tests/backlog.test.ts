import { randomUUID } from "node:crypto";
import { type Database, readByIndexSql } from "@highstreet/db";
import { readBy } from "@highstreet/db/testing";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readBacklogs } from "../src/jobs.ts";

const STORES = 20_000;
/** Endpoints: one that is called, and one whose address has not answered yet. */
const [OPEN, PENDING] = [randomUUID(), randomUUID()];

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

async function addEndpoints(): Promise<void> {
  const now = t.ctx.now();
  const { partnerId } = t.partner;
  const common = {
    partnerId,
    urls: ["https://shop.example/"],
    actions: [],
    secret: new Uint8Array(),
    createdAt: now,
    updatedAt: now,
  };
  await t.ctx.db.prisma.webhookEndpoint.createMany({
    data: [
      { id: OPEN, ...common, status: "connected" },
      { id: PENDING, ...common },
    ],
  });
  await t.ctx.db.prisma.deliveryFollower.createMany({ data: [{ endpointId: OPEN }, { endpointId: PENDING }] });
}

/** Fills a fleet: of 10 stores 8 are due, one waits for its retry and one is parked. Every store has 5 events after its cursor. */
async function fillFleet(stores: number): Promise<void> {
  const { pool } = t.ctx.db;
  const one = "'00000000-0000-0000-0000-000000000001'::uuid, md5(n::text)::uuid";
  const from = `FROM generate_series(1, ${stores}) n`;
  const at = `'${t.ctx.now().toISOString()}'::timestamptz`;
  for (const text of [
    `INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
     SELECT ${one}, 10, 10, 1, 1, 1, 'p https://shop.example:443' ${from}`,
    `INSERT INTO delivery_work (retailer_id, store_id, due_at, parked_by)
     SELECT ${one}, CASE WHEN n % 10 = 1 THEN ${at} + interval '1 minute' ELSE 'epoch' END,
       CASE WHEN n % 10 = 0 THEN 'p https://shop.example:443' END ${from}`,
    `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
     SELECT ${one}, s, 'inventory.update', '1', '{}', ${at} - s * interval '1 second' ${from}, generate_series(8, 15) s`,
    `INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, due_at) SELECT ${one}, s, 1, ${at} ${from}, generate_series(1, 2) s`,
    `INSERT INTO publication (retailer_id, store_id, due_at, problems_due_at) SELECT ${one}, ${at} - interval '3 seconds', ${at} ${from}`,
    `INSERT INTO delivery_position (retailer_id, store_id, endpoint_id, cursor, in_flight_high_water, due_at)
     SELECT ${one}, '${OPEN}', 10, 10, ${at} - CASE WHEN n % 10 = 1 THEN interval '-1 minute' ELSE interval '7 seconds' END ${from}`,
    `INSERT INTO delivery_position (retailer_id, store_id, endpoint_id, cursor, in_flight_high_water, due_at)
     SELECT ${one}, '${PENDING}', 10, 10, ${at} - interval '1 hour' ${from}`,
    "ANALYZE",
  ])
    await pool.query(text);
}

/** The database, and the statements that its transactions send. */
function recorded(db: Database): { db: Database; sent: Parameters<typeof readBy>[1][] } {
  const sent: Parameters<typeof readBy>[1][] = [];
  const sqlTransaction: Database["sqlTransaction"] = (scope, work) =>
    db.sqlTransaction(scope, (tx) => {
      const query: typeof tx.query = (text, values = []) => {
        sent.push({ text, values: [...values] });
        return tx.query(text, values);
      };
      return work({ ...tx, query });
    });
  return { db: { ...db, sqlTransaction }, sent };
}

test("an empty fleet has no backlog", async () => {
  const { channels, retries } = await readBacklogs(t.asSystem());
  expect(channels.map(({ stores, oldestAt }) => [stores, oldestAt])).toEqual([
    [0, null],
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect(retries).toBe(0);
});

describe("with many waiting stores", () => {
  beforeAll(async () => {
    await addEndpoints();
    await fillFleet(STORES);
  });

  test("the backlog is counted up to a limit", async () => {
    const ctx = t.asSystem();
    const { channels, retries } = await readBacklogs(ctx);
    const after = (seconds: number) => new Date(ctx.now().getTime() - seconds * 1_000);
    expect(channels).toEqual([
      { channel: "webhooks", state: "due", stores: expect.any(Number), oldestAt: after(11) },
      { channel: "webhooks", state: "held", stores: expect.any(Number), oldestAt: after(11) },
      { channel: "endpoints", state: "due", stores: 1_000, oldestAt: after(7) },
      { channel: "search", state: "due", stores: 1_000, oldestAt: after(3) },
    ]);
    // Of the first 1,000 stores that are not parked some wait for a retry. All of the next 1,000 are parked.
    const [due, held] = channels.map(({ stores }) => stores);
    expect((due ?? 0) + (held ?? 0)).toBe(2_000);
    expect(held).toBeGreaterThan(1_000);
    expect(retries).toBe(10_000);
  });

  /** The plan of a distributed database is one of several machines. */
  test.skipIf(inject("isDistributed"))("the backlog is read by indexes", async () => {
    const ctx = t.asSystem();
    const { db, sent } = recorded(ctx.db);
    await readBacklogs({ ...ctx, db });
    expect(sent).toHaveLength(4);
    const client = await ctx.db.pool.connect();
    try {
      await client.query(readByIndexSql.replaceAll("LOCAL ", ""));
      for (const statement of sent) {
        for (const mode of ["force_custom_plan", "force_generic_plan"] as const) {
          const { scans, rows } = await readBy(client, statement, mode);
          expect(scans).not.toContain("Seq Scan");
          expect(rows, scans).toBeLessThan(20_000);
        }
      }
    } finally {
      client.release(true);
    }
  });
});
