import { type ChannelRow, newChannel, readChannel, saveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { lockStores } from "../events/index.ts";
import { type StoreRow, storeNotFound } from "../stores/index.ts";
import { holderOf, releaseLocation } from "./location-claim.ts";
import type { SearchParameters } from "./search.schema.ts";
import { searchParameters } from "./search-row.ts";
import { searchWarnings } from "./search-warnings.ts";

/**
 * Enables local listings: pending until we are let into the business profile (refresh-search-channel.ts). A further call
 * with the same location keeps the state, another location starts anew.
 * @throws StoreNotFound; ChannelInUse for another location while local ads exist
 */
export async function enableSearch(
  ctx: Context,
  store: StoreRow,
  parameters: SearchParameters,
): Promise<{ created: boolean; row: ChannelRow }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const before = await readChannel(tx, store, "search");
    const linked = before && searchParameters(before);
    const { businessAccountId } = ctx.providers.search;
    const { locationId } = parameters;
    if (before && linked?.locationId === locationId) {
      const storeCode = parameters.storeCode ?? linked.storeCode;
      const after = { ...before, parameters: { locationId, storeCode, businessAccountId } };
      return { created: false, row: await saveChannel(tx, before, after, now) };
    }
    if (linked) {
      if (await readChannel(tx, store, "local_ads")) {
        throw new DomainError(
          "ChannelInUse",
          "Local ads run from this location: remove them before another is linked.",
        );
      }
      await releaseLocation(tx, linked.locationId, store);
    }
    const taken = (await holderOf(tx, locationId, store)) === "another";
    const after: ChannelRow = {
      ...newChannel(store, "search", now),
      createdAt: before?.createdAt ?? now,
      parameters: { locationId, storeCode: parameters.storeCode ?? null, businessAccountId },
      warnings: [taken ? searchWarnings.locationUnavailable : searchWarnings.awaitingAccess],
      waitingSince: now,
    };
    return { created: !before, row: await saveChannel(tx, before, after, now) };
  });
}
