import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { cloneDatabase, type TestDatabase } from "./testing.ts";
import { startProxy } from "./testing-proxy.ts";

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  proxy = await startProxy(database.url);
  db = openDatabase({ url: proxy.url, connections: 3 });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await database.drop();
});

it("statements on a dead connection fail instead of waiting, and a long statement does not fail", async () => {
  // Uses another connection than the one that is cut. A statement longer than the silence limit must not be ended.
  await db.query("SELECT 1");
  proxy.cut();
  const lost = db.query("SELECT 1").then(
    () => "answered",
    () => "failed",
  );
  const transaction = db
    .transaction("no shop", async (tx) => tx.prisma.partner.count())
    .then(
      () => "answered",
      () => "failed",
    );
  const slow = db.query<{ slept: string }>("SELECT pg_sleep(9)::text AS slept");
  expect(await lost).toBe("failed");
  expect(await transaction).toMatch(/answered|failed/);
  expect(await slow).toEqual([{ slept: "" }]);
  expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});
