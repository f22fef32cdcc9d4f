import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { checkWaiting } from "./location-claim.sql.ts";

const holder = `SELECT retailer_id AS "retailerId", store_id AS "storeId", is_given_up AS "isGivenUp"
  FROM search_location WHERE location_id = $1`;

const claim = `INSERT INTO search_location (location_id, retailer_id, store_id, claimed_at, is_given_up)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (location_id) DO NOTHING`;

const giveUp = `UPDATE search_location SET is_given_up = true
  WHERE location_id = $1 AND retailer_id = $2 AND store_id = $3`;

const release = `DELETE FROM search_location WHERE location_id = $1 AND retailer_id = $2 AND store_id = $3
  AND is_given_up = $4`;

/** Whom a location serves; `ending`: nobody any more, but our access is still to be ended. */
export type Holder = "us" | "another" | "ending" | "nobody";

/** A location serves at most one store, of all retailers (contract §5). */
export async function holderOf(sql: Sql, locationId: string, store: StoreIds): Promise<Holder> {
  const [row] = await sql.query<StoreIds & { isGivenUp: boolean }>(holder, [locationId]);
  if (!row) return "nobody";
  if (row.isGivenUp) return "ending";
  return row.retailerId === store.retailerId && row.storeId === store.storeId ? "us" : "another";
}

/** Takes a location for a store. @returns whether it is the store's now */
export async function claimLocation(tx: Sql, locationId: string, store: StoreIds, now: Date): Promise<boolean> {
  await tx.query(claim, [locationId, store.retailerId, store.storeId, now, false]);
  return (await holderOf(tx, locationId, store)) === "us";
}

/** The store needs its location no more: it is free when our access has ended (`giveUpLocations`). */
export async function giveUpLocation(tx: Sql, locationId: string, store: StoreIds): Promise<void> {
  await tx.query(giveUp, [locationId, store.retailerId, store.storeId]);
}

/** We may manage a location that nobody holds: that is to end, unless somebody has come to hold it. */
export async function giveUpStray(tx: Sql, locationId: string, store: StoreIds, now: Date): Promise<void> {
  await tx.query(claim, [locationId, store.retailerId, store.storeId, now, true]);
}

/**
 * The store's location is free, since our access to it has ended; whoever waits for it is looked at.
 * @param isGivenUp whether the store had given it up; one that has come to hold it anew meanwhile keeps it
 */
export async function releaseLocation(
  sql: Sql,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  { isGivenUp, now }: { isGivenUp: boolean; now: Date },
): Promise<void> {
  await sql.query(release, [locationId, retailerId, storeId, isGivenUp]);
  await sql.query(checkWaiting, [locationId, now]);
}
