import type { ErrorCode, Meta } from "@highstreet/router";
import { z } from "zod";
import { VERSIONS } from "../deprecation.ts";
import { type Operation, parameterNames, procedureOf, readsIfMatch } from "../operations/operation.ts";
import { problemAnswersOf, successAnswersOf } from "./answers.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";

/** `schema` is undefined for an answer without a body. */
interface Success {
  status: number;
  schema?: z.ZodType;
}

export interface Traits {
  route: Operation;
  meta: Meta;
  /** Names of the path parameters, from left to right. */
  params: string[];
  query: Record<string, z.ZodType>;
  /** Schema of the JSON body; undefined if there is none. */
  body: z.ZodType | undefined;
  isWrite: boolean;
  /** Accepts an Idempotency-Key. */
  isRepeatable: boolean;
  successes: Success[];
}

function shapeOf(parser: unknown): Record<string, z.ZodType> {
  const schema = parser instanceof z.ZodOptional ? parser.unwrap() : parser;
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** A procedure that creates, changes or runs on has two (`Operation.creates`, `Operation.runsOn`). */
function successesOf(route: Operation, output: z.ZodType): Success[] {
  if (route.creates !== undefined) {
    const schema = shapeOf(output)[route.creates];
    return [201, 200].map((status) => ({ status, schema }));
  }
  if (route.runsOn) return [200, 202].map((status) => ({ status, schema: output }));
  if (output instanceof z.ZodVoid) return [{ status: route.status ?? 204 }];
  const status = route.status ?? 200;
  if (output instanceof z.ZodNullable) return [{ status, schema: output.unwrap() as z.ZodType }, { status: 204 }];
  return [{ status, schema: output }];
}

export function traitsOf(route: Operation): Traits {
  const { meta, inputs, output } = procedureOf(route.procedure)._def as unknown as {
    meta: Meta;
    inputs: unknown[];
    output?: z.ZodType;
  };
  const params = parameterNames(route.path);
  const { body, feed: _feed, ...others } = shapeOf(inputs[0]);
  const isParameter = (name: string) => params.includes(name) || route.withoutQuery?.includes(name);
  const successes = successesOf(route, route.answer ?? output ?? z.unknown());
  return {
    route,
    meta,
    params,
    query: Object.fromEntries(Object.entries(others).filter(([name]) => !isParameter(name))),
    body,
    isWrite: route.method !== "GET",
    isRepeatable: route.method === "POST" || route.method === "PATCH",
    successes,
  };
}

const missing: Record<string, readonly ErrorCode[]> = {
  retailerId: ["RetailerNotFound"],
  storeId: ["StoreNotFound"],
  barcode: ["ProductNotFound"],
  customizationId: ["CustomizationNotFound"],
  ingestId: ["IngestNotFound"],
  ruleId: ["RuleNotFound"],
  keyId: ["KeyNotFound"],
  connector: ["ConnectionNotFound"],
  entryId: ["HistoryEntryNotFound"],
  operationId: ["OperationNotFound"],
  fileId: ["StockFileNotFound"],
  endpointId: ["EndpointNotFound"],
  sequence: ["DeliveryNotFound"],
  type: ["ChannelNotEnabled", "UnknownChannel"],
};

function codesOf(traits: Traits): ErrorCode[] {
  const { meta, params, isWrite, isRepeatable, route } = traits;
  const codes: (ErrorCode | readonly ErrorCode[] | false | undefined)[] = [
    "MalformedRequest",
    meta.access !== "public" && "Unauthorized",
    (meta.access !== "public" || route.open !== undefined) && "RateLimited",
    !["public", "any", "upload"].includes(meta.access) && "InsufficientScope",
    params.flatMap((name) => missing[name] ?? []),
    isWrite && ["PayloadTooLarge", "UnsupportedMediaType"],
    isWrite && route.body !== "stream" && ["ValidationFailed", "PayloadTooComplex"],
    isRepeatable && meta.access !== "public" && ["IdempotencyKeyInUse", "IdempotencyKeyReused"],
    readsIfMatch(route) && "PreconditionFailed",
    route.errors,
    ["HeadersTooLarge", "InternalError", "Unavailable"],
  ];
  return [...new Set(codes.flatMap((code) => (code ? code : [])))];
}

export interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, unknown>;
}

const binary = { schema: { type: "string", format: "binary" } };

/** A feed can have any of these types, because its bytes decide. */
function feedBody(examples: Record<string, unknown> | undefined) {
  return {
    required: true,
    description:
      "CSV with `,` `;` tab or `|`, in UTF-8, UTF-16 with BOM or Windows-1252, recognised from the bytes. At most 200 MiB.",
    content: {
      "text/csv": { schema: { type: "string" }, ...(examples && { examples }) },
      "application/octet-stream": binary,
    },
  };
}

const pictureBody = {
  required: true,
  description: "The bytes decide, and not the Content-Type.",
  content: { "image/jpeg": binary, "image/png": binary, "image/webp": binary },
};

function bodyOf(traits: Traits, components: Components) {
  const { route } = traits;
  const examples =
    route.examples && Object.fromEntries(Object.entries(route.examples).map(([name, value]) => [name, { value }]));
  if (route.takesPicture) return pictureBody;
  if (route.body === "stream") return feedBody(examples);
  if (!traits.body) return undefined;
  const schema = route.bodySchema ?? schemaOf(traits.body, "input", components.schemas);
  const required = !traits.body.safeParse(undefined).success;
  return { required, content: { "application/json": { schema, ...(examples && { examples }) } } };
}

/** For example `customizationsEditInStore`. Two paths can have the same procedure. */
function idOf({ procedure, path }: Operation): string {
  const [feature = "", verb = ""] = procedure.split(".");
  const isInStore = path.includes("/stores/:storeId/") && !["stores", "inventory", "channels"].includes(feature);
  return `${feature}${verb[0]?.toUpperCase() ?? ""}${verb.slice(1)}${isInStore ? "InStore" : ""}`;
}

/** `/retailers/:retailerId` → `/retailers/{retailerId}` */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function securityOf(access: Traits["meta"]["access"]): Record<string, string[]>[] {
  if (access === "public") return [];
  return access === "upload" ? [{ uploadKey: [] }] : [{ apiKey: access === "any" ? [] : [access] }];
}

/** The description, and the end of a deprecated operation. */
function wordsOf({ description, deprecated }: Operation): { description?: string; deprecated?: true } {
  if (!deprecated) return description === undefined ? {} : { description };
  const { since, sunset, use } = deprecated;
  const end = `**Deprecated** since ${since}, works until ${sunset} at least. Use ${use} instead: [versions](${VERSIONS}).`;
  return { description: description === undefined ? end : `${end}\n\n${description}`, deprecated: true };
}

export function operationOf(route: Operation, tag: string, components: Components) {
  const traits = traitsOf(route);
  const { access } = traits.meta;
  const requestBody = bodyOf(traits, components);
  const parameters = parametersOf(traits);
  return {
    operationId: idOf(route),
    tags: [tag],
    summary: route.summary,
    ...wordsOf(route),
    ...(parameters.length && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...successAnswersOf(traits, components.schemas),
      ...problemAnswersOf(codesOf(traits), components.responses),
    },
    security: securityOf(access),
  };
}
