import { listen, within } from "@highstreet/db";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createKey } from "./create-key.ts";
import { createKeyCache, REVOKED } from "./key-cache.ts";
import { revokeKey } from "./revoke-key.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { db } = t.ctx;

const newKey = () => createKey(t.ctx, { body: { name: "till", scopes: ["inventory:read"] } });

/** The database with a count of the reads of keys. A read does not return while `gate` is set. */
function watched() {
  const seen = { reads: 0, answers: 0, gate: undefined as Promise<void> | undefined };
  const prisma = db.prisma.$extends({
    query: {
      apiKey: {
        findUnique: async ({ args, query }) => {
          seen.reads++;
          const row = await query(args);
          seen.answers++;
          await seen.gate;
          return row;
        },
      },
    },
  });
  return { seen, watchedDb: { prisma: prisma as unknown as typeof db.prisma } };
}

test("reads a key once in 5 seconds, and checks secret, expiry and format on every call", async () => {
  const { seen, watchedDb } = watched();
  const cache = createKeyCache(watchedDb, { isListening: true });
  const expiresAt = new Date(t.ctx.now().getTime() + 3_000);
  const { key, id } = await createKey(t.ctx, { body: { name: "till", scopes: ["inventory:read"], expiresAt } });
  const ask = (token: string) => cache.authenticate(token, t.ctx.now());
  const actor = await ask(key);
  expect(actor).toMatchObject({ kind: "key", keyId: id, scopes: new Set(["inventory:read"]) });
  expect(await ask(key)).toEqual(actor);
  expect(await ask(`hs_${id}_${"0".repeat(64)}`)).toBeNull();
  expect(await ask("hs_x")).toBeNull();
  t.advance(2_999);
  expect(await ask(key)).toEqual(actor);
  t.advance(1);
  expect(await ask(key)).toBeNull();
  expect(seen.reads).toBe(1);
  t.advance(2_000);
  await ask(key);
  expect(seen.reads).toBe(2);
});

test("refuses a revoked key in the same process as soon as the call returns", async () => {
  const keyCache = createKeyCache(db, { isListening: true });
  const { key, id } = await newKey();
  expect(await keyCache.authenticate(key, t.ctx.now())).not.toBeNull();
  await revokeKey({ ...t.ctx, keyCache }, { keyId: id });
  expect(await keyCache.authenticate(key, t.ctx.now())).toBeNull();
});

test("does not cache a row that was read before a revocation and arrives after it", async () => {
  const { seen, watchedDb } = watched();
  const keyCache = createKeyCache(watchedDb, { isListening: true });
  const { key, id } = await newKey();
  const { promise, resolve } = Promise.withResolvers<void>();
  seen.gate = promise;
  const early = keyCache.authenticate(key, t.ctx.now());
  await expect.poll(() => seen.answers).toBe(1);
  await revokeKey({ ...t.ctx, keyCache }, { keyId: id });
  seen.gate = undefined;
  resolve();
  await early;
  expect(await keyCache.authenticate(key, t.ctx.now())).toBeNull();
});

test("notifies other processes, which cache nothing while they have no connection for notices", async () => {
  const { seen, watchedDb } = watched();
  const cache = createKeyCache(watchedDb, { isListening: false });
  const states: string[] = [];
  const stop = listen({ sql: db, url: t.databaseUrl }, REVOKED, {
    onUp: () => {
      states.push("up");
      cache.setListening(true);
    },
    onNotice: (keyId) => {
      states.push(keyId);
      cache.forget(keyId);
    },
    onDown: () => {
      states.push("down");
      cache.setListening(false);
    },
  });
  await expect.poll(() => states).toEqual(["up"]);
  const { key, id } = await newKey();
  const ask = () => cache.authenticate(key, t.ctx.now());
  await ask();
  const { reads } = seen;
  await ask();
  expect(seen.reads).toBe(reads);
  await revokeKey(t.ctx, { keyId: id });
  await expect.poll(() => states).toEqual(["up", id]);
  expect(await ask()).toBeNull();

  const { key: other } = await newKey();
  await cache.authenticate(other, t.ctx.now());
  await db.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'");
  await expect.poll(() => states).toEqual(["up", id, "down"]);
  const before = seen.reads;
  await cache.authenticate(other, t.ctx.now());
  await cache.authenticate(other, t.ctx.now());
  expect(seen.reads).toBe(before + 2);
  await expect.poll(() => states, { timeout: 10_000 }).toEqual(["up", id, "down", "up"]);
  await stop();
});

test("sends no notice for a revocation that is rolled back", async () => {
  const keyCache = createKeyCache(db, { isListening: true });
  const { key, id } = await newKey();
  const failing = t.ctx.db.transaction("no shop", async (tx) => {
    await revokeKey({ ...t.ctx, keyCache, db: within(db, tx) }, { keyId: id });
    throw new Error("late");
  });
  await expect(failing).rejects.toThrow("late");
  expect(await keyCache.authenticate(key, t.ctx.now())).not.toBeNull();
});
