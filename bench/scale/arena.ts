import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../../packages/db/src/index.ts";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { startScratch } from "../../packages/db/src/scratch.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { scopes } from "../../packages/router/src/kernel/scopes.schema.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { type Receivers, startReceivers } from "../webhooks/receivers.ts";
import { openWorldContext } from "../world/context.ts";
import { type Made, makeWorld } from "../world/make-world.ts";

/** A database with a generated world. */
export interface Scaled {
  url: string;
  secretKey: string;
  version: string;
  postmaster: number;
  db: Database;
  /** A key of the partner. */
  ctx: Context;
  made: Made;
  receivers: Receivers;
  /** Folder for logs. */
  folder: string;
}

/** The settings of `npm start`: commits wait for the disk. */
const likeStart = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", max_wal_size: "8GB" };

/** Starts a database and receivers, and makes a world in it. @param storesOfOne stores of a chain, in addition to `stores` */
export async function openScaled(life: Lifetime, stores: number, storesOfOne = 0): Promise<Scaled> {
  const folder = join(import.meta.dirname, "../results");
  mkdirSync(folder, { recursive: true });
  const postgres = await startScratch({
    ...likeStart,
    max_connections: "200",
  });
  life.onEnd(postgres.stop);
  await applyMigrations(postgres.url);
  const db = openDatabase({ url: postgres.url });
  life.onEnd(() => db.close());
  const receivers = await startReceivers(life, "receiver.ts");
  const secretKey = Buffer.alloc(32, 7).toString("base64");
  const system = openWorldContext(db, secretKey);
  const made = await makeWorld(system, {
    ...{ stores, storesOfOne, retailers: Math.ceil(stores / 50), webhooks: Math.ceil(stores / 10), items: 5 },
    webhookUrl: receivers.urlOf(0),
  });
  const [server] = await db.query<{ version: string; file: string }>(
    "SELECT current_setting('server_version') AS version, pg_read_file('postmaster.pid') AS file",
  );
  const powers = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
  const keyId = made.apiKey.slice("hs_".length, "hs_".length + 36);
  const ctx: Context = { ...system, actor: { kind: "key", keyId, partnerId: made.partnerId, ...powers } };
  return {
    ...{ url: postgres.url, secretKey, version: `PostgreSQL ${server?.version}`, db, ctx, made, receivers, folder },
    postmaster: Number(server?.file.split("\n")[0]),
  };
}
