import { z } from "zod";

/** The ids of the catalogue. Requests may also use the other `channelSpellings`. */
export const channelIds = ["search", "local_ads", "webhooks"] as const;
export const ChannelId = z.enum(channelIds);
export type ChannelId = z.infer<typeof ChannelId>;

/** The names that requests may use for each channel. Answers have the id. */
export const channelSpellings = {
  search: ["search", "google", "google-mc"],
  local_ads: ["local_ads", "local-ads"],
  webhooks: ["webhooks", "webhook"],
} as const satisfies Record<ChannelId, readonly string[]>;

const aliases: ReadonlyMap<string, ChannelId> = new Map(
  channelIds.flatMap((id) => channelSpellings[id].map((name) => [name, id] as const)),
);

/** The channel with a name, in any accepted spelling; undefined if there is none. */
export function channelNamed(name: string): ChannelId | undefined {
  return aliases.get(name);
}

export const unknownChannelMessage = `must be one of ${channelIds.join(", ")} (see GET /channels)`;

/** A channel in any accepted spelling, parsed into its id. Unknown names have the error code `UnknownChannel`. */
export const ChannelName = z.string().transform((name, issues) => {
  const id = channelNamed(name);
  if (id) return id;
  issues.addIssue({ code: "custom", params: { code: "UnknownChannel" }, message: unknownChannelMessage });
  return z.NEVER;
});

const about = { id: ChannelId, label: z.string(), description: z.string() };

/** The catalogue entry of a channel. */
export const ChannelAbout = z.object(about);
export type ChannelAbout = z.infer<typeof ChannelAbout>;

/** A problem that limits a channel, and what to do about it. */
export const Warning = z.object({ id: z.string(), message: z.string() });
export type Warning = z.infer<typeof Warning>;

/** The reason why a channel cannot be enabled or changed now. `code` is the error code that enabling would return. */
export const Obstacle = z.object({ channel: ChannelId, code: z.string(), message: z.string() });
export type Obstacle = z.infer<typeof Obstacle>;

/** What has to happen next for a channel, and who has to do what. */
export const ChannelNextSteps = z.object({
  id: z
    .enum([
      "invite-account",
      "check-location",
      "complete-profile",
      "change-store-code",
      "correct-store",
      "show-widget",
      "wait",
    ])
    .describe("`wait`: nothing to do"),
  label: z.string().describe("For people: what to do, or what we wait for"),
});
export type ChannelNextSteps = z.infer<typeof ChannelNextSteps>;

export const ChannelStatus = z.enum(["connected", "pending"]);
export type ChannelStatus = z.infer<typeof ChannelStatus>;

/** The currency of every budget of local ads. */
export const adsCurrency = "GBP" as const;
export const AdsCurrency = z.literal(adsCurrency);

/** An upcoming daily budget of local ads. */
export const UpcomingBudget = z.object({
  dailyBudget: z.number(),
  currency: AdsCurrency,
  activates: z.string().describe("Local midnight of the store, with its UTC offset"),
});
export type UpcomingBudget = z.infer<typeof UpcomingBudget>;

/**
 * A channel of a store. Only search has `nextSteps`, only local ads have `dailyBudget`, `currency` and `upcomingChange`, only webhooks
 * have `previousSecretUntil`.
 */
export const ChannelRecord = z.object({
  id: ChannelId,
  channel: ChannelAbout,
  status: ChannelStatus,
  warnings: z.array(Warning).describe("webhooks: `WebhookDeliveriesFailed` for 24 hours after an event was given up"),
  parameters: z.record(z.string(), z.unknown()).describe("The parameters of the last enabling, without secrets"),
  nextSteps: ChannelNextSteps.nullable().optional().describe("search: what has to happen next; null: nothing"),
  storefrontUrl: z.string().nullable().describe("search: the storefront that the search engine hosts for the store"),
  dailyBudget: z.number().optional().describe("local_ads: the current budget"),
  currency: AdsCurrency.optional().describe("local_ads: the currency of the current budget"),
  upcomingChange: UpcomingBudget.nullable()
    .optional()
    .describe(
      "local_ads: null if no change is planned. If its time has passed, the ads service has not accepted it yet",
    ),
  previousSecretUntil: z
    .string()
    .nullable()
    .optional()
    .describe("webhooks: the previous secret is valid until then; null if there is none"),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int().describe("Number of changes by calls, for If-Match"),
});
export type ChannelRecord = z.infer<typeof ChannelRecord>;
