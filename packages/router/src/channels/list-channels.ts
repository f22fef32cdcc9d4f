import type { Context } from "../context.ts";
import { findStore } from "../stores/index.ts";
import { readChannels } from "./channel-row.ts";
import type { ChannelRecord, ListChannels } from "./channels.schema.ts";
import { presentChannel } from "./present-channel.ts";

/**
 * The channels of a store, in the order of their enabling.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function listChannels(ctx: Context, input: ListChannels): Promise<ChannelRecord[]> {
  const store = await findStore(ctx, input);
  const rows = await readChannels(ctx.db, store);
  return rows.map((row) => presentChannel(row, store.timezone));
}
