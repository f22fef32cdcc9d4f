import { catalogue } from "@highstreet/connectors/catalogue.ts";
import { otherProviderNames, presets } from "@highstreet/feeds/presets.ts";
import { z } from "zod";
import { bodyOf, isObject, OutboundUrl } from "../../kernel/body.schema.ts";
import { ConnectedRetailerSource, ConnectedSource, DecimalSign, FeedMapping, FeedMode } from "./source.schema.ts";
import { fetchMinutes } from "./source-facts.schema.ts";

const mode = FeedMode.optional().describe("Mode of feeds that do not say theirs; default `update`");

const columns = FeedMapping.optional().describe("The columns of fields that the file names in its own way");

const reading = { columns, decimalSign: DecimalSign.optional() };

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

const connectorIds = catalogue.map(({ id }) => id);

export const ConnectionParameters = z.strictObject({
  connector: z.enum(connectorIds, `must be one of ${connectorIds.join(", ")}`).describe("The connected shop system"),
  locationId: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(200, "must be at most 200 characters")
    .optional()
    .describe("A location of GET …/connections/{connector}; needed if the shop system has several"),
});

const providerMeans = "How the stock arrives. GET /inventory/providers lists all";
const uploads = CsvUploadParameters.prefault({}).describe(
  "How files are read; default: by their own names and numbers",
);

/** The body of a connection. The record of a source can be sent back. */
const connectionOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  bodyOf(shape, ConnectedSource.extend(ConnectedRetailerSource.shape));

const CsvUpload = connectionOf({
  provider: z.literal("csv-upload").describe(providerMeans),
  parameters: uploads,
});
const HttpPull = connectionOf({
  provider: z.literal("http-pull").describe(providerMeans),
  // Reports each missing field.
  parameters: z
    .preprocess((given) => given ?? {}, HttpPullParameters)
    .describe("Which file, how often, and how it is read"),
});
const ThroughConnection = connectionOf({
  provider: z.literal("connection").describe(providerMeans),
  parameters: z
    .preprocess((given) => given ?? {}, ConnectionParameters)
    .describe("The place in the shop system that this store is"),
});
const Api = connectionOf({
  provider: z.literal("api").describe(providerMeans),
  parameters: z
    .strictObject(reading)
    .prefault({})
    .describe("How files and lines are read; default: by their own names and numbers"),
});

/** Files of known tills and shops are uploaded. */
const tills = presets.map(({ id }) => id);
const Till = connectionOf({
  provider: z.enum(tills).describe("The till or shop that makes the files. Then the words of its export count, too"),
  parameters: uploads,
});

const providerIds: readonly unknown[] = ["csv-upload", "http-pull", "connection", "api", ...tills];
const unknownProvider = "must be one of csv-upload, http-pull, connection, api, or a till of GET /inventory/providers";

/** A record that is sent back has its provider as an object. */
const withProviderId = (body: unknown): unknown =>
  isObject(body) && isObject(body.provider) ? { ...body, provider: body.provider.id } : body;

const connectBody = <Body extends z.ZodType>(body: Body) =>
  z.preprocess((given, issues) => {
    const sent = withProviderId(given);
    if (!isObject(sent)) return sent;
    const { provider } = sent;
    if (typeof provider !== "string" || providerIds.includes(provider)) return sent;
    const own = otherProviderNames.get(provider);
    if (own) return { ...sent, provider: own };
    const params = { code: "UnknownProvider" };
    issues.addIssue({ code: "custom", path: ["provider"], params, message: unknownProvider });
    return z.NEVER;
  }, body);

const ofFiles = [
  CsvUpload.meta({ title: "File upload" }),
  HttpPull.meta({ title: "File fetched from a web address" }),
  Api.meta({ title: "API" }),
  Till.meta({ title: "File of a known till or shop" }),
] as const;

/** POST …/inventory */
export const ConnectSource = z.strictObject({
  retailerId: z.string(),
  storeId: z.string(),
  body: connectBody(
    z.discriminatedUnion(
      "provider",
      [...ofFiles, ThroughConnection.meta({ title: "Location of a connected shop system" })],
      unknownProvider,
    ),
  ),
});
export type ConnectSource = z.infer<typeof ConnectSource>;

/** POST /retailers/{retailerId}/inventory */
export const ConnectRetailerSource = z.strictObject({
  retailerId: z.string(),
  body: connectBody(z.discriminatedUnion("provider", [...ofFiles], unknownProvider)),
});
export type ConnectRetailerSource = z.infer<typeof ConnectRetailerSource>;
