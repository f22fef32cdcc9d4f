import type { Operation } from "../operations/operation.ts";
import { successesOf } from "./answers.ts";
import { codesOf } from "./codes-of.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";
import { problemsOf } from "./problems.ts";
import { type Traits, traitsOf } from "./traits.ts";

/** Shared parts of the document. Descriptions of operations fill them. */
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

function bodyOf(traits: Traits, components: Components) {
  const { route } = traits;
  const examples =
    route.examples && Object.fromEntries(Object.entries(route.examples).map(([name, value]) => [name, { value }]));
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

/**
 * The OpenAPI description of an operation.
 * @param tag its chapter
 */
export function operationOf(route: Operation, tag: string, components: Components) {
  const traits = traitsOf(route);
  const { access } = traits.meta;
  const requestBody = bodyOf(traits, components);
  const parameters = parametersOf(traits);
  return {
    operationId: idOf(route),
    tags: [tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(parameters.length && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...successesOf(traits, components.schemas),
      ...problemsOf(codesOf(traits), components.responses),
    },
    security: securityOf(access),
  };
}
