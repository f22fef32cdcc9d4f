import { z } from "zod";
import {
  ChannelAbout,
  type ChannelId,
  ChannelRecord,
  channelNamed,
  unknownChannelMessage,
} from "../../core/channels/channel.schema.ts";
import { EnableLocalAds, LocalAdsParameters } from "../local-ads/local-ads.schema.ts";
import { EnableSearch, SearchParameters } from "../search/search.schema.ts";
import { EnableWebhooks, WebhooksParameters } from "../webhooks/webhooks.schema.ts";

/** What enabling each channel takes as `parameters`. */
export const channelParameters: Record<ChannelId, z.ZodType> = {
  search: SearchParameters,
  local_ads: LocalAdsParameters,
  webhooks: WebhooksParameters,
};

const typeOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "type" in body ? body.type : undefined;

/** What enabling takes, by `type`. */
const EnableBody = z.preprocess(
  (body, issues) => {
    const type = typeOf(body);
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

/** The channels of a store. */
export const ListChannels = z.strictObject(inStore);
export type ListChannels = z.infer<typeof ListChannels>;

/** `type`: a catalogue id or one of its other spellings. */
export const RemoveChannel = z.strictObject({ ...inStore, type: z.string() });
export type RemoveChannel = z.infer<typeof RemoveChannel>;

/** An entry of the catalogue; `parameters` is the JSON Schema of what enabling takes. */
export const CatalogueEntry = z.object({ ...ChannelAbout.shape, parameters: z.record(z.string(), z.unknown()) });
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

/** `created`: the channel was not enabled before. */
export const EnabledChannel = z.object({ created: z.boolean(), channel: ChannelRecord });
export type EnabledChannel = z.infer<typeof EnabledChannel>;

/** null: gone. Local ads go on until midnight: their record, with the change to come. */
export const RemovedChannel = ChannelRecord.nullable();
