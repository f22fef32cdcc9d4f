import { z } from "zod";
import { AdsCurrency, channelSpellings } from "../../core/channels/channel.schema.ts";
import { bodyOf } from "../../kernel/body.schema.ts";
import { OutboundUrl } from "../../kernel/web-url.schema.ts";

/** Parameters of the search channel. */
export const SearchParameters = z.strictObject({
  locationId: z
    .string()
    .regex(/^[0-9]{1,32}$/, "must be the digits of the business profile's location ID")
    .describe("Location ID of the business profile"),
  storeCode: z
    .string()
    .trim()
    .max(64, "must be at most 64 characters")
    .refine((code) => code.isWellFormed() && !/\p{Cc}/u.test(code), "must be text without control characters")
    .nullish()
    .describe("Store code of the profile's listing. Missing, empty or null: the profile's own code, or a new one"),
});
export type SearchParameters = z.infer<typeof SearchParameters>;

/** The service sets `businessAccountId` and `verificationCode`, and ignores them in requests. */
const ignored = { businessAccountId: z.unknown().optional(), verificationCode: z.unknown().optional() };
const SentSearchParameters = SearchParameters.extend(ignored).transform(
  ({ locationId, storeCode }): SearchParameters => ({
    // One location has one spelling, so that it cannot serve two stores.
    locationId: locationId.replace(/^0+(?=[0-9])/, ""),
    storeCode: storeCode || null,
  }),
);

export const EnableSearch = bodyOf({ type: z.enum(channelSpellings.search), parameters: SentSearchParameters }).meta({
  title: "Search",
});

/** Parameters of local ads. */
export const LocalAdsParameters = z.strictObject({
  dailyBudget: z
    .number()
    .min(1, "must be at least £1 a day")
    .max(10_000, "must be at most 10,000")
    .refine((pounds) => Number(pounds.toFixed(2)) === pounds, "must have at most two decimals")
    .describe("Daily budget in GBP, at most two decimals"),
  currency: AdsCurrency.optional().describe("Always GBP; may be left out"),
});
export type LocalAdsParameters = z.infer<typeof LocalAdsParameters>;

export const EnableLocalAds = bodyOf({
  type: z.enum(channelSpellings.local_ads),
  parameters: LocalAdsParameters,
}).meta({ title: "Local ads" });

export const Secret = z
  .string()
  .regex(/^[A-Za-z0-9]{12,64}$/, "must be 12 to 64 letters and digits")
  .describe("Signing secret; never shown again");

/** Parameters of the webhooks channel. */
export const WebhooksParameters = z.strictObject({
  webhookUrl: OutboundUrl.describe("HTTPS endpoint that is called with POST and a JSON body"),
  secret: Secret,
  enhancedProductData: z.boolean().default(false).describe("Whether inventory updates hold product information"),
});
export type WebhooksParameters = z.infer<typeof WebhooksParameters>;

export const EnableWebhooks = bodyOf({
  type: z.enum(channelSpellings.webhooks),
  parameters: WebhooksParameters,
}).meta({ title: "Webhooks" });
