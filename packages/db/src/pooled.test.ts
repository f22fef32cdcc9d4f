import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { listen } from "./listen.ts";
import { isPooled } from "./pooled.ts";
import { cloneDatabase, poolerVersion, startPooler, startProxy, type TestDatabase } from "./testing.ts";
import { untilAborted } from "./until-aborted.ts";

const SESSIONS = 3;
const version = poolerVersion();

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Collects the states of a listener. */
function follow(path: Parameters<typeof listen>[0]) {
  const states: string[] = [];
  const stop = listen(path, "test_channel", {
    onUp: () => states.push("up"),
    onNotice: (payload) => states.push(payload),
    onDown: (error) => states.push(error?.message ?? "down"),
  });
  return { states, stop };
}

describe.skipIf(!version)(`behind ${version} in transaction mode`, () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  /** As many processes, with more connections than the server has sessions for them. */
  let processes: Database[];
  const db = () => processes[0] as Database;
  beforeAll(async () => {
    pooler = await startPooler(database.url, SESSIONS);
    processes = [1, 2, 3].map(() => openDatabase({ url: pooler.url, connections: 4 }));
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()));
    await pooler.close();
  });

  it("processes share the sessions of the server: statements, transactions, Prisma, settings and times", async () => {
    const rounds = Array.from({ length: 25 }, (_, round) => round);
    await Promise.all(
      processes.flatMap((process, number) =>
        rounds.map(async (round) => {
          const value = number * 1_000 + round;
          const [row] = await process.query("SELECT $1::int AS value, now() AS now", [value]);
          expect(row).toEqual({ value, now: expect.any(Date) });
          const rows = await process.sqlTransaction("no shop", async (tx) => {
            tx.send("SELECT set_config('highstreet.mine', $1, true)", [String(value)]);
            const [lock] = await tx.query("SELECT pg_advisory_xact_lock($1::int)", [round]);
            expect(lock).toBeDefined();
            return tx.query("SELECT current_setting('highstreet.mine') AS mine, current_setting('TimeZone') AS zone");
          });
          expect(rows).toEqual([{ mine: String(value), zone: "UTC" }]);
          const waits = await process.transaction("no shop", async (tx) => {
            await tx.prisma.partner.count();
            return tx.query("SELECT current_setting('lock_timeout') AS lock WHERE $1", [true]);
          });
          expect(waits).toEqual([{ lock: expect.stringMatching(/^\d+ms$/) }]);
        }),
      ),
    );
    const outside = await db().query("SELECT current_setting('lock_timeout') AS lock");
    expect(outside).toEqual([{ lock: "0" }]);
  });

  it("a dead connection fails, and statements that are silent or wait in the pooler's queue do not", async () => {
    const proxy = await startProxy(pooler.url);
    const near = openDatabase({ url: proxy.url, connections: 5 });
    await near.query("SELECT 1");
    proxy.cut();
    const lost = near.query("SELECT 1");
    const failed = expect(lost).rejects.toThrow("the connection to the database is lost");
    // One more than the server has sessions, so that the last one waits.
    const slow = [1, 2, 3, 4].map(() => near.query("SELECT pg_sleep(7)::text AS slept"));
    await failed;
    expect(await Promise.all(slow)).toEqual(slow.map(() => [{ slept: "" }]));
    await near.close();
    await proxy.close();
  });

  it("the statement of a caller who disconnects is cancelled", async () => {
    const caller = new AbortController();
    const asleep = untilAborted(db(), caller.signal).query("SELECT pg_sleep(60) AS cancelled_by_its_caller");
    const running = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%AS cancelled_by_its_caller'`;
    await expect.poll(async () => (await db().query(running)).length).toBe(1);
    caller.abort(new Error("gone"));
    await expect(asleep).rejects.toThrow("gone");
    await expect.poll(async () => (await db().query(running)).length).toBe(0);
  });

  it("a listener with the direct address hears, and one without says once that it does not", async () => {
    const hearing = follow({ sql: db(), url: database.url });
    const deaf = follow({ sql: db(), url: pooler.url });
    await expect.poll(() => hearing.states).toEqual(["up"]);
    await db().query("SELECT pg_notify('test_channel', $1)", ["news"]);
    await expect.poll(() => hearing.states).toEqual(["up", "news"]);
    await expect.poll(() => deaf.states, { timeout: 10_000 }).toHaveLength(1);
    expect(deaf.states[0]).toMatch(/^no notices arrive from the database: set DATABASE_DIRECT_URL/);
    await Promise.all([hearing.stop(), deaf.stop()]);
  });
});

it("prepares statements on a connection without a pooler", async () => {
  const db = openDatabase({ url: database.url, connections: 1 });
  const name = "SELECT $1::int AS prepared_once";
  await db.query(name, [1]);
  expect(await db.query("SELECT name FROM pg_prepared_statements WHERE statement = $1", [name])).toHaveLength(1);
  const client = await db.pool.connect();
  expect(isPooled(client.connection)).toBe(false);
  client.release();
  await db.close();
});

it("a listener goes down when the notices of its process go to another database", async () => {
  const elsewhere = await cloneDatabase();
  const here = openDatabase({ url: database.url, connections: 1 });
  const there = openDatabase({ url: elsewhere.url, connections: 1 });
  const sql = { query: here.query };
  const { states, stop } = follow({ sql, url: database.url });
  await expect.poll(() => states).toEqual(["up"]);
  sql.query = there.query;
  await expect.poll(() => states, { timeout: 15_000 }).toHaveLength(2);
  sql.query = here.query;
  await expect.poll(() => states, { timeout: 15_000 }).toEqual(["up", expect.stringMatching(/^no notices/), "up"]);
  await stop();
  await Promise.all([here.close(), there.close()]);
  await elsewhere.drop();
});
