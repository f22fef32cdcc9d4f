import { z } from "zod";
import {
  AdsCurrency,
  ChannelAbout,
  type ChannelId,
  ChannelRecord,
  channelNamed,
  channelType,
  unknownChannelMessage,
} from "../../core/channels/channel.schema.ts";
import { bodyOf, ignoredFields, isObject, OutboundUrl } from "../../kernel/body.schema.ts";

export const SearchParameters = z.strictObject({
  locationId: z
    .string()
    .regex(/^[0-9]{1,32}$/, "must be the digits of the business profile's location ID")
    .describe(
      "Business Profile ID of the store: its owner finds it in the advanced settings of the profile. Leading zeros do not count. In a sandbox, the first digits choose what happens (guide “Test mode”)",
    ),
  storeCode: z
    .string()
    .trim()
    .max(64, "must be at most 64 characters")
    .refine((code) => code.isWellFormed() && !/\p{Cc}/u.test(code), "must be text without control characters")
    .nullish()
    .describe("Store code of the profile's listing. Missing, empty or null: the profile's own code, or a new one"),
});
export type SearchParameters = z.infer<typeof SearchParameters>;

/** The service sets them, and ignores them in requests. */
const ignored = { businessAccountId: z.unknown().optional(), verificationCode: z.unknown().optional() };
const SentSearchParameters = SearchParameters.extend(ignored).transform(
  ({ locationId, storeCode }): SearchParameters => ({
    // One location has one spelling, so that it cannot serve two stores.
    locationId: locationId.replace(/^0+(?=[0-9])/, ""),
    storeCode: storeCode || null,
  }),
);

const typeMeans = "Catalogue id of the channel, or another name of it";

export const EnableSearch = bodyOf({
  type: channelType("search").describe(typeMeans),
  parameters: SentSearchParameters.describe("The place in the business profile that this store is"),
}).meta({
  title: "Search",
});

export const LocalAdsParameters = z.strictObject({
  dailyBudget: z
    .number()
    .min(1, "must be at least £1 a day")
    .max(10_000, "must be at most 10,000")
    .refine((pounds) => Number(pounds.toFixed(2)) === pounds, "must have at most two decimals")
    .describe(
      "Pounds a day, from the store's next midnight, at most two decimals. A call with the current budget cancels an upcoming change",
    ),
  currency: AdsCurrency.optional().describe("Always GBP; may be left out"),
});
export type LocalAdsParameters = z.infer<typeof LocalAdsParameters>;

export const EnableLocalAds = bodyOf({
  type: channelType("local_ads").describe(typeMeans),
  parameters: LocalAdsParameters.describe("What the ads may cost"),
}).meta({ title: "Local ads" });

export const Secret = z
  .string()
  .regex(/^[A-Za-z0-9]{12,64}$/, "must be 12 to 64 letters and digits")
  .describe("Key of all signatures, never shown again");

export const WebhooksParameters = z.strictObject({
  webhookUrl: OutboundUrl.describe(
    "https address that gets each event as a POST with a JSON body. Port 80, 443 or from 1024 on. A new address is verified first: it answers `webhook.enabled` with a 2xx",
  ),
  secret: Secret,
  enhancedProductData: z
    .boolean()
    .default(false)
    .describe("Whether `inventory.update` has `product`: title, brand, images and more"),
});
export type WebhooksParameters = z.infer<typeof WebhooksParameters>;

export const EnableWebhooks = bodyOf({
  type: channelType("webhooks").describe(typeMeans),
  parameters: WebhooksParameters.describe("Where events go, and how they are signed"),
}).meta({ title: "Webhooks" });

/** What enabling each channel accepts. */
export const channelParameters: Record<ChannelId, z.ZodObject> = {
  search: SearchParameters,
  local_ads: LocalAdsParameters,
  webhooks: WebhooksParameters,
};

/** The parameters without which a channel cannot be enabled. */
export function requiredParameters(channel: ChannelId): string[] {
  const { shape } = channelParameters[channel];
  return Object.keys(shape).filter((name) => !z.safeParse(shape[name] ?? z.never(), undefined).success);
}

const recordFields: ReadonlySet<string> = new Set(Object.keys(ChannelRecord.omit({ parameters: true }).shape));

/** A record that is sent back names its type in `channel`. */
function readRecord(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.channel)) return body;
  const kept = Object.entries(body).filter(([field]) => !recordFields.has(field));
  return { type: body.channel.id, ...Object.fromEntries(kept) };
}

const EnableBody = z.preprocess(
  (given, issues) => {
    const body = readRecord(given);
    const type = isObject(body) ? body.type : undefined;
    if (typeof type === "string" && !channelNamed(type)) {
      issues.addIssue({
        code: "custom",
        path: ["type"],
        params: { code: "UnknownChannel" },
        message: unknownChannelMessage,
      });
      return z.NEVER;
    }
    return body;
  },
  z.discriminatedUnion("type", [EnableSearch, EnableLocalAds, EnableWebhooks], unknownChannelMessage),
);

const inStore = { retailerId: z.string(), storeId: z.string() };

/** POST …/channels */
export const EnableChannel = z.strictObject({ ...inStore, body: EnableBody });
export type EnableChannel = z.infer<typeof EnableChannel>;

/** PATCH …/channels/{type}: a JSON Merge Patch (RFC 7396) of the parameters. */
export const UpdateChannel = z.strictObject({
  ...inStore,
  type: z.string(),
  body: z
    .strictObject({
      ...ignoredFields(ChannelRecord),
      parameters: z
        .record(z.string(), z.unknown())
        .refine((parameters) => Object.keys(parameters).length > 0, "must name at least one parameter")
        .optional()
        .describe("The parameters to change. null removes an optional parameter"),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), "must name at least one parameter")
    .transform(({ parameters }) => ({ parameters })),
});
export type UpdateChannel = z.infer<typeof UpdateChannel>;

/** `type` is a catalogue id or another accepted spelling. */
export const GetChannel = z.strictObject({ ...inStore, type: z.string() });
export type GetChannel = z.infer<typeof GetChannel>;

export const ListChannels = z.strictObject(inStore);
export type ListChannels = z.infer<typeof ListChannels>;

/** `parameters` is the JSON Schema of the parameters that enabling accepts. */
export const CatalogueEntry = z.object({
  ...ChannelAbout.shape,
  parameters: z.record(z.string(), z.unknown()).describe("JSON Schema of the parameters that enabling takes"),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const EnabledChannel = z.object({ created: z.boolean(), channel: ChannelRecord });
export type EnabledChannel = z.infer<typeof EnabledChannel>;

/** Null if the record is gone. Local ads run until midnight. */
export const RemovedChannel = ChannelRecord.nullable();
