import type { Database } from "../../packages/db/src/index.ts";
import { longTimeouts } from "../../packages/db/src/index.ts";
import type { Vault } from "../../packages/router/src/kernel/sealing/index.ts";
import * as sql from "./world.sql.ts";

/** The size of a world. */
export interface Size {
  retailers: number;
  /** Stores of all retailers together. */
  stores: number;
  /** Stores of one more retailer. */
  storesOfOne: number;
  /** Stores with a webhooks channel, evenly spread. All stores of the one retailer have one in addition. */
  webhooks: number;
  /** Items of each store. Each item has two events. */
  items: number;
  /** The address of all webhooks channels. */
  webhookUrl: string;
  /** Their signing secret. */
  secret: string;
}

/**
 * Fills an empty database with a world of one partner, in one transaction. No event waits, no job is due.
 * @param partnerId the partner of all retailers
 */
export async function fillWorld(db: Database, vault: Vault, partnerId: string, size: Size): Promise<void> {
  const { retailers, stores, storesOfOne, items, webhooks, webhookUrl, secret } = size;
  await db.transaction(
    "no shop",
    async (tx) => {
      for (const text of sql.fill) await tx.query(text, [partnerId, items, retailers, stores, storesOfOne]);
      for (const text of sql.fillStaff) await tx.query(text, [retailers]);
      for (const text of sql.fillSearch) await tx.query(text, [partnerId, stores]);
      const values = [webhooks, stores];
      const found = await tx.query<{ retailerId: string; storeId: string }>(sql.storesWithWebhooks, values);
      const channels = [
        found.map(({ retailerId }) => retailerId),
        found.map(({ storeId }) => storeId),
        found.map(({ retailerId, storeId }) => vault.seal(secret, ["channel", retailerId, storeId, "webhooks"])),
      ];
      const receiver = `${partnerId} ${new URL(webhookUrl).origin}`;
      for (const text of sql.fillWebhooks) await tx.query(text, [...channels, webhookUrl, receiver, 2 * items]);
    },
    longTimeouts,
  );
  await db.query("VACUUM (ANALYZE)");
}

/**
 * Removes a world that `fillWorld` made.
 * @throws Error if the database has other partners or people
 */
export async function removeWorld(db: Database): Promise<void> {
  const [row] = await db.query<{ strangers: number }>(sql.strangers);
  if (row?.strangers)
    throw new Error("The database has data that `npm run world` did not make. Name an empty database.");
  const tables = await db.query<{ table: string }>(sql.filledTables);
  await db.query(sql.emptyTables(tables.map(({ table }) => table)));
}
