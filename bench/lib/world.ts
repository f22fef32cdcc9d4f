import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import {
  type Context,
  createCaller,
  createPartner,
  createVault,
  openProviders,
  type Scope,
  Sender,
  scopes,
} from "@highstreet/router";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { startScratch } from "../../packages/db/src/scratch.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { parentOf, processorTime } from "./processes.ts";

export const SECRET = "abcdefABCDEF0123abcdefABCDEF0123";

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

/** A retailer with stores, of which each can have a verified webhook, and no waiting event. */
export interface Shop {
  retailerId: string;
  storeIds: string[];
}

/** One PostgreSQL with the partner of the measured stores. */
export interface World {
  url: string;
  version: string;
  postmaster: number;
  db: Database;
  /** The context of the worker. */
  system: Context;
  caller: ReturnType<typeof createCaller>;
  /** An API key of the partner with all scopes, and the key ring of the services. */
  key: string;
  secretKey: string;
  /** A store of a retailer of its own. */
  newStore(): Promise<StoreIds>;
  /** Another partner with a retailer and a store. */
  newPartner(): Promise<StoreIds & { key: string; caller: World["caller"] }>;
  /** @param urlOf the address of a store's webhook; none: the stores have no webhook */
  newShop(stores: number, urlOf?: (n: number) => string): Promise<Shop>;
  /** Processor time of this process, its parsers and PostgreSQL in ms. */
  processorTime(): number;
}

const store = (n: number) => ({
  name: `High Street ${n}`,
  address: "1 High Street",
  postcode: "N1 1AA",
  city: "London",
  country: "GB",
  areaType: "urban" as const,
});

/** Sets the state after an accepted ping. */
const verified = [
  "UPDATE channel SET status = 'connected' WHERE retailer_id = $1",
  "DELETE FROM delivery_retry WHERE retailer_id = $1",
  `UPDATE delivery_cursor c SET cursor = s.next_sequence - 1, in_flight_high_water = s.next_sequence - 1
   FROM store s WHERE s.retailer_id = $1 AND c.retailer_id = $1 AND c.store_id = s.store_id`,
  "DELETE FROM delivery_work WHERE retailer_id = $1",
];

/** Deletes the events of a shop, and all that the workers know of them. */
export async function reset({ db }: Pick<World, "db">, { retailerId }: Shop): Promise<void> {
  for (const statement of verified) await db.query(statement, [retailerId]);
  for (const table of ["store_event", "delivery_attempt"])
    await db.query(`DELETE FROM ${table} WHERE retailer_id = $1`, [retailerId]);
  await db.query("DELETE FROM delivery_receiver");
  await db.query("VACUUM");
}

/** The settings of `npm start`: commits wait for the disk. */
const likeStart = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", max_wal_size: "8GB" };

/** The context of the system, with the sandbox of the providers. */
export function systemContext(db: Database, secretKey: string): Context {
  const settings = { allowLocalWebhooks: true, consoleUrl: "http://console.example" };
  const now = () => new Date();
  return {
    db,
    now,
    settings,
    actor: { kind: "system" },
    requestId: "bench",
    providers: openProviders({}, db, now),
    vault: createVault(secretKey),
    sender: new Sender(settings),
  };
}

/** The context of a key with all scopes. */
export function keyContext(system: Context, partnerId: string, keyId: string): Context {
  const all = new Set<Scope>(scopes);
  return { ...system, actor: { kind: "key", keyId, partnerId, scopes: all, retailerIds: null, expiresAt: null } };
}

/** Starts a database without rows. */
export async function openBase(life: Lifetime): Promise<Omit<World, "caller" | "key" | `new${string}`>> {
  const postgres = await startScratch({ ...likeStart, max_connections: "200" });
  life.onEnd(postgres.stop);
  await applyMigrations(postgres.url);
  const db = openDatabase({ url: postgres.url });
  life.onEnd(() => db.close());
  const secretKey = randomBytes(32).toString("base64");
  const [server] = await db.query<{ version: string; file: string }>(
    "SELECT current_setting('server_version') AS version, pg_read_file('postmaster.pid') AS file",
  );
  const postmaster = Number(server?.file.split("\n")[0]);
  // The parsers of feeds are children of this process, and PostgreSQL may be one.
  const isChild = parentOf(postmaster) === process.pid;
  return {
    url: postgres.url,
    version: `PostgreSQL ${server?.version}`,
    postmaster,
    db,
    system: systemContext(db, secretKey),
    secretKey,
    processorTime: () => processorTime(process.pid) + (isChild ? 0 : processorTime(postmaster)),
  };
}

export async function openWorld(life: Lifetime): Promise<World> {
  const base = await openBase(life);
  const { db, system } = base;

  async function newCaller(name: string) {
    const { partnerId, key } = await createPartner(system, { name });
    return { key: key.key, caller: createCaller(keyContext(system, partnerId, key.id)) };
  }
  async function storeOf(caller: World["caller"]): Promise<StoreIds> {
    const retailer = await caller.retailers.create({ body: { name: "Corner Shop", stores: [store(1)] } });
    return { retailerId: retailer.id, storeId: retailer.stores[0]?.id ?? "" };
  }
  const { key, caller } = await newCaller("Tills & Co");

  return {
    ...base,
    key,
    caller,
    newStore: () => storeOf(caller),
    newPartner: async () => {
      const other = await newCaller("Others");
      return { ...other, ...(await storeOf(other.caller)) };
    },
    newShop: async (stores, urlOf) => {
      const { id: retailerId } = await caller.retailers.create({ body: { name: "Corner Shop", stores: [] } });
      const storeIds: string[] = [];
      for (let n = 0; n < stores; n++) {
        const { id: storeId } = await caller.stores.create({ retailerId, body: store(n) });
        storeIds.push(storeId);
        if (!urlOf) continue;
        const parameters = { webhookUrl: urlOf(n), secret: SECRET };
        await caller.channels.enable({ retailerId, storeId, body: { type: "webhook", parameters } });
      }
      for (const statement of verified) await db.query(statement, [retailerId]);
      return { retailerId, storeIds };
    },
  };
}

/** The bytes in pieces, as from a socket. */
export async function* pieces(text: string | Buffer): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}
