import { type ChannelRow, newChannel, readChannel, saveChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { type StoreRow, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { SearchParameters } from "../channels/parameters.schema.ts";
import { channelState, otherStoreCode, searchParameters, shownParameters } from "./internal/channel-state.ts";
import { endSetup, holderOf } from "./internal/locations.ts";
import { storeCodeMismatch } from "./internal/search-warnings.ts";
import { insertSetup, newSetup, readSetup, updateSetup } from "./internal/setup-row.ts";

/**
 * Enables local listings. The channel is pending until listings show (`checkSearchChannels`). Another call with the same location
 * keeps the progress; another location starts again.
 * @throws StoreNotFound; StoreCodeMismatch if the profile of the same location has another code (`storeCode`); ChannelInUse for another
 *   location while local ads exist
 */
export async function enableSearch(
  ctx: Context,
  store: StoreRow,
  parameters: SearchParameters,
): Promise<{ created: boolean; row: ChannelRow }> {
  const now = ctx.now();
  const { locationId, storeCode: givenStoreCode = null } = parameters;
  return ctx.db.transaction(store, async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const before = await readChannel(tx, store, "search");
    const setup = await readSetup(tx, store);
    const { businessAccountId } = ctx.providers.search;
    if (before && setup?.locationId === locationId) {
      const otherCode = otherStoreCode(setup, givenStoreCode);
      if (otherCode) {
        const { message } = storeCodeMismatch(otherCode);
        throw new DomainError("StoreCodeMismatch", message, { storeCode: otherCode });
      }
      await updateSetup(tx, { ...setup, givenStoreCode, nextCheckAt: now });
      const storeCode = setup.storeCodeAt ? searchParameters(before).storeCode : givenStoreCode;
      const after = { ...before, parameters: shownParameters(setup, { storeCode, businessAccountId }) };
      return { created: false, row: await saveChannel(tx, before, after, "call", now) };
    }
    if (setup) {
      if (await readChannel(tx, store, "local_ads")) {
        throw new DomainError(
          "ChannelInUse",
          "Local ads run from this location: remove them before you link another location.",
        );
      }
      await endSetup(tx, setup, now);
    }
    const begun = newSetup(store, { locationId, givenStoreCode }, now);
    await insertSetup(tx, begun);
    const holder = await holderOf(tx, locationId, store);
    const after: ChannelRow = {
      ...newChannel(store, "search", now),
      ...channelState(begun, { holder, widgetSeenAt: null, sending: null, now }),
      createdAt: before?.createdAt ?? now,
      parameters: shownParameters(begun, { storeCode: givenStoreCode, businessAccountId }),
      waitingSince: now,
    };
    return { created: !before, row: await saveChannel(tx, before, after, "call", now) };
  });
}
