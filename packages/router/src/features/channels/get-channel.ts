import type { ChannelRecord } from "../../core/channels/channel.schema.ts";
import { channelNotEnabled, presentChannel, readChannel, resolveChannel } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { GetChannel } from "./channels.schema.ts";

/**
 * One channel of a store.
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function getChannel(ctx: Context, input: GetChannel): Promise<ChannelRecord> {
  const id = resolveChannel(input.type);
  const store = await findStore(ctx, input);
  const row = await readChannel(ctx.db, store, id);
  if (!row) throw channelNotEnabled(id);
  return presentChannel(row, store.timezone, ctx.now());
}
