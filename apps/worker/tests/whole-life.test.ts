import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase } from "@highstreet/db/testing";
import { createFakeGoogle, fakeEnvironment } from "@highstreet/providers/fake-google";
import { createCaller, createPartner, createVault, openProviders, Sender, scopes } from "@highstreet/router";
import { createPartnerKey } from "@highstreet/router/features/keys/index.ts";
import { afterEach, expect, it } from "vitest";
import { killAll, startRest, startWorker } from "./faults/processes.ts";
import { until } from "./shop.ts";

const secretKey = randomBytes(32).toString("base64");
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await killAll();
  for (const end of endings.splice(0).toReversed()) await end();
});

const LOCATION = "4503599627370497010";
const shop = { name: "Tea & Toast", address: "5 Mill Lane", postcode: "LS1 1AA", city: "Leeds", country: "GB" };

/** 50 barcodes with right check digits. */
const barcodes = Array.from({ length: 50 }, (_, index) => {
  const digits = String(500_000_000_000 + index);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
});

interface Store {
  retailerId: string;
  storeId: string;
}

/** The outside world: its address, the acts of its people, and its state at the end. */
interface Outside {
  env: Record<string, string>;
  /** Acts for the store, before each check of the store. */
  act: (store: Store, db: Database) => Promise<void>;
  items: (db: Database) => Promise<number>;
  /** Pence a day of the campaign that runs. */
  budget: (db: Database) => Promise<number | undefined>;
  /** Makes it the given time for the store. */
  comes: (time: number, store: Store, shop: Awaited<ReturnType<typeof openShop>>) => Promise<unknown>;
}

function sandbox(): Outside {
  const values = (db: Database, prefix: string) =>
    db.query<{ value: Record<string, unknown> }>("SELECT value FROM sandbox_memory WHERE starts_with(key, $1)", [
      prefix,
    ]);
  return {
    env: { HIGHSTREET_SANDBOX_SPEED: "230400" },
    act: async () => undefined,
    items: async (db) => (await values(db, "item:")).length,
    budget: async (db) => {
      const [campaign] = await values(db, "campaign:");
      return campaign?.value.isPaused === false ? Number(campaign.value.dailyBudget) : undefined;
    },
    comes: (time, { retailerId }, { call }) => {
      const aheadSeconds = Math.ceil((time - Date.now()) / 1_000) + 1;
      return call("PUT", `/retailers/${retailerId}/test-clock`, { aheadSeconds });
    },
  };
}

interface FakeState {
  merchants: { items: number }[];
  campaigns: { resources: Record<string, Record<string, unknown>> }[];
}

async function google(): Promise<Outside> {
  const { app } = createFakeGoogle();
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  endings.push(() => app.close());
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/fake/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    return (await answer.json()) as Answer;
  };
  const state = () => ask<FakeState>("GET", "state");
  const { name: title, address, city: locality, postcode: postalCode } = shop;
  await ask("PUT", `locations/${LOCATION}`, { title, addressLines: [address], locality, postalCode });
  await ask("POST", "settings", { perMinute: { "merchantapi.googleapis.com": 6_000 } });
  const env = { ...fakeEnvironment(url), HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE: "6000" };
  let isInvited = false;
  let checkedAt: string | null = null;
  return {
    env,
    act: async (store, db) => {
      if (!isInvited) await ask("POST", `locations/${LOCATION}/invite`);
      isInvited = true;
      const setup = await check(env, store, db);
      if (setup && setup.checkedAt !== checkedAt) await ask("POST", "clock", { advanceMs: 86_400_000 });
      checkedAt = setup?.checkedAt ?? null;
    },
    items: async () => (await state()).merchants[0]?.items ?? 0,
    budget: async () => {
      const resources = Object.entries((await state()).campaigns[0]?.resources ?? {});
      const campaign = resources.find(([name]) => name.includes("/campaigns/"))?.[1];
      const budget = resources.find(([name]) => name.includes("/campaignBudgets/"))?.[1];
      return campaign?.status === "ENABLED" ? Number(budget?.amountMicros) / 10_000 : undefined;
    },
    comes: async (_, { retailerId }, { db }) => {
      await db.query("UPDATE budget_change SET activates_at = now() WHERE retailer_id = $1", [retailerId]);
      await db.query("UPDATE ads_campaign SET due_at = now() WHERE retailer_id = $1", [retailerId]);
    },
  };
}

/** Staff check with “Check now”, because the job looks for invitations only once a minute. */
async function check(env: Record<string, string>, store: Store, db: Database) {
  const now = () => new Date();
  const settings = { allowLocalWebhooks: true };
  const ctx = { db, actor: { kind: "system" }, now, requestId: "test", settings } as const;
  const providers = openProviders(env, db, now);
  const caller = createCaller({ ...ctx, providers, vault: createVault(secretKey), sender: new Sender(settings) });
  return caller.channels.check(store);
}

async function besideGoogle(): Promise<Outside> {
  const { env } = await google();
  return { ...sandbox(), env, act: async (store, db) => void (await check(env, store, db)) };
}

async function openShop(env: Record<string, string>, isTest: boolean) {
  const database = await cloneDatabase();
  const db = openDatabase({ url: database.url });
  endings.push(database.drop, () => db.close());
  const settings = { allowLocalWebhooks: true };
  const now = () => new Date();
  const system = {
    ...({ db, actor: { kind: "system" }, now, requestId: "test", settings } as const),
    ...{ providers: openProviders(env, db, now), vault: createVault(secretKey), sender: new Sender(settings) },
  };
  const { partnerId } = await createPartner(system, { name: "Tills & Co" });
  const body = { name: "Till", scopes: [...scopes], isTest };
  const key = await createPartnerKey(system, { partnerId, body });
  let url = "";
  return {
    db,
    start: async () => {
      const service = { databaseUrl: database.url, secretKey, env };
      [url] = await Promise.all([startRest(service), startWorker(service)]);
    },
    call: async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
      const headers = { authorization: `Bearer ${key.key}`, "content-type": "application/json" };
      const answer = await fetch(`${url}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text || "null");
    },
  };
}

interface Channel {
  id: string;
  status: string;
  storefrontUrl: string | null;
  dailyBudget?: number;
  upcomingChange?: { dailyBudget: number; activates: string } | null;
}

it.for([
  ["the sandbox, with a test key", async () => sandbox(), true],
  ["the sandbox, with a test key beside Google", besideGoogle, true],
  ["Google's APIs, faked", google, false],
] as const)(
  "a new shop gets live listings and, at its midnight, an active budget: %s",
  {
    timeout: 120_000,
  },
  async ([, open, isTest]) => {
    const outside = await open();
    const opened = await openShop(outside.env, isTest);
    const { db, start, call } = opened;
    await start();
    const retailer = await call<{ id: string; stores: { id: string }[] }>("POST", "/retailers", {
      name: shop.name,
      stores: [shop],
    });
    const store = { retailerId: retailer.id, storeId: retailer.stores[0]?.id ?? "" };
    const path = `/retailers/${store.retailerId}/stores/${store.storeId}`;
    const lines = barcodes.map((barcode) => ({ barcode, price: 4.5, quantity: 9 }));
    await call("PATCH", `${path}/inventory/stock`, lines);
    await call("POST", `${path}/channels`, { type: "search", parameters: { locationId: LOCATION } });
    const channel = async (id: string) =>
      (await call<Channel[]>("GET", `${path}/channels`)).find((one) => one.id === id);

    await until(async () => {
      await outside.act(store, db);
      return (await channel("search"))?.status === "connected";
    }, 60_000);
    expect((await channel("search"))?.storefrontUrl).toMatch(/^https:/);
    await until(async () => (await outside.items(db)) === 50);

    await call("POST", `${path}/channels`, { type: "local_ads", parameters: { dailyBudget: 25 } });
    const ordered = await channel("local_ads");
    expect(ordered).toMatchObject({ dailyBudget: 0, upcomingChange: { dailyBudget: 25 } });
    expect(await outside.budget(db)).toBeUndefined();

    const midnight = Date.parse(ordered?.upcomingChange?.activates ?? "");
    await outside.comes(midnight, store, opened);
    await until(async () => (await channel("local_ads"))?.dailyBudget === 25);
    expect(await channel("local_ads")).toMatchObject({ status: "connected", upcomingChange: null });
    expect(await outside.budget(db)).toBe(2_500);
  },
);
