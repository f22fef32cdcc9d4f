import { maxHeaderSize } from "node:http";
import { DomainError, type FieldError, type Meta } from "@highstreet/router";
import { Affected } from "@highstreet/router/features/dry-run/dry-run.schema.ts";
import { fixedWords } from "@highstreet/router/features/shelf/visibility.schema.ts";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { adapterSchemas } from "../openapi/components.ts";
import { type JsonSchema, schemaOf } from "../openapi/json-schema.ts";
import { type Traits, traitsOf } from "../openapi/operation.ts";
import { parametersOf } from "../openapi/parameters.ts";
import { operations } from "../operations/index.ts";
import type { Operation } from "../operations/operation.ts";
import { headersTooLarge } from "../problem.ts";

/** An operation as a tool. Its arguments are the parameters of the path and the query, and `body`. */
export interface AgentTool {
  route: Operation & { tool: NonNullable<Operation["tool"]> };
  meta: Meta;
  isWrite: boolean;
  /** The names of the query's parameters, by argument. */
  query: ReadonlyMap<string, string>;
  /** As `tools/list` shows it. */
  shown: Tool;
  /** `shown` as JSON. */
  json: Buffer;
}

/** Agents read pages of lists, and lists of a dry run, as a whole. */
export const MAX_ROWS = 25;

const PAGE_SIZE = "pageSize";

/** Some agents take no brackets in a name: `page[size]` is `pageSize`. */
const argumentOf = (parameter: string): string =>
  parameter.replace(/\[(\w)(\w*)\]/, (_, first: string, rest: string) => first.toUpperCase() + rest);

type Components = Record<string, JsonSchema>;

/** A schema with all schemas that it refers to. */
function whole(schema: JsonSchema, given: Components): JsonSchema {
  const components: Components = { ...adapterSchemas, ...given };
  const $defs: Components = {};
  const collect = (part: JsonSchema | undefined): void => {
    for (const [, name = ""] of (JSON.stringify(part) ?? "").matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (Object.hasOwn($defs, name)) continue;
      $defs[name] = components[name] ?? {};
      collect(components[name]);
    }
  };
  collect(schema);
  const text = JSON.stringify({ ...schema, ...(Object.keys($defs).length && { $defs }) });
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
}

const CONFIRM: JsonSchema = {
  type: "string",
  description:
    "From the answer to the same call without it. Without `confirm` nothing changes, and the answer says what the call would do. Show that to a person first",
};

/** The words of the reference speak of addresses and links. */
const words: Record<string, string> = {
  pageAfter: "`next` of the page before",
  barcode: "As at the point of sale. A GS1 code or link counts as its GTIN",
};

function inputOf(traits: Traits): Tool["inputSchema"] {
  const components: Components = {};
  const given = parametersOf(traits).filter((one) => one.in !== "header" && one.name !== "dryRun");
  const parameters = given.map(({ name, description, schema }) => {
    const bounds = argumentOf(name) === PAGE_SIZE && { maximum: MAX_ROWS };
    const argument = argumentOf(name);
    return [argument, { ...schema, ...bounds, description: words[argument] ?? description ?? "" }];
  });
  const { body, route } = traits;
  const properties: Record<string, JsonSchema> = Object.fromEntries(parameters);
  const required = given.filter((one) => one.required).map(({ name }) => argumentOf(name));
  if (body) {
    const schema = structuredClone(route.bodySchema ?? schemaOf(body, "input", components));
    if (route.tool?.proof !== undefined) delete schema.properties?.[route.tool.proof];
    properties.body = schema;
    if (!body.safeParse(undefined).success) required.push("body");
  }
  if (traits.isWrite) properties.confirm = CONFIRM;
  const schema = { type: "object", properties, required, additionalProperties: false } as const;
  return whole(schema, components) as Tool["inputSchema"];
}

function outputOf({ route, successes, isWrite }: Traits): Tool["outputSchema"] {
  const components: Components = {};
  const [success] = successes;
  const answer = success?.schema ? schemaOf(success.schema, "output", components) : { type: "null" as const };
  const object = (properties: Record<string, JsonSchema>, required: string[]) => {
    const schema: JsonSchema = { type: "object", properties, required };
    return whole(schema, components) as Tool["outputSchema"];
  };
  if (isWrite) {
    const affected = schemaOf(Affected, "output", components);
    const response = route.tool?.proof === undefined ? answer : {};
    const dryRun: JsonSchema = {
      type: "object",
      properties: { response, affected },
      required: ["response", "affected"],
    };
    const expiresAt = { type: "string", format: "date-time" } as const;
    return object({ dryRun, confirm: { type: "string" }, expiresAt, result: answer }, []);
  }
  const { page } = route;
  if (page) {
    const data = page === "body" ? (answer.properties?.data as JsonSchema) : answer;
    return object({ data, next: { type: ["string", "null"], description: "`pageAfter` of the next page" } }, ["data"]);
  }
  if (answer.type === "array") return object({ data: answer }, ["data"]);
  const named = components[(answer.$ref ?? "").replace("#/components/schemas/", "")];
  return whole({ ...(named ?? answer) }, components) as Tool["outputSchema"];
}

function toolOf(route: AgentTool["route"]): AgentTool {
  const traits = traitsOf(route);
  const { isWrite } = traits;
  const query = parametersOf(traits).filter((one) => one.in === "query" && one.name !== "dryRun");
  const hints = { readOnlyHint: !isWrite, destructiveHint: isWrite, idempotentHint: true, openWorldHint: false };
  const shown: Tool = {
    name: route.tool.name,
    title: route.summary,
    description: route.tool.description ?? route.description ?? route.summary,
    inputSchema: inputOf(traits),
    outputSchema: outputOf(traits),
    annotations: { title: route.summary, ...hints },
  };
  return {
    route,
    meta: traits.meta,
    isWrite,
    shown,
    json: Buffer.from(JSON.stringify(shown)),
    query: new Map(query.map(({ name }) => [argumentOf(name), name])),
  };
}

const isTool = (route: Operation): route is AgentTool["route"] => route.tool !== undefined;

/** The tools by name, in the order of the operations. */
export const createTools = (): ReadonlyMap<string, AgentTool> =>
  new Map(operations.filter(isTool).map((route) => [route.tool.name, toolOf(route)]));

const invalid = (name: string, code: FieldError["code"], message: string): DomainError => {
  const pointer = `/${name.slice(0, 80)}`;
  return new DomainError("ValidationFailed", `${pointer}: ${message}`, { errors: [{ pointer, code, message }] });
};

function textOf(name: string, value: unknown): string {
  if (value === undefined) throw invalid(name, "Required", "is missing");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw invalid(name, "InvalidType", "must be a text, a number or a boolean");
}

/** Another word would be the address of another operation. */
function segmentOf(name: string, value: unknown): string {
  const text = textOf(name, value);
  const isId = text !== "" && text !== "." && text !== ".." && !fixedWords.has(text) && text.isWellFormed();
  if (!isId) throw invalid(name, "InvalidValue", "is no id, and no barcode that an address can name");
  return encodeURIComponent(text);
}

/**
 * The call that the arguments describe. Its operation checks them.
 * @throws ValidationFailed for an unknown argument, and one that has no place in an address; HeadersTooLarge as REST for its address
 */
export function requestOf(
  { route, query, shown }: AgentTool,
  given: Record<string, unknown>,
): { url: string; body?: unknown } {
  const known = shown.inputSchema.properties ?? {};
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) throw invalid(unknown, "UnknownField", "is not known here; leave it out");
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => segmentOf(name, given[name]));
  const size = given[PAGE_SIZE];
  if (query.has(PAGE_SIZE) && Number(size) > MAX_ROWS)
    throw invalid(PAGE_SIZE, "TooBig", `must be at most ${MAX_ROWS}`);
  const values: Record<string, unknown> = query.has(PAGE_SIZE) ? { [PAGE_SIZE]: MAX_ROWS, ...given } : given;
  const pairs = [...query].flatMap(([name, parameter]) =>
    Object.hasOwn(values, name)
      ? [`${parameter}=${encodeURIComponent(textOf(name, values[name]).toWellFormed())}`]
      : [],
  );
  const url = `/v1${path}${pairs.length ? `?${pairs.join("&")}` : ""}`;
  if (url.length > maxHeaderSize) throw headersTooLarge();
  return { url, ...(given.body !== undefined && { body: given.body }) };
}
