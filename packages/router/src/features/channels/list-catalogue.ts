import { z } from "zod";
import { channelIds } from "../../core/channels/channel.schema.ts";
import { aboutChannel } from "../../core/channels/index.ts";
import { type CatalogueEntry, channelParameters } from "./channels.schema.ts";

/** All channels, with the JSON Schema of the parameters that enabling accepts. */
export function listCatalogue(): CatalogueEntry[] {
  return channelIds.map((id) => ({
    ...aboutChannel(id),
    parameters: z.toJSONSchema(channelParameters[id], { io: "input" }),
  }));
}
