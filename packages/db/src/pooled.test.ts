import { cloneDatabase, poolerVersion, startPooler, type TestDatabase } from "@highstreet/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { listen } from "./listen.ts";

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
            await tx.execute("SELECT set_config('highstreet.mine', $1, true)", [String(value)]);
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

  it("prepares no statement, because the next transaction can have another session", async () => {
    await Promise.all(processes.map((process) => process.query("SELECT $1::int AS never_prepared", [1])));
    await db().query("SELECT $1::int AS never_prepared", [2]);
    const names = await db().query("SELECT name FROM pg_prepared_statements WHERE statement LIKE '%never_prepared'");
    expect(names).toEqual([]);
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
  // The first connection tells that there is no pooler.
  await db.query("SELECT");
  await db.query(name, [1]);
  expect(await db.query("SELECT name FROM pg_prepared_statements WHERE statement = $1", [name])).toHaveLength(1);
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
  // On a busy machine, a slow connection can be a reason before or after this one.
  await expect.poll(() => states, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^no notices/));
  sql.query = here.query;
  await expect.poll(() => states.at(-1), { timeout: 30_000 }).toBe("up");
  await stop();
  await Promise.all([here.close(), there.close()]);
  await elsewhere.drop();
});
