import { catalogue } from "@highstreet/connectors/catalogue.ts";
import { otherProviderNames, presets } from "@highstreet/feeds/presets.ts";
import { z } from "zod";
import { bodyOf, isObject } from "../../kernel/body.schema.ts";
import { OutboundUrl } from "../../kernel/web-url.schema.ts";
import { fetchMinutes } from "./fetch-minutes.schema.ts";
import { DecimalSign, FeedMapping, FeedMode, Source } from "./inventory.schema.ts";

const mode = FeedMode.optional().describe("Of feeds that do not say theirs; default `update`");

const columns = FeedMapping.optional().describe("The columns of fields that the file names in its own way");

/** How to read the files of a source. */
const reading = { columns, decimalSign: DecimalSign.optional() };

/** The `parameters` of each provider. */
export const CsvUploadParameters = z.strictObject({ mode, ...reading });

export const HttpPullParameters = z.strictObject({
  url: OutboundUrl.describe("HTTPS address of the stock file"),
  intervalMinutes: z
    .int("must be a whole number of minutes")
    .min(fetchMinutes.min, `must be at least ${fetchMinutes.min}`)
    .max(fetchMinutes.max, "must be at most 1,440, a day")
    .default(fetchMinutes.usual)
    .describe("Minutes from one fetch to the next"),
  authorization: z
    .string()
    .max(4_096, "must be at most 4,096 characters")
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, "must be the value of an HTTP header, in plain characters")
    .optional()
    .describe("Sent as the `Authorization` header, such as `Basic …`; never shown again"),
  mode,
  ...reading,
});
export type HttpPullParameters = z.infer<typeof HttpPullParameters>;

/** The names of shop systems (POST …/connections). */
const connectorIds = catalogue.map(({ id }) => id);

export const ConnectionParameters = z.strictObject({
  connector: z.enum(connectorIds, `must be one of ${connectorIds.join(", ")}`),
  locationId: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(200, "must be at most 200 characters")
    .optional()
    .describe("A location of GET …/connections/{connector}; needed if the shop system has several"),
});

/** A source as the API shows it: the values in its event, and its connection. */
export const SourceRecord = Source.extend({
  parameters: z.record(z.string(), z.unknown()).describe("As given at connecting, without secrets"),
  lastHeardAt: z.string().nullable().describe("When a feed or a PATCH was last received"),
  nextFetchAt: z.string().nullable().describe("http-pull: when the address is asked next; null: never"),
  version: z.int().describe("Number of connections and disconnections, for If-Match; 0: never connected"),
});
export type SourceRecord = z.infer<typeof SourceRecord>;

/** How to send feeds to a source that was just connected. */
const NextSteps = z.object({
  id: z.string(),
  label: z.string(),
  uploadUrl: z.string().describe("Feeds are PUT below this address, with a name of your choice"),
  uploadKey: z.string().describe("The bearer token for this address only. It is shown once"),
});

export const ConnectedSource = SourceRecord.extend({ nextSteps: NextSteps });
export type ConnectedSource = z.infer<typeof ConnectedSource>;

/** The body of a connection. The record of a source can be sent back. */
const connectionOf = <Shape extends z.ZodRawShape>(shape: Shape) => bodyOf(shape, ConnectedSource);

const CsvUpload = connectionOf({ provider: z.literal("csv-upload"), parameters: CsvUploadParameters.prefault({}) });
const HttpPull = connectionOf({
  provider: z.literal("http-pull"),
  // Reports each missing field.
  parameters: z.preprocess((given) => given ?? {}, HttpPullParameters),
});
const ThroughConnection = connectionOf({
  provider: z.literal("connection"),
  parameters: z.preprocess((given) => given ?? {}, ConnectionParameters),
});
const Api = connectionOf({ provider: z.literal("api"), parameters: z.strictObject(reading).prefault({}) });

/** Files of known tills and shops are uploaded. */
const tills = presets.map(({ id }) => id);
const Till = connectionOf({ provider: z.enum(tills), parameters: CsvUploadParameters.prefault({}) });

const providerIds: readonly unknown[] = ["csv-upload", "http-pull", "connection", "api", ...tills];
const unknownProvider = "must be one of csv-upload, http-pull, connection, api, or a till of GET /inventory/providers";

/** A record that is sent back has its provider as an object. */
const withProviderId = (body: unknown): unknown =>
  isObject(body) && isObject(body.provider) ? { ...body, provider: body.provider.id } : body;

/** The body of a connection, by `provider`. */
const ConnectBody = z.preprocess(
  (given, issues) => {
    const body = withProviderId(given);
    if (!isObject(body)) return body;
    const { provider } = body;
    if (typeof provider !== "string" || providerIds.includes(provider)) return body;
    const own = otherProviderNames.get(provider);
    if (own) return { ...body, provider: own };
    const params = { code: "UnknownProvider" };
    issues.addIssue({ code: "custom", path: ["provider"], params, message: unknownProvider });
    return z.NEVER;
  },
  z.discriminatedUnion(
    "provider",
    [
      CsvUpload.meta({ title: "File upload" }),
      HttpPull.meta({ title: "File fetched from a web address" }),
      ThroughConnection.meta({ title: "Location of a connected shop system" }),
      Api.meta({ title: "API" }),
      Till.meta({ title: "File of a known till or shop" }),
    ],
    unknownProvider,
  ),
);

/** POST …/inventory */
export const ConnectSource = z.strictObject({ retailerId: z.string(), storeId: z.string(), body: ConnectBody });
export type ConnectSource = z.infer<typeof ConnectSource>;
