import { z } from "zod";
import { channelIds } from "../channels/channels.schema.ts";

const count = z.int().nonnegative();

/**
 * What a write would do beside its answer. The lists hold at most 1,000 entries each; `counts` counts all. Where a call
 * touches more than 1,000 items, 1,000 of them, of all stores in turn, decide which stores and listing channels change.
 */
export const Affected = z.object({
  stores: z.array(z.string()).describe("Existing stores whose records or items would change"),
  channels: z
    .array(z.object({ storeId: z.string(), channel: z.enum(channelIds) }))
    .describe("Channels that would learn of the change"),
  events: z
    .array(z.object({ storeId: z.string(), action: z.string(), data: z.record(z.string(), z.json()) }))
    .describe("The first events that the stores' logs would gain, in the order of store and sequence"),
  counts: z
    .object({ stores: count, channels: count, events: count })
    .describe("How many stores, channels and events there are in all"),
  truncated: z.boolean().describe("Whether a list holds fewer entries than there are"),
});
export type Affected = z.infer<typeof Affected>;
