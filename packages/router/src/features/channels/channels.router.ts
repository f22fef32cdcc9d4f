import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
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
  list: query(read, ListChannels, z.array(ChannelRecord), listChannels),
  get: query(read, GetChannel, ChannelRecord, getChannel),
  update: mutation(write, UpdateChannel, ChannelRecord, updateChannel),
  obstacles: query(read, ListChannels, z.array(Obstacle), listObstacles),
  enable: mutation(write, EnableChannel, EnabledChannel, enableChannel),
  remove: mutation(write, GetChannel, RemovedChannel, removeChannel),
});
