import "../src/channel-kinds.ts";
import { randomBytes } from "node:crypto";
import { openDatabase, type Timeouts } from "@highstreet/db";
import { cloneDatabase } from "@highstreet/db/testing";
import type { CallResult } from "@highstreet/outbound";
import { createSandboxProviders, type Providers } from "@highstreet/providers";
import { createVault } from "../src/access/vault.ts";
import { ChangeWatch } from "../src/core/log/index.ts";
import type { Store, StoreBody } from "../src/core/stores/stores.schema.ts";
import { createPartner, type NewPartner } from "../src/features/keys/index.ts";
import { createRetailer } from "../src/features/retailers/create-retailer.ts";
import type { RetailerWithStores } from "../src/features/retailers/retailers.schema.ts";
import { createStore } from "../src/features/stores/create-store.ts";
import type { Actor, Context, Settings } from "../src/kernel/context.ts";
import { scopes } from "../src/kernel/roles.schema.ts";

type KeyActor = Extract<Actor, { kind: "key" }>;

export interface TestContextOptions {
  settings?: Partial<Settings>;
  /** Maximum waits of transactions. Default: the values of production. */
  timeouts?: Partial<Timeouts>;
  providers?: Providers;
  /** Replaces the sender. Default: every call is answered with 204, and no network call is made. */
  sender?: Context["sender"];
}

/** The context of a verb's test (`createTestContext`). */
export interface TestContext {
  /** An unlimited key of `partner`, with all scopes. */
  ctx: Context;
  /** Connection string of the test's own database. */
  databaseUrl: string;
  partner: NewPartner;
  /**
   * Another caller: a key of `partner` with all scopes, unless `actor` has other values (partnerId, scopes, retailerIds, …).
   */
  asKey(actor?: Partial<Omit<KeyActor, "kind">>): Context;
  /** Any actor; null: without a sign-in. */
  as(actor: Actor | null): Context;
  asSystem(): Context;
  /** Sets the clock of all contexts of this test. The clock does not advance by itself. */
  setNow(now: Date | string): void;
  /** Advances the clock by milliseconds. */
  advance(ms: number): void;
  /** Creates another partner with its first key. */
  newPartner(name?: string): Promise<NewPartner>;
  /** A retailer of `as` (default: `ctx`), created by the real verb. */
  retailer(fields?: { name?: string; externalId?: string }, as?: Context): Promise<RetailerWithStores>;
  /** A store in London by default, created by the real verb. `ids` names it in a procedure's input. */
  store(
    retailerId: string,
    fields?: Partial<StoreBody>,
    as?: Context,
  ): Promise<Store & { ids: { retailerId: string; storeId: string } }>;
  /** Closes and removes the database. Call this function in `afterAll`. */
  close(): Promise<void>;
}

const accepted: CallResult = {
  isRefused: false,
  isUnreachable: false,
  status: 204,
  ms: 1,
  answer: "",
  retryAfter: undefined,
};
const acceptAll: Context["sender"] = {
  send: () => ({ result: Promise.resolve(accepted), abort: () => undefined }),
};

const START = "2026-03-02T09:00:00.000Z";

/** A valid store in London. */
export const londonStore: StoreBody = {
  name: "High Street",
  address: "1 High Street",
  postcode: "N1 1AA",
  city: "London",
  country: "GB",
};

/**
 * The context of a test: its own database, a partner with a key, and factories that use the real verbs. The database is a copy of
 * the migrated template. The clock stays at 2026-03-02 09:00 UTC until the test sets it.
 * ```ts
 * const test = await createTestContext();
 * afterAll(() => test.close());
 * const { id } = await test.retailer();
 * const { ids } = await test.store(id, { country: "FR" });
 * await createCaller(test.asKey({ scopes: new Set(["retailers:read"]) })).stores.get(ids);
 * ```
 */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const database = await cloneDatabase();
  const db = openDatabase({ url: database.url, timeouts: options.timeouts ?? {} });
  let now = new Date(START);
  const base: Omit<Context, "actor"> = {
    db,
    now: () => new Date(now),
    requestId: "test",
    providers: options.providers ?? createSandboxProviders({ now: () => new Date(now) }),
    vault: createVault(randomBytes(32).toString("base64")),
    settings: { allowLocalWebhooks: false, ...options.settings },
    sender: options.sender ?? acceptAll,
    changes: new ChangeWatch(db, { pauseMs: 20 }),
  };
  const as = (actor: Actor | null): Context => ({ ...base, actor });
  const asSystem = () => as({ kind: "system" });
  const newPartner = (name = "Tills & Co") => createPartner(asSystem(), { name });
  const partner = await newPartner();
  const asKey: TestContext["asKey"] = (actor) =>
    as({
      kind: "key",
      keyId: partner.key.id,
      partnerId: partner.partnerId,
      scopes: new Set(scopes),
      retailerIds: null,
      expiresAt: null,
      ...actor,
    });
  const ctx = asKey();

  return {
    ctx,
    databaseUrl: database.url,
    partner,
    as,
    asKey,
    asSystem,
    newPartner,
    setNow: (time) => {
      now = new Date(time);
    },
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
    retailer: (fields, caller = ctx) => createRetailer(caller, { body: { name: "Corner Shop", ...fields } }),
    store: async (retailerId, fields, caller = ctx) => {
      const store = await createStore(caller, { retailerId, body: { ...londonStore, ...fields } });
      return { ...store, ids: { retailerId, storeId: store.id } };
    },
    close: async () => {
      await db.close();
      await database.drop();
    },
  };
}

/** Locks rows for the time of `work`, like another call that takes long. `rows` follows `SELECT FROM`. */
export async function lockRows<T>(t: TestContext, rows: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = await t.ctx.db.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`SELECT FROM ${rows} FOR UPDATE`, values);
    return await work();
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
