import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../channels/index.ts";

const holder = `SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM search_location WHERE location_id = $1`;

const claim = `INSERT INTO search_location (location_id, retailer_id, store_id, claimed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (location_id) DO NOTHING`;

const release = `DELETE FROM search_location WHERE location_id = $1 AND retailer_id = $2 AND store_id = $3`;

/** Whom a location serves: a location serves at most one store, of all retailers (contract §5). */
export async function holderOf(sql: Sql, locationId: string, store: StoreIds): Promise<"us" | "another" | "nobody"> {
  const [row] = await sql.query<StoreIds>(holder, [locationId]);
  if (!row) return "nobody";
  return row.retailerId === store.retailerId && row.storeId === store.storeId ? "us" : "another";
}

/** Takes a location for a store. @returns whether it is the store's now */
export async function claimLocation(tx: Sql, locationId: string, store: StoreIds, now: Date): Promise<boolean> {
  await tx.query(claim, [locationId, store.retailerId, store.storeId, now]);
  return (await holderOf(tx, locationId, store)) === "us";
}

export async function releaseLocation(tx: Sql, locationId: string, store: StoreIds): Promise<void> {
  await tx.query(release, [locationId, store.retailerId, store.storeId]);
}
