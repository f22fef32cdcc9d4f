import { request } from "node:http";
import { openDatabase } from "@highstreet/db";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest({}, { timeouts: { waitMs: 300, statementMs: 60_000 } });
const { t } = rest;
/** A second connection pool, which PostgreSQL sees as another process. */
const elsewhere = openDatabase({ url: t.databaseUrl, connections: 1 });
afterAll(async () => {
  await elsewhere.close();
  await rest.close();
});

const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const url = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}`;

test.each([url, `${url}?dryRun=true`])(
  "a call that waits beyond its deadline is 503 with Retry-After and changes nothing: %s",
  async (path) => {
    const before = await rest.json("GET", url);
    await elsewhere.sqlTransaction("no shop", async (tx) => {
      await tx.query("SELECT FROM store WHERE retailer_id = $1 FOR UPDATE", [ids.retailerId]);
      const answer = await rest.call("PATCH", path, { body: { name: "Renamed" } });
      expect([answer.statusCode, answer.json().code]).toEqual([503, "Unavailable"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    });
    expect(await rest.json("GET", url)).toEqual(before);
  },
);

test("a single read that waits past the database's statement_timeout is 503, also without its caller, and its connection is good", async () => {
  const name = new URL(t.databaseUrl).pathname.slice(1);
  const limit = (value: string) => elsewhere.query(`ALTER DATABASE ${name} SET statement_timeout = '${value}'`);
  const [usual] = await elsewhere.query<{ statement_timeout: string }>("SHOW statement_timeout");
  onTestFinished(() => limit(usual?.statement_timeout ?? "").then(() => undefined));
  await limit("1500ms");
  // The default applies to new connections.
  await elsewhere.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await expect.poll(() => t.ctx.db.pool.totalCount).toBe(0);
  const path = `${url}/inventory/ingests/${ids.storeId}`;
  expect((await rest.call("GET", path)).statusCode).toBe(404);
  const connections = t.ctx.db.pool.totalCount;
  await elsewhere.sqlTransaction("no shop", async (tx) => {
    // Prisma reads this table in a separate statement.
    await tx.query("LOCK TABLE ingest IN ACCESS EXCLUSIVE MODE");
    const answer = await rest.call("GET", path);
    expect([answer.statusCode, answer.json().code]).toEqual([503, "Unavailable"]);
  });
  expect((await rest.call("GET", path)).statusCode).toBe(404);
  expect(t.ctx.db.pool.totalCount).toBe(connections);

  // A caller who has disconnected leaves no statement behind for longer.
  const port = await rest.listen();
  await elsewhere.sqlTransaction("no shop", async (tx) => {
    await tx.query("LOCK TABLE ingest IN ACCESS EXCLUSIVE MODE");
    const waiting = async () => {
      const [row] = await tx.query<{ n: number }>(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return row?.n;
    };
    const headers = { authorization: `Bearer ${t.partner.key.key}` };
    const call = request({ host: "127.0.0.1", port, path, headers });
    call.on("error", () => undefined).end();
    await expect.poll(waiting).toBe(1);
    call.destroy();
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  });
  expect((await rest.call("GET", path)).statusCode).toBe(404);
});
