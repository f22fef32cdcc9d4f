import type { SqlTx } from "@highstreet/db";
import { endListings } from "../listings/index.ts";
import { markContested } from "./location-claim.sql.ts";
import { giveUpLocation, giveUpStray, holderOf } from "./location-claim.ts";
import { deleteSetup, type SetupRow } from "./setup-row.ts";

const others = `SELECT FROM search_setup WHERE location_id = $1 AND (retailer_id, store_id) <> ($2, $3) LIMIT 1`;

/**
 * Forgets how far a store's search channel had come, and gives its location up: our access is ended by `giveUpLocations`. The
 * caller holds the store's lock.
 */
export async function endSetup(tx: SqlTx, setup: SetupRow, now: Date): Promise<void> {
  const { locationId, retailerId, storeId } = setup;
  await giveUpLocation(tx, locationId, setup);
  if ((await holderOf(tx, locationId, setup)) === "nobody") {
    await tx.query(markContested, [locationId, retailerId, storeId, now]);
    // We may have just accepted an invitation for this store. If another store waits for the location, it gets the access.
    const isMaybeOpen = setup.invitationAt !== null || setup.contestedAt !== null;
    if (isMaybeOpen && !(await tx.query(others, [locationId, retailerId, storeId])).length) {
      await giveUpStray(tx, locationId, setup, now);
    }
  }
  await deleteSetup(tx, setup);
  endListings(tx, setup);
}
