import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copyCluster } from "../src/cluster.ts";
import { applyMigrations } from "../src/migrate.ts";
import { knownMigrations, scriptOf } from "../src/schema-version.ts";
import { startScratch } from "../src/scratch.ts";

const KEPT = join(import.meta.dirname, "../../../.data/migrated");

/**
 * The folder of a stopped PostgreSQL whose database `highstreet` is migrated and empty, for `startScratch`. It is kept
 * between runs, by the hash of the migrations.
 */
export async function migratedCluster(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of knownMigrations()) hash.update(`${name}\n${scriptOf(name)}\n`);
  const name = hash.digest("hex").slice(0, 16);
  const folder = join(KEPT, name);
  if (existsSync(folder)) return folder;
  mkdirSync(KEPT, { recursive: true });
  for (const other of readdirSync(KEPT).filter((one) => !one.startsWith(name))) {
    rmSync(join(KEPT, other), { recursive: true, force: true });
  }
  const server = await startScratch();
  try {
    await applyMigrations(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  await server.keep(folder);
  return folder;
}

/** Gives a new data folder of Highstreet a migrated database, so that its first start takes less time. */
export const copyMigrated = async (dataDir: string): Promise<void> => copyCluster(await migratedCluster(), dataDir);
