import { z } from "zod";
import { channelIds } from "../../core/channels/channel.schema.ts";

const count = z.int().nonnegative();

/**
 * The effects of a write, other than its answer. Each list holds at most 1,000 entries; `counts` counts all. If a call touches
 * more than 1,000 items, a sample of 1,000 items from all stores decides which stores and listing channels change.
 */
export const Affected = z.object({
  stores: z.array(z.string()).describe("Existing stores with records or items that would change"),
  channels: z
    .array(z.object({ storeId: z.string(), channel: z.enum(channelIds) }))
    .describe("Channels that would receive the change"),
  events: z
    .array(z.object({ storeId: z.string(), action: z.string(), data: z.record(z.string(), z.json()) }))
    .describe("The first new events in the stores' logs, by store and sequence"),
  counts: z
    .object({ stores: count, channels: count, events: count })
    .describe("Total numbers of stores, channels and events"),
  truncated: z.boolean().describe("Whether a list leaves out entries"),
});
export type Affected = z.infer<typeof Affected>;
