import type { Context } from "../context.ts";
import { findListed } from "./find-listed.ts";
import type { CountListings, ListingCounts, ListingState } from "./listings.schema.ts";

const count = `
  SELECT state, count(*)::int AS count FROM listing WHERE retailer_id = $1 AND store_id = $2 GROUP BY state`;

const none: ListingCounts = { waiting: 0, sent: 0, refused: 0, disapproved: 0, withdrawn: 0, unidentified: 0 };

/**
 * How many listings of a channel are in each state.
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function countListings(ctx: Context, input: CountListings): Promise<ListingCounts> {
  const { retailerId, storeId } = await findListed(ctx, input);
  const rows = await ctx.db.query<{ state: ListingState; count: number }>(count, [retailerId, storeId]);
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
}
