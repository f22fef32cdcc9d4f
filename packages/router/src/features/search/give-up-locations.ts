import type { StoreIds } from "../../core/channels/index.ts";
import { forRetailer } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { releaseLocation } from "./location-claim.ts";

type GivenUp = StoreIds & { locationId: string };

const givenUp = `SELECT location_id AS "locationId", retailer_id AS "retailerId", store_id AS "storeId"
  FROM search_location WHERE is_given_up ORDER BY claimed_at`;

/**
 * Ends our access to the locations that their stores have given up; then they are free for others. Without access that does
 * nothing, so it is safe to run twice, and to be killed.
 * @returns the number of locations that are free now
 * @throws AggregateError of those whose access could not be ended: the next run tries again
 */
export async function giveUpLocations(ctx: Context): Promise<number> {
  const rows = await ctx.db.query<GivenUp>(givenUp);
  await forEachConcurrent(rows, async ({ locationId, ...store }) => {
    await forRetailer(ctx, store.retailerId, () => ctx.providers.search.giveUpAccess(locationId));
    await releaseLocation(ctx.db, locationId, store, { isGivenUp: true, now: ctx.now() });
  });
  return rows.length;
}
