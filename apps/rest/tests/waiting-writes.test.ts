import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const other = await t.retailer();
const ofShop = `/v1/retailers/${ids.retailerId}`;
const ofStore = `${ofShop}/stores/${ids.storeId}`;
const barcode = "5012345678900";
await rest.json("PATCH", `${ofStore}/inventory/stock`, { body: [{ barcode, price: 1, quantity: 1 }] });

test.for([
  ["lines of tills", "PATCH", `${ofStore}/inventory/stock`, [{ barcode, price: 2 }]],
  ["edits for a store", "PATCH", `${ofStore}/inventory/${barcode}`, { hidden: true }],
  ["edits for all stores", "PATCH", `${ofShop}/inventory/${barcode}`, { hidden: true }],
  ["customizations", "POST", `${ofShop}/inventory/customizations`, { barcode, hidden: true }],
  ["batches", "POST", `${ofShop}/inventory/customizations/batch`, [{ barcode, hidden: true }]],
] as const)(
  "%s that wait for a store leave connections for other shops, with Idempotency-Key and without",
  async ([name, method, url, body]) => {
    const { promise: over, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
    const holding = t.ctx.db.sqlTransaction("no shop", async (tx) => {
      await tx.query("SELECT FROM store WHERE retailer_id = $1 FOR UPDATE", [ids.retailerId]);
      tellHeld();
      await over;
    });
    await isHeld;
    const calls = Array.from({ length: 24 }, (_, n) =>
      rest.call(method, url, { body, headers: n % 2 ? { "idempotency-key": `${name} ${n}` } : {} }),
    );
    const waiting = async () => {
      const text = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await t.ctx.db.query(text)).length;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await rest.call("PATCH", `/v1/retailers/${other.id}`, { body: { name } })).statusCode).toBe(200);
    release();
    await holding;
    for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBeLessThan(300);
  },
);
