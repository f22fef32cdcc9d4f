import { channelNotEnabled, deleteChannel, readChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { lockStores } from "../events/index.ts";
import type { StoreRow } from "../stores/index.ts";
import { releaseLocation } from "./location-claim.ts";
import { searchParameters } from "./search-row.ts";

/**
 * Removes the search channel and gives its location up.
 * @throws ChannelNotEnabled; ChannelInUse while local ads exist
 */
export async function removeSearch(ctx: Context, store: StoreRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const row = await readChannel(tx, store, "search");
    if (!row) throw channelNotEnabled("search");
    if (await readChannel(tx, store, "local_ads")) {
      throw new DomainError("ChannelInUse", "Local ads run from the search channel: remove them first.");
    }
    await releaseLocation(tx, searchParameters(row).locationId, store);
    await deleteChannel(tx, store, "search");
  });
}
