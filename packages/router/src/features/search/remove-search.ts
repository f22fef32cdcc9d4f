import { channelNotEnabled, deleteChannel, readChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { endSetup } from "./internal/locations.ts";
import { readSetup } from "./internal/setup-row.ts";

/**
 * Removes the search channel and gives up its location.
 * @returns null: the record is gone
 * @throws ChannelNotEnabled; ChannelInUse while local ads exist
 */
export async function removeSearch(ctx: Context, store: StoreRow): Promise<null> {
  const now = ctx.now();
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    if (!(await readChannel(tx, store, "search"))) throw channelNotEnabled("search");
    if (await readChannel(tx, store, "local_ads")) {
      throw new DomainError("ChannelInUse", "Local ads run from the search channel: remove them first.");
    }
    const setup = await readSetup(tx, store);
    if (setup) await endSetup(tx, setup, now);
    await deleteChannel(tx, store, "search", now);
    return null;
  });
}
