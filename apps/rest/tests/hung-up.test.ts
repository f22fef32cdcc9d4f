import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

// Only a cancel ends a wait for a lock here. The default times would end the wait, too.
const rest = await startRest({}, { timeouts: { waitMs: 3_600_000, lockMs: 3_600_000, statementMs: 3_600_000 } });
const port = await rest.listen();
const { t } = rest;
afterAll(() => rest.close());

let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  ({ ids } = await t.store((await t.retailer()).id));
});

/** Number of statements in this database that read a table and wait for a lock. */
async function waiting(table: string): Promise<number> {
  const [row] = await t.ctx.db.query<{ n: number }>(
    `SELECT count(*) AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0 AND pid <> pg_backend_pid()`,
    [table],
  );
  return row?.n ?? 0;
}

const inStore = "/v1/retailers/:retailerId/stores/:storeId";

test.each([
  ["stock_item", `${inStore}/inventory/items`],
  ["ingest", `${inStore}/inventory/ingests`],
  ["store_event", `${inStore}/events`],
  ["delivery_attempt", `${inStore}/channels/webhooks/deliveries?status=failed`],
  ["customization", "/v1/retailers/:retailerId/inventory/customizations"],
  ["history_entry", "/v1/retailers/:retailerId/history"],
])("a list that reads %s is cancelled when its caller disconnects: %s", async (table, path) => {
  const holder = await t.ctx.db.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const url = path.replace(":retailerId", ids.retailerId).replace(":storeId", ids.storeId);
    const call = request({
      host: "127.0.0.1",
      port,
      path: url,
      headers: { authorization: `Bearer ${t.partner.key.key}` },
    });
    call.on("error", () => undefined).end();
    await expect.poll(() => waiting(table), { timeout: 30_000 }).toBe(1);
    call.destroy();
    await expect.poll(() => waiting(table), { timeout: 30_000 }).toBe(0);
    await holder.query("COMMIT");
  } finally {
    holder.release();
  }
  expect((await rest.call("GET", "/v1/retailers")).statusCode).toBe(200);
});
