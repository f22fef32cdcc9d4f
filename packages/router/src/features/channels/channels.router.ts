import { z } from "zod";
import { ChannelRecord, Obstacle } from "../../core/channels/channel.schema.ts";
import { procedure, router } from "../../kernel/trpc.ts";
import {
  CatalogueEntry,
  EnableChannel,
  EnabledChannel,
  GetChannel,
  ListChannels,
  RemoveChannel,
  RemovedChannel,
  UpdateChannel,
} from "./channels.schema.ts";
import { enableChannel } from "./enable-channel.ts";
import { getChannel } from "./get-channel.ts";
import { listCatalogue } from "./list-catalogue.ts";
import { listChannels } from "./list-channels.ts";
import { listObstacles } from "./list-obstacles.ts";
import { removeChannel } from "./remove-channel.ts";
import { updateChannel } from "./update-channel.ts";

/** The channels that publish a store's inventory. */
export const channels = router({
  catalogue: procedure
    .meta({ access: "any" })
    .input(z.strictObject({}).optional())
    .output(z.array(CatalogueEntry))
    .query(() => listCatalogue()),
  list: procedure
    .meta({ access: "channels:read" })
    .input(ListChannels)
    .output(z.array(ChannelRecord))
    .query(({ ctx, input }) => listChannels(ctx, input)),
  get: procedure
    .meta({ access: "channels:read" })
    .input(GetChannel)
    .output(ChannelRecord)
    .query(({ ctx, input }) => getChannel(ctx, input)),
  update: procedure
    .meta({ access: "channels:write" })
    .input(UpdateChannel)
    .output(ChannelRecord)
    .mutation(({ ctx, input }) => updateChannel(ctx, input)),
  obstacles: procedure
    .meta({ access: "channels:read" })
    .input(ListChannels)
    .output(z.array(Obstacle))
    .query(({ ctx, input }) => listObstacles(ctx, input)),
  enable: procedure
    .meta({ access: "channels:write" })
    .input(EnableChannel)
    .output(EnabledChannel)
    .mutation(({ ctx, input }) => enableChannel(ctx, input)),
  remove: procedure
    .meta({ access: "channels:write" })
    .input(RemoveChannel)
    .output(RemovedChannel)
    .mutation(({ ctx, input }) => removeChannel(ctx, input)),
});
