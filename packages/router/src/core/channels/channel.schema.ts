import { z } from "zod";
import { createdAt, updatedAt, versionShown } from "../../kernel/fields.schema.ts";

/** The ids of the catalogue. Requests may also use `otherNames`. */
export const channelIds = ["search", "local_ads", "webhooks"] as const;
export const ChannelId = z.enum(channelIds);
export type ChannelId = z.infer<typeof ChannelId>;

/** The other names that requests may use for each channel. Answers have the id. */
const otherNames = {
  search: ["google", "google-mc"],
  local_ads: ["local-ads"],
  webhooks: ["webhook"],
} as const satisfies Record<ChannelId, readonly string[]>;

const aliases: ReadonlyMap<string, ChannelId> = new Map(
  channelIds.flatMap((id) => [id, ...otherNames[id]].map((name) => [name, id] as const)),
);

/** The channels that a request can name. Two enums, because generators name `local_ads` and `local-ads` of one enum alike. */
export const channelType = <Id extends ChannelId>(...ids: Id[]) =>
  z.union([z.enum(ids), z.enum(ids.flatMap((id): readonly (typeof otherNames)[Id][number][] => otherNames[id]))]);

export function channelNamed(name: string): ChannelId | undefined {
  return aliases.get(name);
}

export const unknownChannelMessage = `must be one of ${channelIds.join(", ")} (see GET /channels)`;

export const ChannelName = z.string().transform((name, issues) => {
  const id = channelNamed(name);
  if (id) return id;
  issues.addIssue({ code: "custom", params: { code: "UnknownChannel" }, message: unknownChannelMessage });
  return z.NEVER;
});

const about = {
  id: ChannelId.describe("Catalogue id of the channel"),
  label: z.string().describe("Name for people"),
  description: z.string().describe("One sentence about what the channel does"),
};

export const ChannelAbout = z.object(about);
export type ChannelAbout = z.infer<typeof ChannelAbout>;

/** The warnings of channels, sources and connections. The list of warnings of the documents explains each one. */
export const warningIds = [
  "FeedRefused",
  "FeedHeld",
  "FeedNotFetched",
  "ConnectionFailed",
  "AwaitingSearchBusinessAccess",
  "LocationUnavailable",
  "BusinessProfileNotReady",
  "StoreCodeMismatch",
  "StoreCodeTaken",
  "StoreNotMatched",
  "SearchMerchantCenterPending",
  "SearchSetupRefused",
  "SearchServiceUnavailable",
  "SearchQuotaExceeded",
  "SwisWidgetNotSeenRecently",
  "SearchChannelNotConnected",
  "StoreLocationUnknown",
  "BudgetChangeDelayed",
  "AdsSetupRefused",
  "AdsServiceUnavailable",
  "WebhookVerificationFailed",
  "WebhookEndpointFailing",
  "WebhookReceiverDown",
  "WebhookDeliveriesFailed",
  "StorePaused",
] as const;
export type WarningId = (typeof warningIds)[number];

export const Warning = z.object({
  id: z.string().describe("The kind of problem, for programs. New kinds can come at any time"),
  message: z.string().describe("The problem and what to do, for people. Its words can change"),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The values in the message, and as `reason` its kind, for programs that show it in other words"),
});
export type Warning = z.infer<typeof Warning> & { id: WarningId };

/** The reason why a channel cannot be enabled or changed now. `code` is the error code that enabling would return. */
export const Obstacle = z.object({
  channel: ChannelId,
  code: z.string(),
  message: z.string(),
  members: z.record(z.string(), z.unknown()).describe("Of the error, such as its limit"),
});
export type Obstacle = z.infer<typeof Obstacle>;

export const NotShownIn = z.object({
  count: z.int().describe("Number of stores that lack one of the channels of the edit"),
  stores: z.array(z.string()).describe("The first 100 of these stores"),
  channels: z.array(ChannelId).describe("The channels that one of these stores lacks"),
});
export type NotShownIn = z.infer<typeof NotShownIn>;

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

export const adsCurrency = "GBP" as const;
export const AdsCurrency = z.literal(adsCurrency);

export const UpcomingBudget = z.object({
  dailyBudget: z.number().describe("Pounds a day from then on; 0: the ads end"),
  currency: AdsCurrency.describe("Of the budget"),
  activates: z.string().describe("Local midnight of the store, with its UTC offset"),
});
export type UpcomingBudget = z.infer<typeof UpcomingBudget>;

/**
 * A channel of a store. Only search has `nextSteps`, only local ads have `dailyBudget`, `currency` and `upcomingChange`, only webhooks
 * have `previousSecretUntil`.
 */
export const ChannelRecord = z.object({
  id: ChannelId.describe("Catalogue id of the channel. A store has each channel at most once"),
  channel: ChannelAbout,
  status: ChannelStatus.describe("`connected`: it publishes. `pending`: it waits, and `warnings` says for what"),
  warnings: z
    .array(Warning)
    .describe(
      "What keeps the channel from its work; empty: nothing. `WebhookReceiverDown`, `WebhookDeliveriesFailed` and `StorePaused` are only here, and not in `channel.update`",
    ),
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
  createdAt,
  updatedAt,
  version: versionShown,
});
export type ChannelRecord = z.infer<typeof ChannelRecord>;
