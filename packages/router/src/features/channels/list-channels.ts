import type { ChannelRecord } from "../../core/channels/channel.schema.ts";
import { presentChannel, readChannels } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { ListChannels } from "./channels.schema.ts";

/**
 * The channels of a store, in the order in which they were enabled.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function listChannels(ctx: Context, input: ListChannels): Promise<ChannelRecord[]> {
  const store = await findStore(ctx, input);
  const rows = await readChannels(ctx.db, store);
  return rows.map((row) => presentChannel(row, store.timezone, ctx.now()));
}
