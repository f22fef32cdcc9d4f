import { channelIds, channelType } from "@highstreet/router/core/channels/channel.schema.ts";
import type { z } from "zod";
import { parameterExamples } from "./examples.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import type { Traits } from "./operation.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

const described: Record<string, string> = {
  retailerId: "Id of the retailer",
  storeId: "Id of the store",
  barcode:
    "Barcode from the point of sale, URL-encoded. A GS1 code or link counts as its GTIN. A fixed word (such as `items`) is not a barcode here",
  customizationId: "Id of the customization",
  ingestId: "Id of the ingest",
  ruleId: "Id of the rule",
  endpointId: "Id of the webhook endpoint",
  fileId: "Id of the stock file of several stores",
  operationId: "Id that all history entries of one request share",
  connector: "Name of a kind of shop system, such as `shopify`",
  keyId: "Id of the API key (not the key itself)",
  entryId: "Id of the history entry",
  sequence: "Sequence of the event",
  type: "Catalogue id of the channel, or another name of it",
  fileName: "Name of the file; `products` (any extension) is product data, any other stock",
  "page[size]": "Rows per page",
  "page[after]": "Start of the page, from `links`",
  status: "Only rows with this status",
  hidden: "Only hidden rows (`true`), or only shown rows (`false`)",
  q: "The beginning of a barcode, or words of the title",
  feeds: "`true`: only files; `false`: only PATCHes of tills",
  updatedSince: "Only rows that changed at or after this time",
  since: "Only rows from this time on",
  externalId: "Only the record with your own id",
  mode: "`replace`: items that are not in the feed go out of stock",
  columns:
    'JSON: the columns of fields that the file names in its own way, such as `{"barcode": ["EAN", "UPC"], "price": "Sell Price"}`. They win over `parameters.columns` of the source',
  action: "Only rows of this kind",
  actor: "Only changes by this key or person",
  after: "Another name of `page[after]`",
};

const ofPath: Record<string, JsonSchema> = { type: schemaOf(channelType(...channelIds), "input", {}) };

const isObject = (schema: JsonSchema): boolean => schema.type === "object" && schema.properties !== undefined;

/** Flags and numbers are text in a query. The document shows their plain type. */
function readable(schema: JsonSchema): JsonSchema {
  const isFlag = schema.anyOf?.some((branch) => typeof branch === "object" && branch.type === "boolean");
  return isFlag ? { type: "boolean" } : schema;
}

function parameter(where: Parameter["in"], name: string, given: JsonSchema, required: boolean): Parameter {
  const { description = described[name], ...schema } = readable(given);
  return {
    name,
    in: where,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
    ...(name in parameterExamples && { example: parameterExamples[name] }),
  };
}

/** The input's `page` is `page[size]` and `page[after]` in the query. `page[before]` can only be empty, so it is left out. */
function queryParameters(name: string, zod: z.ZodType): Parameter[] {
  const schema = schemaOf(zod, "input", {});
  const required = !zod.safeParse(undefined).success;
  if (!isObject(schema)) return [parameter("query", name, schema, required)];
  return Object.entries(schema.properties ?? {})
    .filter(([member]) => member !== "before")
    .map(([member, inner]) => parameter("query", `${name}[${member}]`, inner as JsonSchema, false));
}

const header = (name: string, description: string, schema: JsonSchema = { type: "string" }): Parameter => ({
  name,
  in: "header",
  description,
  schema,
});

export function parametersOf({ params, query, isWrite, isRepeatable, route }: Traits): Parameter[] {
  return [
    ...params.map((name) => parameter("path", name, ofPath[name] ?? { type: "string", minLength: 1 }, true)),
    ...Object.entries(query).flatMap(([name, zod]) => queryParameters(name, zod)),
    ...(isWrite ? [parameter("query", "dryRun", { type: "boolean", default: false, description: dryRun }, false)] : []),
    ...(isRepeatable
      ? [header("Idempotency-Key", idempotencyKey, { type: "string", minLength: 1, maxLength: 255 })]
      : []),
    ...(route.guarded ? [header("If-Match", ifMatch)] : []),
    ...(route.etag && !isWrite ? [header("If-None-Match", "304 if the resource still has this ETag.")] : []),
  ];
}

const dryRun =
  "Makes all checks and changes nothing. The answer is 200 with a `DryRun` (see the schemas): the answer and the effects that the call would have.";
const ifMatch = "Makes the change only if the resource still has this ETag. Otherwise 412 `PreconditionFailed`.";
const idempotencyKey = "Your name for this call. A call that is repeated within 24 hours runs once.";
