import { Readable } from "node:stream";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../src/router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

/**
 * PostgreSQL plans a prepared statement again for each of the first five calls. Then it decides whether to keep a plan.
 */
const TRIED = 5;
const CALLS = 4 * TRIED;
const barcode = "20000001";

async function newStore() {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  const lines = Array.from({ length: 2_000 }, (_, n) => `${20_000_000 + n},9.50,5`);
  const feed = Readable.from([Buffer.from(`barcode,price,quantity\n${lines.join("\n")}`)]);
  await api.inventory.putStock({ ...ids, feed, mode: "update" });
  // Without statistics PostgreSQL takes a table for empty, and every plan reads all of it.
  await t.ctx.db.query("ANALYZE");
  return ids;
}

/**
 * Statements that were planned more often than in the first calls, on the connection that is used when no other work runs.
 */
const planned = () =>
  t.ctx.db.query<{ statement: string; calls: number }>(
    "SELECT statement, custom_plans AS calls FROM pg_prepared_statements WHERE custom_plans > $1",
    [TRIED + 1],
  );

test("the statements of an edit keep their plans", async () => {
  const ids = await newStore();
  for (let n = 0; n < CALLS; n++) await api.customizations.edit({ ...ids, barcode, body: { hidden: n % 2 === 0 } });
  expect(await planned()).toEqual([]);
});

test("the statements of a till's line keep their plans", async () => {
  const ids = await newStore();
  for (let price = 1; price <= CALLS; price++) await api.inventory.patchStock({ ...ids, body: [{ barcode, price }] });
  expect(await planned()).toEqual([]);
});
