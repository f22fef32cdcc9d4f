import { z } from "zod";
import { type ChannelRecord, channelIds, type Obstacle } from "../../core/channels/channel.schema.ts";
import {
  aboutChannel,
  channelKind,
  channelNotEnabled,
  presentChannel,
  readChannel,
  readChannels,
  resolveChannel,
} from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type CatalogueEntry, channelParameters, type GetChannel, type ListChannels } from "./channels.schema.ts";

/** All channels, with the JSON Schema of the parameters that enabling accepts. */
export function listCatalogue(): CatalogueEntry[] {
  return channelIds.map((id) => ({
    ...aboutChannel(id),
    parameters: z.toJSONSchema(channelParameters[id], { io: "input" }),
  }));
}

/** In the order in which they were enabled. @throws RetailerNotFound, StoreNotFound */
export async function listChannels(ctx: Context, input: ListChannels): Promise<ChannelRecord[]> {
  const store = await findStore(ctx, input);
  const rows = await readChannels(ctx.db, store);
  return rows.map((row) => presentChannel(row, store.timezone, ctx.now()));
}

/** @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled */
export async function getChannel(ctx: Context, input: GetChannel): Promise<ChannelRecord> {
  const id = resolveChannel(input.type);
  const store = await findStore(ctx, input);
  const row = await readChannel(ctx.db, store, id);
  if (!row) throw channelNotEnabled(id);
  return presentChannel(row, store.timezone, ctx.now());
}

/** The errors that `enableChannel` would throw now for any parameters. @throws RetailerNotFound, StoreNotFound */
export async function listObstacles(ctx: Context, input: ListChannels): Promise<Obstacle[]> {
  const store = await findStore(ctx, input);
  const obstacles: Obstacle[] = [];
  for (const channel of channelIds) {
    const error = await channelKind(channel).findObstacle?.(ctx, store);
    if (error) obstacles.push({ channel, code: error.code, message: error.message, members: error.members });
  }
  return obstacles;
}
