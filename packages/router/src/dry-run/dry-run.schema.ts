import { z } from "zod";
import { channelIds } from "../channels/channels.schema.ts";

/** What a write would do beside its answer (contract §1, Dry run). */
export const Affected = z.object({
  stores: z.array(z.string()).describe("Stores there are whose records or items would change"),
  channels: z
    .array(z.object({ storeId: z.string(), channel: z.enum(channelIds) }))
    .describe("Channels that would be told of it"),
  events: z
    .array(z.object({ storeId: z.string(), action: z.string(), data: z.record(z.string(), z.json()) }))
    .describe("What the stores' logs would gain, in their order"),
});
export type Affected = z.infer<typeof Affected>;
