import type { z } from "zod";
import { parameterExamples } from "./examples.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import type { Traits } from "./traits.ts";

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
  barcode: "Barcode as the point of sale holds it, URL-encoded; a fixed word (such as `items`) is no barcode here",
  customizationId: "Id of the customization",
  ingestId: "Id of the ingest",
  keyId: "Id of the API key (not the key itself)",
  entryId: "Id of the history entry",
  sequence: "Sequence of the event",
  type: "Catalogue id of the channel; `local-ads` and `webhook` are understood too",
  fileName: "Name of the file; `products` (any extension) is product data, any other stock",
  "page[size]": "Rows of a page",
  "page[after]": "Where the page begins: take it from `links`",
  status: "Only those with this status",
  hidden: "Only hidden ones, or only shown ones",
  channel: "Only those that this channel shows",
  q: "The beginning of a barcode, or words of the title",
  feeds: "`true`: files alone; `false`: the PATCHes of tills alone",
  updatedSince: "Only those that changed at or after this time",
  since: "Only those at or after this time",
  externalId: "Only the one with this id of yours",
  mode: "`replace`: what the feed leaves out goes out of stock",
  action: "Only this kind",
  actor: "Only those by this key or person",
  after: "Another name of `page[after]`",
};

const isObject = (schema: JsonSchema): boolean => schema.type === "object" && schema.properties !== undefined;

/** A flag, or a number as text: how the query spells it is a matter of the URL. */
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

/** `page` of the input is `page[size]` and `page[after]` of the query. */
function queryParameters(name: string, zod: z.ZodType): Parameter[] {
  const schema = schemaOf(zod, "input", {});
  const required = !zod.safeParse(undefined).success;
  if (!isObject(schema)) return [parameter("query", name, schema, required)];
  return Object.entries(schema.properties ?? {}).map(([member, inner]) =>
    parameter("query", `${name}[${member}]`, inner as JsonSchema, false),
  );
}

const header = (name: string, description: string, schema: JsonSchema = { type: "string" }): Parameter => ({
  name,
  in: "header",
  description,
  schema,
});

export function parametersOf({ params, query, isWrite, isRepeatable, isGuarded, isVersioned }: Traits): Parameter[] {
  return [
    ...params.map((name) => parameter("path", name, { type: "string", minLength: 1 }, true)),
    ...Object.entries(query).flatMap(([name, zod]) => queryParameters(name, zod)),
    ...(isWrite ? [parameter("query", "dryRun", { type: "boolean", default: false, description: dryRun }, false)] : []),
    ...(isRepeatable
      ? [header("Idempotency-Key", idempotencyKey, { type: "string", minLength: 1, maxLength: 255 })]
      : []),
    ...(isGuarded
      ? [header("If-Match", "Only if the resource still has this ETag; else 412 `PreconditionFailed`.")]
      : []),
    ...(isVersioned && !isWrite ? [header("If-None-Match", "304 if the resource still has this ETag.")] : []),
  ];
}

const dryRun = "All checks, nothing written: 200 with what would be answered and affected.";
const idempotencyKey = "A name of your choice for this call: repeated within 24 hours, it is executed once.";
