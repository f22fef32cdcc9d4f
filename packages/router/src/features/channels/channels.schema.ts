import { z } from "zod";
import {
  ChannelAbout,
  type ChannelId,
  ChannelRecord,
  channelNamed,
  unknownChannelMessage,
} from "../../core/channels/channel.schema.ts";
import { ignoredFields, isObject } from "../../kernel/body.schema.ts";
import {
  EnableLocalAds,
  EnableSearch,
  EnableWebhooks,
  LocalAdsParameters,
  SearchParameters,
  WebhooksParameters,
} from "./parameters.schema.ts";

/** The `parameters` that enabling each channel accepts. */
export const channelParameters: Record<ChannelId, z.ZodObject> = {
  search: SearchParameters,
  local_ads: LocalAdsParameters,
  webhooks: WebhooksParameters,
};

/** The names of the `parameters` without which a channel cannot be enabled. */
export function requiredParameters(channel: ChannelId): string[] {
  const { shape } = channelParameters[channel];
  return Object.keys(shape).filter((name) => !z.safeParse(shape[name] ?? z.never(), undefined).success);
}

const recordFields: ReadonlySet<string> = new Set(Object.keys(ChannelRecord.omit({ parameters: true }).shape));

/** A record that is sent back has `channel`, which names its type. Only a record can have the fields of answers. */
function readRecord(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.channel)) return body;
  const kept = Object.entries(body).filter(([field]) => !recordFields.has(field));
  return { type: body.channel.id, ...Object.fromEntries(kept) };
}

/** The body of enabling, by `type`. */
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
        .describe("The parameters to change. null removes an optional parameter"),
    })
    .transform(({ parameters }) => ({ parameters })),
});
export type UpdateChannel = z.infer<typeof UpdateChannel>;

/** One channel of a store. `type` is a catalogue id or another accepted spelling. */
export const GetChannel = z.strictObject({ ...inStore, type: z.string() });
export type GetChannel = z.infer<typeof GetChannel>;

/** The channels of a store. */
export const ListChannels = z.strictObject(inStore);
export type ListChannels = z.infer<typeof ListChannels>;

/** `type` is a catalogue id or another accepted spelling. */
export const RemoveChannel = z.strictObject({ ...inStore, type: z.string() });
export type RemoveChannel = z.infer<typeof RemoveChannel>;

/** An entry of the catalogue. `parameters` is the JSON Schema of the parameters that enabling accepts. */
export const CatalogueEntry = z.object({ ...ChannelAbout.shape, parameters: z.record(z.string(), z.unknown()) });
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

/** `created` says whether the channel was not enabled before. */
export const EnabledChannel = z.object({ created: z.boolean(), channel: ChannelRecord });
export type EnabledChannel = z.infer<typeof EnabledChannel>;

/** Null if the record is gone. Local ads run until midnight, so their record is returned with the upcoming change. */
export const RemovedChannel = ChannelRecord.nullable();
