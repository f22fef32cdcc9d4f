import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { startProxy } from "@highstreet/db/testing";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reseal } from "../access/sealed-values.ts";
import { createVault } from "../access/vault.ts";
import { createReadiness, type ReadinessOptions } from "./readiness.ts";

let t: TestContext;
let lines: string[] = [];
beforeAll(async () => {
  t = await createTestContext();
});
beforeEach(() => {
  lines = [];
});
afterAll(() => t.close());

const newKey = () => randomBytes(32).toString("base64");
const key = newKey();
const vault = createVault(key);

function readinessOf(options: Partial<ReadinessOptions> = {}) {
  return createReadiness({
    ...{ db: t.ctx.db, databaseUrl: t.databaseUrl, vault, connections: 5, databaseWaitMs: 0 },
    ...{ warn: (line: string) => lines.push(line), isEnding: () => false, ...options },
  });
}

/** The address of the database on a port of this machine where nothing listens. */
async function unusedAddress(): Promise<URL> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const url = new URL(t.databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return url;
}

test("a process is ready after its start, and first of all not ready when it ends", async () => {
  let isEnding = false;
  const readiness = readinessOf({ isEnding: () => isEnding });
  expect(await readiness.whyNot()).toBe("The service is starting.");
  const during: unknown[] = [];
  await readiness.start(async () => during.push(await readiness.whyNot()));
  expect([...during, await readiness.whyNot()]).toEqual(["The service is starting.", undefined]);
  isEnding = true;
  expect(await readiness.whyNot()).toMatch(/is ending/);
});

test("a start waits for a database that does not accept connections yet, and says so", async () => {
  const url = await unusedAddress();
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  const reasons: (string | undefined)[] = [];
  const readiness = readinessOf({
    databaseUrl: url.href,
    databaseWaitMs: 60_000,
    warn: (line) => {
      lines.push(line);
      void readiness.whyNot().then((why) => reasons.push(why));
      void startProxy(t.databaseUrl, { port: Number(url.port) }).then((made) => (proxy = made));
    },
  });
  try {
    await readiness.start();
  } finally {
    await proxy?.close();
  }
  expect(lines[0]).toMatch(/refuses the connection: .* Next attempt in 0\.25 s\.$/);
  expect(reasons[0]).toBe("The service waits for the database.");
  expect(await readiness.whyNot()).toBeUndefined();
});

test("a start gives up after the wait of the setting, with one line", async () => {
  const { href } = await unusedAddress();
  await expect(readinessOf({ databaseUrl: href, databaseWaitMs: 300 }).start()).rejects.toThrow(
    /^Waited 0\.3 s for the database\. The database .* refuses the connection: start that server[^\n]*$/,
  );
  expect(lines).toHaveLength(1);
});

test("a missing database and a wrong password end the start without a wait", async () => {
  for (const change of [(url: URL) => (url.pathname = "/none"), (url: URL) => (url.password = "wrong")]) {
    const url = new URL(t.databaseUrl);
    change(url);
    await expect(readinessOf({ databaseUrl: url.href, databaseWaitMs: 60_000 }).start()).rejects.toThrow(
      /does not exist: create it|refuses the sign-in/,
    );
  }
  expect(lines).toEqual([]);
});

test("a process whose clock is wrong starts, and says so", async () => {
  const readiness = readinessOf({ now: () => new Date(Date.now() + 3_600_000) });
  await readiness.start();
  expect(lines).toEqual([
    expect.stringMatching(/^The clock of this process is 3\d{3} seconds ahead of the database's: /),
  ]);
  expect(await readiness.clockError()).toBeGreaterThan(3_590);
  expect(await readinessOf().clockError()).toBeLessThan(60);
});

test("a start gives the database of another tool's restore its timeouts", async () => {
  const { db } = t.ctx;
  const name = new URL(t.databaseUrl).pathname.slice(1);
  // As pg_restore leaves a database: all rows, and no settings.
  await db.query(`ALTER DATABASE ${name} RESET ALL`);
  await readinessOf().start();
  const rows = await db.query<{ setting: string }>(
    `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
     WHERE d.datname = current_database() ORDER BY 1`,
  );
  expect(rows.map(({ setting }) => setting)).toEqual([
    "idle_in_transaction_session_timeout=5min",
    "statement_timeout=30s",
  ]);
});

test("a process waits for the migrations of its version, writes nothing before, and refuses a database that needs later code", async () => {
  const { db } = t.ctx;
  const readiness = readinessOf();
  const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
  await db.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${last}`);
  await db.prisma.keyCanary.deleteMany();
  const starting = readiness.start();
  await expect.poll(() => readiness.whyNot()).toBe("The database lacks 1 migrations: run npm run migrate.");
  expect([lines, await db.prisma.keyCanary.count()]).toEqual([[await readiness.whyNot()], 0]);
  await db.query("UPDATE _prisma_migrations SET rolled_back_at = NULL");
  await starting;
  expect(await readiness.whyNot()).toBeUndefined();

  // A newer version has added a migration that this version can live with.
  await db.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29991231000000_later', now())",
  );
  await readiness.start();
  expect(await readiness.whyNot()).toBeUndefined();
  await db.query("UPDATE schema_version SET minimum_version = '29991231000000_later'");
  expect(await readiness.whyNot()).toMatch(/^The database needs Highstreet 29991231000000_later or later/);
  await expect(readinessOf().start()).rejects.toThrow(/start the later version/);
  await db.query("UPDATE schema_version SET minimum_version = '20261122160000_init'");
});

test("a process that may open more connections than PostgreSQL allows does not start; one that finds too few free ones warns", async () => {
  const [row] = await t.ctx.db.query<{ most: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - COALESCE(current_setting('reserved_connections', true), '0')::int AS most`,
  );
  const most = row?.most ?? 0;
  await expect(readinessOf({ connections: most }).start()).rejects.toThrow(
    new RegExp(
      `may open ${most + 1} connections, and PostgreSQL allows ${most}\\. Lower HIGHSTREET_DATABASE_CONNECTIONS`,
    ),
  );
  // One connection of the test is in use during the start.
  await t.ctx.db.sqlTransaction("no shop", async (tx) => {
    await tx.query("SELECT 1");
    await readinessOf({ connections: most - 1 }).start();
  });
  expect(lines.at(-1)).toMatch(/are in use, and this process may open/);
  await readinessOf({ connections: most, directUrl: t.databaseUrl }).start();
});

describe("on a database without secrets", () => {
  const other = newKey();
  beforeEach(() => t.ctx.db.prisma.keyCanary.deleteMany());

  test("of two processes that start at once with different keys, exactly one starts", async () => {
    const starts = [vault, createVault(other)].map((ring) => readinessOf({ vault: ring }).start());
    const refused = (await Promise.allSettled(starts)).filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { message: expect.stringMatching(/^HIGHSTREET_SECRET_KEY [^\n]*$/) } }]);
    await expect(readinessOf({ vault: createVault(newKey()) }).start()).rejects.toThrow(/^HIGHSTREET_SECRET_KEY/);
  });

  test("a process is not ready once its keys do not open the canary, until it has the new key", async () => {
    const [old, both] = [readinessOf(), readinessOf({ vault: createVault(`${other},${key}`) })];
    await old.start();
    await both.start();
    expect([await old.whyNot(), await both.whyNot()]).toEqual([undefined, undefined]);
    expect(await reseal(t.ctx.db, createVault(`${other},${key}`))).toMatchObject({ key_canary: 1 });
    expect([await old.whyNot(), await both.whyNot()]).toEqual([
      expect.stringContaining("HIGHSTREET_SECRET_KEY does not open"),
      undefined,
    ]);
    await expect(readinessOf().start()).rejects.toThrow(/^HIGHSTREET_SECRET_KEY/);
    await readinessOf({ vault: createVault(other) }).start();
  });
});
