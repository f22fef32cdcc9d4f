/**
 * `npm run world -- --stores 100000`: fills the database in DATABASE_URL with a large world, to look at it and to measure it.
 * Migrates the database first. Replaces an earlier world, and refuses a database with other data. HIGHSTREET_SECRET_KEY seals the
 * secrets. Options: `--retailers 2000 --items 5 --webhooks 10000 --stores-of-one 10000 --webhook-url http://127.0.0.1:9/hooks`.
 */
import { parseArgs } from "node:util";
import { openDatabase } from "@highstreet/db";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { systemContext } from "../lib/world.ts";
import { makeWorld } from "./make-world.ts";

const MAX_STORES = 1_000_000;

const { values: given } = parseArgs({
  options: {
    stores: { type: "string", default: "100000" },
    retailers: { type: "string" },
    items: { type: "string", default: "5" },
    webhooks: { type: "string" },
    "stores-of-one": { type: "string", default: "0" },
    "webhook-url": { type: "string", default: "https://receiver.example/hooks/stock" },
  },
});

/** A whole number of an option. @throws Error with one line */
function count(option: string, text: string, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new Error(`--${option} must be a whole number from 0 to ${max}, not ${text}`);
}

async function main(): Promise<void> {
  const { DATABASE_URL: url, HIGHSTREET_SECRET_KEY: secretKey } = process.env;
  if (!url || !secretKey) throw new Error("Set DATABASE_URL and HIGHSTREET_SECRET_KEY.");
  const stores = count("stores", given.stores, MAX_STORES);
  if (stores === 0) throw new Error("--stores must be at least 1");
  const size = {
    stores,
    retailers: count("retailers", given.retailers ?? String(Math.ceil(stores / 50)), stores) || 1,
    items: count("items", given.items, 1_000),
    webhooks: count("webhooks", given.webhooks ?? String(Math.ceil(stores / 10)), stores),
    storesOfOne: count("stores-of-one", given["stores-of-one"], MAX_STORES),
    webhookUrl: new URL(given["webhook-url"]).href,
  };
  await applyMigrations(url);
  const db = openDatabase({ url });
  try {
    const began = performance.now();
    const world = await makeWorld(systemContext(db, secretKey), size);
    console.log(`Made ${JSON.stringify(size)} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    console.log(JSON.stringify(world, null, 2));
  } finally {
    await db.close();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
