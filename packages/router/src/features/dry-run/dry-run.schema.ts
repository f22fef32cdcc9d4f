import { z } from "zod";
import { channelIds } from "../../core/channels/channel.schema.ts";
import { storeIdShown } from "../../kernel/fields.schema.ts";

const count = z.int().nonnegative();

/**
 * The effects of a write, other than its answer. Each list holds at most 1,000 entries; `counts` counts all. Beyond 1,000 items, a sample
 * from all stores decides which stores and listing channels change.
 */
export const Affected = z.object({
  stores: z.array(z.string()).describe("Existing stores with records or items that would change"),
  channels: z
    .array(z.object({ storeId: storeIdShown, channel: z.enum(channelIds).describe("Catalogue id of the channel") }))
    .describe("Channels that would receive the change"),
  events: z
    .array(
      z.object({
        storeId: storeIdShown,
        action: z.string().describe("The action of the webhook call"),
        data: z.record(z.string(), z.json()).describe("The `data` of the webhook call"),
      }),
    )
    .describe("The first new events in the stores' logs, by store and sequence"),
  counts: z
    .object({
      stores: count.describe("All, also those that the list leaves out"),
      channels: count.describe("Pairs of a store and a channel"),
      events: count.describe("New events in the logs of all stores"),
    })
    .describe("Total numbers of stores, channels and events"),
  truncated: z.boolean().describe("Whether a list leaves out entries"),
});
export type Affected = z.infer<typeof Affected>;
