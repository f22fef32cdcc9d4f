import { forRetailer } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { releaseLocation } from "./internal/locations.ts";

/**
 * Ends our access to the locations that stores have given up. After that, the locations are free for other stores. Ending access
 * that we do not have has no effect, so an interrupted run can be repeated.
 * @returns the number of locations that are free now
 * @throws AggregateError of the locations that failed; the next run tries again
 */
export async function giveUpLocations(ctx: Context): Promise<number> {
  const rows = await ctx.db.prisma.searchLocation.findMany({
    where: { isGivenUp: true },
    orderBy: { claimedAt: "asc" },
    select: { locationId: true, retailerId: true, storeId: true },
  });
  await forEachConcurrent(rows, async ({ locationId, ...store }) => {
    await forRetailer(ctx, store.retailerId, () => ctx.providers.search.giveUpAccess(locationId));
    const how = { isGivenUp: true, now: ctx.now() };
    await ctx.db.transaction(store, (tx) => releaseLocation(tx, locationId, store, how));
  });
  return rows.length;
}
