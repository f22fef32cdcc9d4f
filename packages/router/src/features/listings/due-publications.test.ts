import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { duePublicationsSql } from "./listings.sql.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

test("a partner's only due store is among the first despite 1,000 due stores of another partner", async () => {
  const { partnerId, key } = await t.newPartner();
  const [many, one] = [await t.retailer(), await t.retailer({}, t.asKey({ partnerId, keyId: key.id }))];
  const add = `INSERT INTO publication (retailer_id, store_id, due_at, problems_due_at)
    SELECT $1, gen_random_uuid(), $2::timestamptz, $2 FROM generate_series(1, $3::int)`;
  await t.ctx.db.query(add, [many.id, new Date("2026-01-01T00:00:00Z"), 1_000]);
  await t.ctx.db.query(add, [one.id, t.ctx.now(), 1]);
  const due = await t.ctx.db.query<{ retailerId: string; partnerId: string }>(duePublicationsSql, [
    t.ctx.now(),
    [],
    32,
  ]);
  expect(due).toHaveLength(32);
  expect(due.slice(0, 2).map((row) => row.retailerId)).toContain(one.id);
  expect(due.find((row) => row.retailerId === one.id)).toMatchObject({ partnerId });
});
