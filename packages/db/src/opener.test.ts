import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { useOf } from "./opener.ts";
import { sqlStateOf } from "./timeouts.ts";
import { within } from "./within.ts";

const CONNECTIONS = 8;

let database: TestDatabase;
let db: Database;
/** A second pool. For PostgreSQL it is another process. */
let elsewhere: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url, connections: CONNECTIONS });
  elsewhere = openDatabase({ url: database.url, connections: 2 });
  await db.prisma.partner.createMany({ data: [mine, theirs] });
});
afterAll(async () => {
  await db.close();
  await elsewhere.close();
  await database.drop();
});

const mine = { id: crypto.randomUUID(), name: "Mine" };
const theirs = { id: crypto.randomUUID(), name: "Theirs" };
const store = { retailerId: crypto.randomUUID(), storeId: crypto.randomUUID() };
const lock = "SELECT FROM partner WHERE id = $1 FOR UPDATE";

/** Work that holds its connection until the test ends it. */
function holder(begin: (held: () => Promise<void>) => Promise<unknown>) {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: tellBegun } = Promise.withResolvers<void>();
  const ended = begin(() => {
    tellBegun();
    return over;
  });
  const release = async (): Promise<void> => {
    end();
    await ended;
  };
  return { begun, end: release };
}

/** Another process that holds a lock on the row. */
async function locked(of: Database = elsewhere) {
  const held = holder((wait) =>
    of.sqlTransaction("no shop", async (tx) => {
      await tx.query(lock, [mine.id]);
      await wait();
    }),
  );
  await held.begun;
  return held;
}

const kinds = ["transaction", "sqlTransaction"] as const;

test.each(kinds)("%s: a long wait for a lock returns the connection, and the work runs again", async (kind) => {
  const held = await locked();
  const share = db.shareOf(mine.id);
  let tries = 0;
  const changing = share[kind](store, async (tx) => {
    tries++;
    await tx.query("UPDATE partner SET name = name || $1 WHERE id = $2", ["!", mine.id]);
    return tries;
  });
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(2);
  await expect.poll(() => share.usedBy(mine.id), { interval: 1 }).toEqual({ connections: 0, waiting: 1 });
  await held.end();
  expect(await changing).toBe(tries);
  expect(await db.prisma.partner.update({ where: { id: mine.id }, data: { name: "Mine" } })).toBeDefined();
  expect(share.usedBy(mine.id)).toEqual({ connections: 0, waiting: 0 });
});

test.each([
  ["", (error: unknown) => error],
  [" that the caller wraps in another error", (cause: unknown) => new Error("failed", { cause })],
])("a lock wait in Prisma%s also returns the connection", async (_, around) => {
  const held = await locked();
  let tries = 0;
  const changing = db.transaction(store, ({ prisma }) => {
    tries++;
    const update = prisma.partner.update({ where: { id: mine.id }, data: { name: "Renamed" } });
    return update.catch((error: unknown) => {
      throw around(error);
    });
  });
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(1);
  await held.end();
  expect(await changing).toMatchObject({ name: "Renamed" });
});

test("work after the commit runs once after several attempts", async () => {
  const held = await locked();
  let [tries, done] = [0, 0];
  const changing = db.sqlTransaction(store, async (tx) => {
    tries++;
    tx.afterCommit(async () => void done++);
    await tx.query(lock, [mine.id]);
  });
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(1);
  await held.end();
  await changing;
  expect(done).toBe(1);
});

test.each(kinds)("%s: a call that waits for a lock beyond its deadline is refused", async (kind) => {
  const held = await locked();
  const refused = db[kind](store, (tx) => tx.query(lock, [mine.id]), { waitMs: 50 });
  await expect(refused).rejects.toMatchObject({ code: "WAITED_TOO_LONG" });
  await held.end();
});

test("calls in the queue of a store hold no connection and start in order", async () => {
  const share = db.shareOf(mine.id);
  const order: number[] = [];
  const held = holder((wait) => share.sqlTransaction(store, wait));
  await held.begun;
  const calls = [1, 2, 3].map((n) => share.transaction(store, async () => void order.push(n)));
  await expect.poll(() => share.usedBy(mine.id)).toEqual({ connections: 1, waiting: 3 });
  await share.sqlTransaction({ ...store, storeId: crypto.randomUUID() }, async () => void order.push(0));
  await held.end();
  await Promise.all(calls);
  expect(order).toEqual([0, 1, 2, 3]);
});

test("ids in capitals use the same queue", async () => {
  const loud = { retailerId: store.retailerId.toUpperCase(), storeId: store.storeId.toUpperCase() };
  expect(useOf("p", loud).queue).toBe(useOf("p", store).queue);
  const share = db.shareOf(mine.id);
  const held = holder((wait) => share.sqlTransaction(store, wait));
  await held.begun;
  const { retailerId, storeId } = store;
  const scope = { retailerId: retailerId.toUpperCase(), storeId: storeId.toUpperCase() };
  const shouted = share.sqlTransaction(scope, async () => undefined);
  await expect.poll(() => share.usedBy(mine.id).waiting).toBe(1);
  await held.end();
  await shouted;
});

test("a partner never waits in the queue of another partner, even if its path names that partner's store", async () => {
  const held = holder((wait) => db.shareOf(theirs.id).sqlTransaction(store, wait));
  await held.begun;
  expect(await db.shareOf(mine.id).sqlTransaction(store, async () => "done")).toBe("done");
  await held.end();
});

test("a partner holds at most half of the connections, by transactions and by single statements", async () => {
  const share = db.shareOf(mine.id);
  const holders = Array.from({ length: CONNECTIONS }, (_, n) =>
    holder((wait) => share[kinds[n % 2] ?? "transaction"]("no shop", wait)),
  );
  await Promise.all(holders.slice(0, CONNECTIONS / 2).map(({ begun }) => begun));
  const statements = Promise.all([
    share.query("SELECT 1"),
    share.prisma.partner.count(),
    share.prisma.$queryRaw`SELECT 1`,
  ]);
  await expect
    .poll(() => share.usedBy(mine.id))
    .toEqual({ connections: CONNECTIONS / 2, waiting: CONNECTIONS / 2 + 3 });
  const busy = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
  expect(await db.query(busy)).toHaveLength(CONNECTIONS / 2);

  const other = db.shareOf(theirs.id);
  expect(await other.prisma.partner.count()).toBe(2);
  expect(await other.transaction(store, (tx) => tx.prisma.partner.count())).toBe(2);
  for (const { end } of holders) await end();
  await statements;
  expect(share.usedBy(mine.id)).toEqual({ connections: 0, waiting: 0 });
});

test.each(["small", "large"] as const)("a partner holds at most half of the %s bulk slots", async (size) => {
  const begun: string[] = [];
  const feed = (partnerId: string, name: string) =>
    holder((wait) =>
      db.shareOf(partnerId).bulkTransaction({ retailerId: crypto.randomUUID() }, size, async () => {
        begun.push(name);
        await wait();
      }),
    );
  const most = size === "small" ? 2 : 1;
  const feeds = Array.from({ length: most + 2 }, (_, n) => feed(mine.id, `mine ${n}`));
  await expect.poll(() => begun.length).toBe(most);
  const other = feed(theirs.id, "theirs");
  await other.begun;
  expect(begun).toEqual([...Array.from({ length: most }, (_, n) => `mine ${n}`), "theirs"]);
  for (const { end } of [...feeds, other]) await end();
});

test("work without a partner counts by its retailer", async () => {
  const holders = Array.from({ length: CONNECTIONS }, () =>
    holder((wait) => db.sqlTransaction({ ...store, storeId: crypto.randomUUID() }, wait)),
  );
  await expect
    .poll(() => db.usedBy(store.retailerId))
    .toEqual({ connections: CONNECTIONS / 2, waiting: CONNECTIONS / 2 });
  for (const { end } of holders) await end();
});

test("a call beyond a thousand waiting calls is refused at once", async () => {
  const share = db.shareOf(mine.id);
  const held = holder((wait) => share.sqlTransaction(store, wait));
  await held.begun;
  const calls = Array.from({ length: 1_001 }, () => share.sqlTransaction(store, async () => undefined));
  const outcomes = Promise.allSettled(calls);
  await expect(calls.at(-1)).rejects.toMatchObject({ code: "WAITED_TOO_LONG" });
  await held.end();
  expect((await outcomes).filter(({ status }) => status === "fulfilled")).toHaveLength(1_000);
});

test.each([
  ["SQL", (share: Database) => share.query("UPDATE partner SET name = $2 WHERE id = $1", [mine.id, "Single"])],
  ["Prisma", (share: Database) => share.prisma.partner.update({ where: { id: mine.id }, data: { name: "Single" } })],
])("a single write of a partner that waits for a lock returns its connection: %s", async (_, write) => {
  const held = await locked();
  const share = db.shareOf(mine.id);
  // Prisma starts a statement only when its promise is awaited.
  const writing = write(share).then();
  await expect.poll(() => share.usedBy(mine.id), { interval: 1 }).toEqual({ connections: 0, waiting: 1 });
  await held.end();
  await writing;
  expect(await db.prisma.partner.update({ where: { id: mine.id }, data: { name: "Mine" } })).toMatchObject(mine);
});

test.each(kinds)("%s: the timeouts of the call apply only to its transaction", async (kind) => {
  const read = `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle`;
  const single = openDatabase({ url: database.url, connections: 1 });
  expect(await single[kind]("no shop", (tx) => tx.query(read))).toEqual([
    { lock: "150ms", statement: "5s", idle: "30s" },
  ]);
  expect(await single[kind]("no shop", (tx) => tx.query(read), { statementMs: 60_000 })).toEqual([
    { lock: "150ms", statement: "1min", idle: "30s" },
  ]);
  expect(await single.bulkTransaction("no shop", "small", (tx) => tx.query(read))).toEqual([
    { lock: "150ms", statement: "15min", idle: "5min" },
  ]);
  const joined = await single.bulkTransaction("no shop", "small", async (tx) => {
    return within(single, tx).bulkTransaction("no shop", "small", (inner) => inner.query(read));
  });
  expect(joined).toEqual([{ lock: "150ms", statement: "15min", idle: "5min" }]);
  const [ofPartner] = await single.shareOf(mine.id).query(`${read} FROM partner FOR UPDATE`);
  expect(ofPartner).toEqual({ lock: "150ms", statement: "5s", idle: "30s" });
  expect(await single.query(read)).toEqual([{ lock: "0", statement: "0", idle: "0" }]);
  await single.close();
});

test.each(kinds)("%s: a statement that takes too long is ended", async (kind) => {
  const slow = db[kind]("no shop", (tx) => tx.query("SELECT pg_sleep(60)"), { statementMs: 20 });
  expect(sqlStateOf(await slow.catch((error: unknown) => error))).toBe("57014");
});
