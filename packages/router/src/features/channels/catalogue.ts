import { z } from "zod";
import { channelIds } from "../../core/channels/channel.schema.ts";
import { aboutChannel } from "../../core/channels/index.ts";
import { type CatalogueEntry, channelParameters } from "./channels.schema.ts";

/** All channels that there are (contract §5), with the JSON Schema of what enabling them takes. */
export function listCatalogue(): CatalogueEntry[] {
  return channelIds.map((id) => ({
    ...aboutChannel(id),
    parameters: z.toJSONSchema(channelParameters[id], { io: "input" }),
  }));
}
