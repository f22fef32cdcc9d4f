import { randomBytes } from "node:crypto";
import { openDatabase } from "../../packages/db/src/index.ts";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { Sender } from "../../packages/outbound/src/index.ts";
import { createSandboxProviders } from "../../packages/providers/src/index.ts";
import { createPartner } from "../../packages/router/src/features/keys/index.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { scopes } from "../../packages/router/src/kernel/scopes.schema.ts";
import { createVault } from "../../packages/router/src/kernel/sealing/index.ts";
import { createCaller } from "../../packages/router/src/router.ts";

export const RETAILERS = 64;
export const ITEMS = 1_000;
export const CUSTOMIZATIONS = 100_000;

export interface World {
  /** `hs_…`: the key of the partner of all retailers. */
  key: string;
  secretKey: string;
  /** One store with `ITEMS` items each. */
  stores: { retailerId: string; storeId: string }[];
  barcodes: string[];
  /** Has `CUSTOMIZATIONS` customizations. */
  bigRetailerId: string;
}

const store = {
  ...{ name: "High Street", address: "1 High Street", postcode: "N1 1AA", city: "London", country: "GB" },
  areaType: "urban" as const,
};

/** Every item already has a record in its store, so that the measured edits change a record. */
const customizeItems = `
  INSERT INTO customization (retailer_id, customization_id, store_id, item_key, barcode, hidden, channels, version, created_at, updated_at)
  SELECT retailer_id, gen_random_uuid(), store_id, item_key, barcode, false, NULL, 1, now(), now() FROM stock_item`;

const customizeMany = `
  INSERT INTO customization (retailer_id, customization_id, store_id, item_key, barcode, hidden, channels, title, description,
                             brand, image, version, created_at, updated_at)
  SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, NULL, n::text, n::text,
         CASE WHEN n % 2 = 0 THEN true END, CASE WHEN n % 3 = 0 THEN ARRAY['search', 'webhooks'] END,
         CASE WHEN n % 2 = 1 THEN 'Mug number ' || n END,
         CASE WHEN n % 2 = 1 THEN repeat('A mug that holds tea. ', 10) END,
         CASE WHEN n % 2 = 1 THEN 'Mugs & Co' END,
         CASE WHEN n % 2 = 1 THEN ARRAY['https://img.example/' || n || '.jpg'] END,
         1, now(), now()
  FROM generate_series(10000000, 10000000 + $2::int - 1) n`;

const connectSearch = `
  INSERT INTO channel (retailer_id, store_id, channel, status, created_at, updated_at)
  SELECT retailer_id, store_id, 'search', 'connected', now(), now() FROM store`;

async function* csv(lines: string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join("\n")}\n`);
}

/** Fills an empty database by the usual verbs, and by SQL for the many customizations. */
export async function makeWorld(url: string): Promise<World> {
  await applyMigrations(url);
  const db = openDatabase({ url });
  try {
    const secretKey = randomBytes(32).toString("base64");
    const settings = { allowLocalWebhooks: true };
    const system: Context = {
      ...{ db, actor: { kind: "system" }, now: () => new Date(), requestId: "bench" },
      ...{ providers: createSandboxProviders(), vault: createVault(secretKey), settings, sender: new Sender(settings) },
    };
    const { partnerId, key } = await createPartner(system, { name: "Tills & Co" });
    const powers = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
    const caller = createCaller({ ...system, actor: { kind: "key", keyId: key.id, partnerId, ...powers } });
    const barcodes = Array.from({ length: ITEMS }, (_, n) => String(5_012_345_600_000 + n));
    const stores: World["stores"] = [];
    for (let n = 0; n < RETAILERS; n++) {
      const retailer = await caller.retailers.create({ body: { name: `Corner Shop ${n}`, stores: [store] } });
      const ids = { retailerId: retailer.id, storeId: retailer.stores[0]?.id ?? "" };
      stores.push(ids);
      const stock = barcodes.map((barcode, line) => `${barcode},${line % 90}.99,${10 + line},GBP`);
      const titles = barcodes.map((barcode) => `${barcode},"Mug ${barcode}, stoneware, 350 ml"`);
      const feed = csv(["SKU,Price,Quantity,Currency", ...stock]);
      await caller.inventory.putStock({ ...ids, mode: "replace", feed });
      await caller.products.putFeed({ retailerId: retailer.id, feed: csv(["SKU,Title", ...titles]) });
    }
    const big = await caller.retailers.create({ body: { name: "Department Store", stores: [store] } });
    await db.query(customizeItems);
    await db.query(connectSearch);
    await db.query(customizeMany, [big.id, CUSTOMIZATIONS]);
    await db.query("VACUUM ANALYZE");
    return { key: key.key, secretKey, stores, barcodes, bigRetailerId: big.id };
  } finally {
    await db.close();
  }
}
