import type { Route } from "../routes/route.ts";
import { successesOf } from "./answers.ts";
import { codesOf } from "./codes-of.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import type { OperationDoc } from "./operation-doc.ts";
import { parametersOf } from "./parameters.ts";
import { problemsOf } from "./problems.ts";
import { tagOf } from "./tags.ts";
import { type Traits, traitsOf } from "./traits.ts";

/** What operations refer to, filled as they are described. */
export interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, unknown>;
}

const binary = { schema: { type: "string", format: "binary" } };

/** A feed may be any of these, whatever its type says. */
function feedBody(examples: Record<string, unknown> | undefined) {
  return {
    required: true,
    description:
      "CSV with `,` `;` tab or `|`, in UTF-8, UTF-16 with BOM or Windows-1252, told apart by looking at the bytes. At most 200 MiB.",
    content: {
      "text/csv": { schema: { type: "string" }, ...(examples && { examples }) },
      "application/octet-stream": binary,
    },
  };
}

function bodyOf(traits: Traits, doc: OperationDoc | undefined, components: Components) {
  const examples =
    doc?.bodies && Object.fromEntries(Object.entries(doc.bodies).map(([name, value]) => [name, { value }]));
  if (traits.route.body === "stream") return feedBody(examples);
  if (!traits.body) return undefined;
  const schema = doc?.body ?? schemaOf(traits.body, "input", components.schemas);
  const required = !traits.body.safeParse(undefined).success;
  return { required, content: { "application/json": { schema, ...(examples && { examples }) } } };
}

/** `customizationsEditInStore`: two paths may lead to one procedure. */
function idOf({ procedure, path }: Route): string {
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

/** An endpoint as OpenAPI describes it. */
export function operationOf(route: Route, doc: OperationDoc | undefined, components: Components) {
  const traits = traitsOf(route, doc);
  const { access } = traits.meta;
  const requestBody = bodyOf(traits, doc, components);
  const parameters = parametersOf(traits);
  return {
    operationId: idOf(route),
    tags: [tagOf(route)],
    summary: doc?.summary ?? route.procedure,
    ...(doc?.description && { description: doc.description }),
    ...(parameters.length && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...successesOf(traits, doc, components.schemas),
      ...problemsOf(codesOf(traits, doc), components.responses),
    },
    security: securityOf(access),
  };
}
