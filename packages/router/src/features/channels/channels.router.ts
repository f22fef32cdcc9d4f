import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { ChannelRecord, Obstacle } from "../../core/channels/channel.schema.ts";
import { router } from "../../kernel/trpc.ts";
import { enableChannel, removeChannel, updateChannel } from "./change-channel.ts";
import {
  CatalogueEntry,
  EnableChannel,
  EnabledChannel,
  GetChannel,
  ListChannels,
  RemovedChannel,
  UpdateChannel,
} from "./channels.schema.ts";
import { getChannel, listCatalogue, listChannels, listObstacles } from "./read-channels.ts";

const read = procedure.meta({ access: "channels:read", stores: "named" });
const write = procedure.meta({ access: "channels:write", stores: "named" });

export const channels = router({
  catalogue: procedure
    .meta({ access: "any" })
    .input(z.strictObject({}).optional())
    .output(z.array(CatalogueEntry))
    .query(() => listCatalogue()),
  list: read
    .input(ListChannels)
    .output(z.array(ChannelRecord))
    .query(({ ctx, input }) => listChannels(ctx, input)),
  get: read
    .input(GetChannel)
    .output(ChannelRecord)
    .query(({ ctx, input }) => getChannel(ctx, input)),
  update: write
    .input(UpdateChannel)
    .output(ChannelRecord)
    .mutation(({ ctx, input }) => updateChannel(ctx, input)),
  obstacles: read
    .input(ListChannels)
    .output(z.array(Obstacle))
    .query(({ ctx, input }) => listObstacles(ctx, input)),
  enable: write
    .input(EnableChannel)
    .output(EnabledChannel)
    .mutation(({ ctx, input }) => enableChannel(ctx, input)),
  remove: write
    .input(GetChannel)
    .output(RemovedChannel)
    .mutation(({ ctx, input }) => removeChannel(ctx, input)),
});
