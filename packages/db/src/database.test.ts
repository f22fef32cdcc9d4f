import { cloneDatabase, startProxy, type TestDatabase } from "@highstreet/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import type { SqlTx } from "./sql.ts";
import { within } from "./within.ts";

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

test("Prisma and SQL form one transaction: both commit, or neither", async () => {
  await db.transaction("no shop", async (tx) => {
    await tx.prisma.partner.create({ data: partner("a") });
    await tx.query("UPDATE partner SET name = name || '1' WHERE name = $1", ["a"]);
    expect(await names(), "other transactions do not see the row yet").toEqual([]);
  });
  expect(await names()).toEqual(["a1"]);
  const failing = db.transaction("no shop", async (tx) => {
    await tx.prisma.partner.create({ data: partner("b") });
    await tx.query("UPDATE partner SET name = 'gone' WHERE name = $1", ["a1"]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await names()).toEqual(["a1"]);
});

test("Prisma and SQL read the same times from a server in any time zone", async () => {
  const other = await cloneDatabase();
  const name = new URL(other.url).pathname.slice(1);
  await db.query(`ALTER DATABASE ${name} SET TimeZone = 'America/Los_Angeles'`);
  const there = openDatabase({ url: other.url });
  try {
    const createdAt = new Date("2026-07-01T12:00:00Z");
    const { id } = await there.prisma.partner.create({ data: { ...partner("a"), createdAt } });
    expect(await there.prisma.partner.findUnique({ where: { id } })).toMatchObject({ createdAt });
    expect(await there.query("SELECT created_at AS at, created_at::date::text AS day FROM partner")).toEqual([
      { at: createdAt, day: "2026-07-01" },
    ]);
  } finally {
    await there.close();
    await other.drop();
  }
});

test("a lock timeout that a machine of a distributed database reports as XX000 repeats the transaction", async () => {
  const report = "DO $$ BEGIN RAISE 'canceling statement due to lock timeout' USING ERRCODE = 'XX000'; END $$";
  const open = [db.transaction, db.sqlTransaction] as const;
  for (const transaction of open) {
    let attempts = 0;
    await transaction("no shop", async (tx: SqlTx) => {
      if (++attempts < 3) await tx.query(report);
    });
    expect(attempts).toBe(3);
  }
});

test("transactions that wait for a connection each get their own", async () => {
  const pids = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      db.transaction("no shop", async (tx) => {
        const [sql] = await tx.query<{ pid: number }>("SELECT pg_backend_pid() AS pid WHERE $1::int >= 0", [n]);
        const [prisma] = await tx.prisma.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        return [sql?.pid, prisma?.pid];
      }),
    ),
  );
  for (const [sql, prisma] of pids) expect(sql).toBe(prisma);
});

test("`within` makes all work part of the open transaction, also transactions", async () => {
  const failing = db.transaction("no shop", async (tx) => {
    const inner = within(db, tx);
    await inner.transaction("no shop", (joined) => joined.prisma.partner.create({ data: partner("c") }));
    expect(await inner.prisma.partner.count({ where: { name: "c" } })).toBe(1);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await db.prisma.partner.count({ where: { name: "c" } })).toBe(0);
});

test("work after the commit sees the changes, and does not run without a commit", async () => {
  const seen: string[][] = [];
  await db.transaction("no shop", async (tx) => {
    await tx.prisma.partner.create({ data: partner("d") });
    tx.afterCommit(async () => void seen.push(await names()));
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual([["a1", "d"]]);
  const failing = db.transaction("no shop", async (tx) => {
    tx.afterCommit(async () => void seen.push([]));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(seen).toHaveLength(1);
});

test("an SQL transaction commits or rolls back, and its connection is used again", async () => {
  const insert = "INSERT INTO partner (id, name) VALUES ($1, $2)";
  const seen: string[] = [];
  const count = () => db.prisma.partner.count({ where: { name: "e" } });
  await db.sqlTransaction("no shop", async (tx) => {
    await tx.query(insert, [crypto.randomUUID(), "e"]);
    expect(await count()).toBe(0);
    tx.afterCommit(async () => void seen.push("first"));
  });
  expect([await count(), seen]).toEqual([1, ["first"]]);

  for (let n = 0; n < 10; n++) {
    const failing = db.sqlTransaction("no shop", async (tx) => {
      await tx.query(insert, [crypto.randomUUID(), "e"]);
      tx.afterCommit(async () => void seen.push("never"));
      await tx.query(n % 2 ? "SELECT 1 / 0" : "SELECT 1");
      throw new Error("division by zero");
    });
    await expect(failing).rejects.toThrow("division by zero");
  }
  const killed = db.sqlTransaction("no shop", (tx) => tx.query("SELECT pg_terminate_backend(pg_backend_pid())"));
  await expect(killed).rejects.toThrow();
  expect([await count(), seen]).toEqual([1, ["first"]]);

  await db.transaction("no shop", async (tx) => {
    const joined = within(db, tx).sqlTransaction("no shop", (inner) => inner.query(insert, [crypto.randomUUID(), "e"]));
    await joined;
    expect(await count()).toBe(1);
  });
  expect(await count()).toBe(2);
});

test("an SQL transaction whose work forgets a failed statement does not look committed", async () => {
  const name = "forgets";
  const forgetting = db.sqlTransaction("no shop", async (tx) => {
    await tx.execute("INSERT INTO partner (id, name) VALUES ($1, $2)", [crypto.randomUUID(), name]);
    await tx.query("SELECT 1 / $1::int", [0]).catch(() => undefined);
  });
  await expect(forgetting).rejects.toThrow();
  expect(await db.prisma.partner.count({ where: { name } })).toBe(0);
});

describe.each(["transaction", "sqlTransaction"] as const)("%s", (kind) => {
  const insert = "INSERT INTO partner (id, name) VALUES ($1, $2)";
  const named = (name: string) => db.prisma.partner.count({ where: { name } });

  test("statements that do not wait for each other run in the order of their calls", async () => {
    const name = `${kind} in order`;
    const counts = await db[kind]("no shop", async (tx) => {
      const count = () => tx.query<{ n: number }>("SELECT count(*) AS n FROM partner WHERE name = $1", [name]);
      const add = () => tx.execute(insert, [crypto.randomUUID(), name]);
      const [before, , between, , after] = await Promise.all([count(), add(), count(), add(), count()]);
      return [before, between, after].map(([row]) => row?.n);
    });
    expect(counts).toEqual([0, 1, 2]);
    expect(await named(name)).toBe(2);
  });

  test("a failed statement rolls back the transaction, and its error is reported before those of later statements", async () => {
    const name = `${kind} fails`;
    const failing = db[kind]("no shop", async (tx) => {
      await Promise.all([
        tx.execute(insert, [crypto.randomUUID(), name]),
        tx.execute("SELECT 1 / $1::int", [0]),
        tx.execute(insert, [crypto.randomUUID(), name]),
      ]);
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect(await named(name)).toBe(0);
  });

  test("after an error, later statements do not run", async () => {
    const name = `${kind} over`;
    let late: SqlTx | undefined;
    const failing = db[kind]("no shop", async (tx) => {
      late = tx;
      await tx.execute(insert, [crypto.randomUUID(), name]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await expect(late?.query(insert, [crypto.randomUUID(), name])).rejects.toThrow();
    expect(await named(name)).toBe(0);
  });
});

describe("statements on the only connection", () => {
  let single: Database;
  beforeAll(() => {
    single = openDatabase({ url: database.url, connections: 1 });
  });
  afterAll(() => single.close());
  const answer = (n: number) => single.sqlTransaction("no shop", (tx) => tx.query("SELECT $1::int AS skipped", [n]));

  test("statements with and without parameters, and several in one text, give their own answers in order", async () => {
    const rows = await single.sqlTransaction("no shop", (tx) =>
      Promise.all([
        tx.query("SELECT generate_series(1, $1::int) AS n", [3]),
        tx.query("SET LOCAL work_mem = '1MB'; SET LOCAL jit = off"),
        tx.query("SELECT current_setting('work_mem') AS memory"),
        tx.query("SELECT $1::text AS text WHERE false", ["none"]),
      ]),
    );
    expect([rows[0], rows[2], rows[3]]).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], [{ memory: "1MB" }], []]);
  });

  test("a value that cannot be sent fails its transaction, and the next one works", async () => {
    const circular: { self?: object } = {};
    circular.self = circular;
    await expect(
      single.sqlTransaction("no shop", (tx) => tx.query("SELECT $1::jsonb AS value", [circular])),
    ).rejects.toThrow();
    expect(await answer(8)).toEqual([{ skipped: 8 }]);
  });

  test("statements on a connection that died without an error fail, and the next ones get another connection", async () => {
    const proxy = await startProxy(database.url);
    const cut = openDatabase({ url: proxy.url, connections: 1, deadAfterMs: 500 });
    try {
      await cut.query("SELECT 1");
      proxy.cut();
      await expect(cut.query("SELECT 1")).rejects.toThrow("Query read timeout");
      expect(await cut.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    } finally {
      await cut.close();
      await proxy.close();
    }
  });
});
