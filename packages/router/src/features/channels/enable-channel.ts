import { within } from "@highstreet/db";
import { channelKind, channelWrite, presentChannel, readChannel, resolveChannel } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { EnableChannel, EnabledChannel } from "./channels.schema.ts";

/**
 * Enables a channel for a store, or changes an enabled channel.
 * @throws RetailerNotFound, StoreNotFound; ValidationFailed for a webhook URL that is not allowed; ChannelInUse,
 *   StoreCodeMismatch, SearchChannelNotConnected, InsufficientInStockProducts
 */
export async function enableChannel(ctx: Context, input: EnableChannel): Promise<EnabledChannel> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const { type, parameters } = input.body;
  const id = resolveChannel(type);
  const kind = channelKind(id);
  await kind.checkParameters?.(ctx, parameters);
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    // Another transaction may have changed the time zone before this one got the lock.
    const store = await findStore(inTx, input);
    const before = await readChannel(tx, store, id);
    checkVersion(ctx, before?.version ?? 0);
    const { created, row } = await kind.enable(inTx, store, parameters);
    const channel = presentChannel(row, store.timezone, ctx.now());
    recordHistory(ctx, tx, [channelWrite(store, before && presentChannel(before, store.timezone, ctx.now()), channel)]);
    return { created, channel };
  });
}
