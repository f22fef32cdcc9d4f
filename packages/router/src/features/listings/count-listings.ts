import type { Context } from "../../kernel/context.ts";
import { findListed } from "./internal/find-listed.ts";
import type { CountListings, ListingCounts, ListingState } from "./listings.schema.ts";
import { countStatesSql } from "./listings.sql.ts";

/**
 * Counts the listings of a channel in each state, up to `MOST_COUNTED`.
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function countListings(ctx: Context, input: CountListings): Promise<ListingCounts> {
  const { retailerId, storeId } = await findListed(ctx, input);
  const rows = await ctx.db.query<{ state: ListingState; count: number }>(countStatesSql, [retailerId, storeId]);
  return Object.fromEntries(rows.map((row) => [row.state, row.count])) as ListingCounts;
}
