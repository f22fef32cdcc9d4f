import { openDatabase } from "@highstreet/db";
import { afterAll, expect, test } from "vitest";
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
