import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isListening, start } from "../../bench/lib/children.ts";
import { applyMigrations } from "../../packages/db/src/migrate.ts";
import { startScratch } from "../../packages/db/src/scratch.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import type { Shop } from "./five-calls.ts";

/**
 * Starts the REST service on a database of its own with the demo shop. Both end with `life`.
 * @param folder for the log and the key
 */
export async function openShop(life: Lifetime, folder: string): Promise<Shop> {
  const postgres = await startScratch();
  life.onEnd(postgres.stop);
  await applyMigrations(postgres.url);
  const demoFile = join(folder, "demo.json");
  const env = {
    ...{ DATABASE_URL: postgres.url, HIGHSTREET_SECRET_KEY: randomBytes(32).toString("base64") },
    ...{ HIGHSTREET_DEMO_FILE: demoFile, HIGHSTREET_REST_PORT: "0", HIGHSTREET_METRICS_PORT: "0" },
  };
  const log = join(folder, "service.log");
  if (await start({ args: ["prisma/seed.ts"], env, log }).exitCode) throw new Error(`no demo shop: see ${log}`);
  const service = start({ args: ["apps/rest/src/main.ts"], env, log });
  life.onEnd(service.end);
  const { port } = await service.message(isListening);
  const { retailerId, storeIds, apiKey, barcode } = JSON.parse(readFileSync(demoFile, "utf8"));
  // The second store has no channel yet.
  return { baseUrl: `http://127.0.0.1:${port}/v1`, key: apiKey, retailerId, storeId: storeIds[1], barcode };
}
