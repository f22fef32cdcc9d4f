import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../src/database.ts";
import type { RecordedStatement } from "./check-statements.ts";
import { cloneDatabase, type TestDatabase } from "./index.ts";
import { recordStatements } from "./record.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url, connections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

let end = (): unknown => undefined;
afterEach(() => end());

/** Records until the end of the test. */
function record(): RecordedStatement[] {
  const recorded: RecordedStatement[] = [];
  end = recordStatements((statement) => recorded.push(statement));
  return recorded;
}

test("statements of the pool, of Prisma and of a batch are recorded, each once", async () => {
  const recorded = record();
  await db.query("SELECT $1::text AS pool", ["a"]);
  await db.query("SELECT $1::text AS pool", ["b"]);
  await db.prisma.partner.count();
  await db.sqlTransaction("no shop", async (tx) => {
    await tx.execute("SELECT $1::int AS sent", [1]);
    await Promise.all([tx.query("SELECT $1::int AS first", [1]), tx.query("SELECT 2 AS second")]);
  });
  expect(recorded.filter(({ text }) => /AS (pool|sent|first|second)/.test(text))).toEqual([
    { text: "SELECT $1::text AS pool", values: ["a"] },
    { text: "SELECT $1::int AS sent", values: [1] },
    { text: "SELECT $1::int AS first", values: [1] },
    { text: "SELECT 2 AS second", values: [] },
  ]);
  expect(recorded.filter(({ text }) => text.includes('"partner"'))).toHaveLength(1);
});

test("of a batch, only the statement that the server refuses is recorded as refused", async () => {
  const recorded = record();
  const locked = "SELECT count(*) FROM partner FOR UPDATE";
  await expect(
    db.sqlTransaction("no shop", (tx) => Promise.all([tx.query(locked), tx.query("SELECT 3 AS third")])),
  ).rejects.toThrow("FOR UPDATE is not allowed with aggregate functions");
  expect(recorded.filter(({ refusal }) => refusal)).toEqual([
    { text: locked, values: [], refusal: "FOR UPDATE is not allowed with aggregate functions" },
  ]);
});
