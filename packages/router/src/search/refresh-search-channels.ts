import type { StoreIds } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { refreshSearchChannel } from "./refresh-search-channel.ts";

const waiting = `SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM channel
  WHERE channel = 'search' AND status = 'pending' ORDER BY retailer_id, store_id`;

/**
 * Refreshes every search channel that is not connected yet; the worker runs it each few seconds. What goes wrong for one
 * store does not keep the others waiting.
 * @returns the number of channels that changed
 * @throws AggregateError after the last one, of all that went wrong
 */
export async function refreshSearchChannels(ctx: Context): Promise<number> {
  let changed = 0;
  const errors: unknown[] = [];
  for (const store of await ctx.db.query<StoreIds>(waiting)) {
    try {
      if (await refreshSearchChannel(ctx, store)) changed++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} search channels could not be refreshed`);
  return changed;
}
