import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "../../packages/db/src/index.ts";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { startScratch } from "../../packages/db/src/scratch.ts";
import { createSandboxProviders } from "../../packages/providers/src/index.ts";
import { createPartner } from "../../packages/router/src/features/keys/index.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { scopes } from "../../packages/router/src/kernel/scopes.schema.ts";
import { createVault } from "../../packages/router/src/kernel/sealing/index.ts";
import { createCaller } from "../../packages/router/src/router.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { parentOf, processorTime } from "../lib/processor-time.ts";

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

/** One PostgreSQL with rows of many stores, and the partner of the measured stores. */
export interface World {
  url: string;
  version: string;
  db: Database;
  caller: ReturnType<typeof createCaller>;
  /** `hs_…` and the key ring of the service. */
  key: string;
  secretKey: string;
  newStore(): Promise<StoreIds>;
  /** Another partner with a retailer and a store. */
  newPartner(): Promise<StoreIds & { key: string }>;
  removeStore(store: StoreIds): Promise<void>;
  /** Processor time of this process, its parsers and PostgreSQL in milliseconds. */
  processorTime(): number;
  /** Removes dead rows of earlier rounds, as autovacuum would do later. */
  tidy(): Promise<void>;
}

const store = {
  ...{ name: "High Street", address: "1 High Street", postcode: "N1 1AA", city: "London", country: "GB" },
  areaType: "urban" as const,
};

/** The settings of `npm start`. */
const likeStart = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

const fill = `
  INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition,
                          announced_status, announced_price, announced_currency, announced_sequence, created_at, updated_at)
  SELECT ('0190' || lpad(to_hex(r), 4, '0') || '-0000-7000-8000-000000000000')::uuid,
         ('0190' || lpad(to_hex(r), 4, '0') || '-0000-7000-9000-000000000000')::uuid,
         (5000000000000 + n)::text, (5000000000000 + n)::text, 'in_stock', 5, 9.99, 'GBP', 'new',
         'in_stock', 9.99, 'GBP', n, now(), now()
  FROM generate_series(1, $1::int) r, generate_series(1, $2::int) n`;

async function addForeign(db: Database, rows: number, retailers: number): Promise<void> {
  if (rows) await db.query(fill, [retailers, Math.ceil(rows / retailers)]);
  await db.query("VACUUM ANALYZE stock_item");
}

/** @param foreign number of rows in stores of other retailers, and number of these retailers */
export async function openWorld(life: Lifetime, foreign: { rows: number; retailers: number }): Promise<World> {
  const postgres = await startScratch(likeStart);
  life.onEnd(postgres.stop);
  await applyMigrations(postgres.url);
  const db = openDatabase({ url: postgres.url });
  life.onEnd(() => db.close());
  await addForeign(db, foreign.rows, foreign.retailers);
  const secretKey = randomBytes(32).toString("base64");
  const system: Context = {
    ...{ db, actor: { kind: "system" }, now: () => new Date(), requestId: "bench" },
    ...{ providers: createSandboxProviders(), vault: createVault(secretKey), settings: { allowLocalWebhooks: true } },
    sender: {
      send: () => {
        throw new Error("no call is made here");
      },
    },
  };
  const { partnerId, key } = await createPartner(system, { name: "Tills & Co" });
  const powers = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
  const caller = createCaller({ ...system, actor: { kind: "key", keyId: key.id, partnerId, ...powers } });
  const [{ version = "", pid = 0 } = {}] = await db.query<{ version: string; pid: number }>(
    "SELECT current_setting('server_version') AS version, pg_backend_pid() AS pid",
  );
  const postmaster = parentOf(pid);
  return {
    ...{ url: postgres.url, version: `PostgreSQL ${version}`, db, caller, key: key.key, secretKey },
    newStore: async () => {
      const retailer = await caller.retailers.create({ body: { name: "Corner Shop", stores: [store] } });
      return { retailerId: retailer.id, storeId: retailer.stores[0]?.id ?? "" };
    },
    // The parsers of feeds are children of this process, and PostgreSQL may be one.
    processorTime: () =>
      processorTime(process.pid) + (parentOf(postmaster) === process.pid ? 0 : processorTime(postmaster)),
    newPartner: async () => {
      const another = await createPartner(system, { name: "Others" });
      const actor = { kind: "key" as const, keyId: another.key.id, partnerId: another.partnerId, ...powers };
      const retailer = await createCaller({ ...system, actor }).retailers.create({
        body: { name: "Quiet Shop", stores: [store] },
      });
      return { key: another.key.key, retailerId: retailer.id, storeId: retailer.stores[0]?.id ?? "" };
    },
    removeStore: (ids) => caller.stores.delete(ids),
    tidy: async () => {
      await db.query("CHECKPOINT");
      await db.query("DELETE FROM store_event");
      for (const table of ["store_event", "stock_item"]) await db.query(`VACUUM ${table}`);
    },
  };
}
