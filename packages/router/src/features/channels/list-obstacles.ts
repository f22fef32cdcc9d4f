import type { Obstacle } from "../../core/channels/channel.schema.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findObstacle } from "../local-ads/index.ts";
import type { ListChannels } from "./channels.schema.ts";

/**
 * What `enableChannel` would refuse now, whatever it were given: one obstacle a channel at most.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function listObstacles(ctx: Context, input: ListChannels): Promise<Obstacle[]> {
  const store = await findStore(ctx, input);
  const obstacle = await findObstacle(ctx.db, store);
  return obstacle ? [{ channel: "local_ads", code: obstacle.code, message: obstacle.message }] : [];
}
