import { channelIds, type Obstacle } from "../../core/channels/channel.schema.ts";
import { channelKind } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { ListChannels } from "./channels.schema.ts";

/**
 * The errors that `enableChannel` would throw now for any parameters: at most one per channel.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function listObstacles(ctx: Context, input: ListChannels): Promise<Obstacle[]> {
  const store = await findStore(ctx, input);
  const obstacles: Obstacle[] = [];
  for (const channel of channelIds) {
    const error = await channelKind(channel).findObstacle?.(ctx, store);
    if (error) obstacles.push({ channel, code: error.code, message: error.message });
  }
  return obstacles;
}
