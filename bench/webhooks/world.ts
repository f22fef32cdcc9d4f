import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "../../packages/db/src/index.ts";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { startScratch } from "../../packages/db/src/scratch.ts";
import { Sender } from "../../packages/outbound/src/index.ts";
import { createSandboxProviders } from "../../packages/providers/src/index.ts";
import { createPartner } from "../../packages/router/src/features/keys/index.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { scopes } from "../../packages/router/src/kernel/scopes.schema.ts";
import { createVault } from "../../packages/router/src/kernel/sealing/index.ts";
import { createCaller } from "../../packages/router/src/router.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";

export const SECRET = "abcdefABCDEF0123abcdefABCDEF0123";

/** A retailer with stores that each have a verified endpoint and no waiting event. */
export interface Shop {
  retailerId: string;
  storeIds: string[];
  urls: string[];
}

export interface World {
  /** Connection string of the database. */
  url: string;
  version: string;
  postmaster: number;
  db: Database;
  ctx: Context;
  /** An API key of the partner with all scopes. */
  key: string;
  secretKey: string;
  /** @param urlOf the endpoint of each store */
  newShop(stores: number, urlOf: (n: number) => string): Promise<Shop>;
}

const store = (n: number) => ({
  ...{ name: `High Street ${n}`, address: "1 High Street", postcode: "N1 1AA", city: "London", country: "GB" },
  areaType: "urban" as const,
});

/** Sets the state after an accepted ping. */
const verify = [
  "UPDATE channel SET status = 'connected' WHERE retailer_id = $1",
  "DELETE FROM delivery_retry WHERE retailer_id = $1",
  `UPDATE delivery_cursor c SET cursor = s.next_sequence - 1, in_flight_high_water = s.next_sequence - 1
   FROM store s WHERE s.retailer_id = $1 AND c.retailer_id = $1 AND c.store_id = s.store_id`,
  "DELETE FROM delivery_work WHERE retailer_id = $1",
];

/** Deletes the events of a shop, and all that the workers know of them. */
export async function reset({ db }: Pick<World, "db">, { retailerId }: Pick<Shop, "retailerId">): Promise<void> {
  for (const statement of verify) await db.query(statement, [retailerId]);
  for (const table of ["store_event", "delivery_attempt"])
    await db.query(`DELETE FROM ${table} WHERE retailer_id = $1`, [retailerId]);
  await db.query("DELETE FROM delivery_receiver");
  await db.query("VACUUM");
}

/** The settings of `npm start`: commits wait for the disk. */
const likeStart = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", max_wal_size: "8GB" };

export async function openWorld(life: Lifetime): Promise<World> {
  const postgres = await startScratch({ ...likeStart, max_connections: "200" });
  life.onEnd(postgres.stop);
  await applyMigrations(postgres.url);
  const db = openDatabase({ url: postgres.url });
  life.onEnd(() => db.close());
  const secretKey = randomBytes(32).toString("base64");
  const settings = { allowLocalWebhooks: true };
  const ctx: Context = {
    ...{ db, actor: { kind: "system" }, now: () => new Date(), requestId: "bench", settings },
    ...{ providers: createSandboxProviders(), vault: createVault(secretKey), sender: new Sender(settings) },
  };
  const { partnerId, key } = await createPartner(ctx, { name: "Tills & Co" });
  const powers = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
  const caller = createCaller({ ...ctx, actor: { kind: "key", keyId: key.id, partnerId, ...powers } });
  const [server] = await db.query<{ version: string; file: string }>(
    "SELECT current_setting('server_version') AS version, pg_read_file('postmaster.pid') AS file",
  );

  async function newShop(stores: number, urlOf: (n: number) => string): Promise<Shop> {
    const retailer = await caller.retailers.create({ body: { name: "Corner Shop", stores: [] } });
    const storeIds: string[] = [];
    const urls = Array.from({ length: stores }, (_, n) => urlOf(n));
    for (const [n, webhookUrl] of urls.entries()) {
      const { id } = await caller.stores.create({ retailerId: retailer.id, body: store(n) });
      const parameters = { webhookUrl, secret: SECRET };
      await caller.channels.enable({ retailerId: retailer.id, storeId: id, body: { type: "webhook", parameters } });
      storeIds.push(id);
    }
    for (const statement of verify) await db.query(statement, [retailer.id]);
    return { retailerId: retailer.id, storeIds, urls };
  }

  return {
    ...{ url: postgres.url, version: `PostgreSQL ${server?.version}`, db, ctx, key: key.key, secretKey, newShop },
    postmaster: Number(server?.file.split("\n")[0]),
  };
}
