import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase, within } from "./database.ts";
import { cloneDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url, connections: 3 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const partner = (name: string) => ({ id: crypto.randomUUID(), name });
const names = async () => (await db.prisma.partner.findMany({ orderBy: { name: "asc" } })).map(({ name }) => name);

test("Prisma and SQL are one transaction: both are there after it, neither after an error", async () => {
  await db.transaction(async (tx) => {
    await tx.prisma.partner.create({ data: partner("a") });
    await tx.query("UPDATE partner SET name = name || '1' WHERE name = $1", ["a"]);
    expect(await names(), "nobody else sees it yet").toEqual([]);
  });
  expect(await names()).toEqual(["a1"]);
  const failing = db.transaction(async (tx) => {
    await tx.prisma.partner.create({ data: partner("b") });
    await tx.query("UPDATE partner SET name = 'gone' WHERE name = $1", ["a1"]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await names()).toEqual(["a1"]);
});

test("transactions that wait for a connection each get their own", async () => {
  const pids = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      db.transaction(async (tx) => {
        const [sql] = await tx.query<{ pid: number }>("SELECT pg_backend_pid() AS pid WHERE $1::int >= 0", [n]);
        const [prisma] = await tx.prisma.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        return [sql?.pid, prisma?.pid];
      }),
    ),
  );
  for (const [sql, prisma] of pids) expect(sql).toBe(prisma);
});

test("inside of a transaction, `within` makes whatever is done a part of it, transactions too", async () => {
  const failing = db.transaction(async (tx) => {
    const inner = within(db, tx);
    await inner.transaction((joined) => joined.prisma.partner.create({ data: partner("c") }));
    expect(await inner.prisma.partner.count({ where: { name: "c" } })).toBe(1);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await db.prisma.partner.count({ where: { name: "c" } })).toBe(0);
});

test("what waits for the commit sees it done, and does not run without it", async () => {
  const seen: string[][] = [];
  await db.transaction(async (tx) => {
    await tx.prisma.partner.create({ data: partner("d") });
    tx.afterCommit(async () => void seen.push(await names()));
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual([["a1", "d"]]);
  const failing = db.transaction(async (tx) => {
    tx.afterCommit(async () => void seen.push([]));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(seen).toHaveLength(1);
});
