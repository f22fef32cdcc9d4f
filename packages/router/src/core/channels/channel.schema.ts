import { z } from "zod";

/** Names of the catalogue. Requests may also say `local-ads` and `webhook` (contract §1, Channel names). */
export const channelIds = ["search", "local_ads", "webhooks"] as const;
export const ChannelId = z.enum(channelIds);
export type ChannelId = z.infer<typeof ChannelId>;

const aliases: ReadonlyMap<string, ChannelId> = new Map([
  ...channelIds.map((id) => [id, id] as const),
  ["local-ads", "local_ads"],
  ["webhook", "webhooks"],
]);

/** The channel that a request means by a name; undefined: none. */
export function channelNamed(name: string): ChannelId | undefined {
  return aliases.get(name);
}

export const unknownChannelMessage = `must be one of ${channelIds.join(", ")} (see GET /channels)`;

const about = { id: ChannelId, label: z.string(), description: z.string() };

/** A channel as the catalogue knows it. */
export const ChannelAbout = z.object(about);
export type ChannelAbout = z.infer<typeof ChannelAbout>;

/** Something that keeps a channel from working as it should, and what to do. */
export const Warning = z.object({ id: z.string(), message: z.string() });
export type Warning = z.infer<typeof Warning>;

/** Why a channel can be neither enabled nor changed now; `code` is the error's that enabling would answer with. */
export const Obstacle = z.object({ channel: ChannelId, code: z.string(), message: z.string() });
export type Obstacle = z.infer<typeof Obstacle>;

export const ChannelStatus = z.enum(["connected", "pending"]);
export type ChannelStatus = z.infer<typeof ChannelStatus>;

/** A channel of a store (contract §5). Local ads alone have `dailyBudget` and `upcomingChange`, webhooks `previousSecretUntil`. */
export const ChannelRecord = z.object({
  id: ChannelId,
  channel: ChannelAbout,
  status: ChannelStatus,
  warnings: z.array(Warning),
  parameters: z.record(z.string(), z.unknown()).describe("As given at enabling, without secrets"),
  storefrontUrl: z.string().nullable().describe("search: the storefront that the search engine hosts"),
  dailyBudget: z.number().optional().describe("local_ads: the budget in force, in GBP"),
  upcomingChange: z
    .object({
      dailyBudget: z.number(),
      activates: z.string().describe("The store's local midnight, with its own offset"),
    })
    .nullable()
    .optional()
    .describe("local_ads: null when no change waits; its time has passed while the ads service has not taken it"),
  previousSecretUntil: z
    .string()
    .nullable()
    .optional()
    .describe(
      "webhooks: until then the secret before is in force, too; null: it was never replaced, or was ended at once",
    ),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ChannelRecord = z.infer<typeof ChannelRecord>;
