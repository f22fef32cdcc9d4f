import { within } from "@highstreet/db";
import type { ChannelRecord } from "../../core/channels/channel.schema.ts";
import { channelKind, channelWrite, presentChannel, readChannel, resolveChannel } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { RemoveChannel } from "./channels.schema.ts";

/**
 * Removes a channel of a store.
 * @returns null if the record is gone; for local ads the record with the upcoming end of the budget
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled; ChannelInUse for search while local ads exist
 */
export async function removeChannel(ctx: Context, input: RemoveChannel): Promise<ChannelRecord | null> {
  const id = resolveChannel(input.type);
  const { retailerId, storeId } = await findStore(ctx, input);
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    // Another transaction may have changed the time zone before this one got the lock.
    const store = await findStore(inTx, input);
    const row = await readChannel(tx, store, id);
    if (row) checkVersion(ctx, row.version);
    const left = await channelKind(id).remove(inTx, store);
    const [before, after] = [row, left].map((one) =>
      one ? presentChannel(one, store.timezone, ctx.now()) : undefined,
    );
    recordHistory(ctx, tx, [channelWrite(store, before, after)]);
    return after ?? null;
  });
}
