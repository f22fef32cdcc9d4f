import type { Sql } from "@highstreet/db";
import type { Profile } from "@highstreet/providers";
import type { StoreIds } from "../channels/index.ts";
import { claimLocation, giveUpStray } from "./location-claim.ts";
import type { Held } from "./record-check.ts";
import type { SetupRow } from "./setup-row.ts";

/** Of the channels that saw the location closed while they waited, of those first that the invitation fits: what waits longest. */
const longest = `
  SELECT u.retailer_id AS "retailerId", u.store_id AS "storeId" FROM search_setup u
  JOIN channel c ON c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'
  WHERE u.location_id = $1 AND u.closed_at IS NOT NULL
  ORDER BY (u.invitation_at >= u.closed_at) IS TRUE DESC, c.waiting_since, c.created_at, c.store_id LIMIT 1`;

const lookAt = "UPDATE search_setup SET next_check_at = $3 WHERE retailer_id = $1 AND store_id = $2";

async function longestWaiting(sql: Sql, locationId: string): Promise<StoreIds | undefined> {
  const [row] = await sql.query<StoreIds>(longest, [locationId]);
  return row;
}

/**
 * We may manage a location that no store holds: it is that of the channel which has waited longest, of those first that the
 * accepted invitation fits, if it saw the location closed before. Access that is older than all waiting was given to none of
 * them: it ends, and they wait for their own.
 */
export async function takeLocation({ tx, setup, now }: Held, profile: Profile): Promise<SetupRow> {
  const { locationId } = setup;
  const first = await longestWaiting(tx, locationId);
  if (!first) await giveUpStray(tx, locationId, setup, now);
  else if (first.storeId !== setup.storeId) await tx.query(lookAt, [first.retailerId, first.storeId, now]);
  else if (await claimLocation(tx, locationId, setup, now)) return { ...setup, closedAt: null, accessAt: now, profile };
  return setup;
}
