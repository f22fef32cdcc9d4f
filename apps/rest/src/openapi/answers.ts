import { examples } from "./examples.ts";
import { type AnswerHeader, headersOf } from "./headers.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import type { Traits } from "./traits.ts";

type Components = Record<string, JsonSchema>;

const links = { $ref: "#/components/schemas/PageLinks" };

/** Replaces the procedure's cursors by absolute links. */
function withLinks(page: JsonSchema): JsonSchema {
  const data = page.properties?.data ?? {};
  return { type: "object", properties: { data, links }, required: ["data", "links"] };
}

/** An example for a schema, from the examples of the components. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.$ref) return examples[schema.$ref.replace("#/components/schemas/", "")];
  if (schema.type === "array") {
    const item = exampleOf(schema.items as JsonSchema);
    return item === undefined ? undefined : [item];
  }
  const { data, links: pageLinks } = schema.properties ?? {};
  if (!data || !pageLinks) return undefined;
  return { data: exampleOf(data as JsonSchema), links: { next: null, prev: null } };
}

const texts: Record<number, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "Done; there is nothing to say",
};

function successHeaders(traits: Traits, status: number, hasBody: boolean): AnswerHeader[] {
  const { meta, route, isVersioned, isRepeatable } = traits;
  return [
    "X-Request-Id",
    ...(hasBody && isVersioned ? (["ETag"] as const) : []),
    ...(status === 201 && route.location ? (["Location"] as const) : []),
    ...(route.page === "header" ? (["Link"] as const) : []),
    ...(isRepeatable ? (["Idempotent-Replayed"] as const) : []),
    ...(meta.access === "public" ? [] : (["RateLimit", "RateLimit-Policy"] as const)),
  ];
}

/** Every success of an operation, by status. A dry run is not among them, so that it is not part of the type of the answer. */
export function successesOf(traits: Traits, components: Components) {
  const answers: Record<string, Record<string, unknown>> = {};
  for (const { status, schema: zod } of traits.successes) {
    const headers = headersOf(successHeaders(traits, status, zod !== undefined));
    answers[status] = { description: texts[status] ?? "OK", headers };
    if (!zod) continue;
    const own = schemaOf(zod, "output", components);
    const schema = traits.route.page === "body" ? withLinks(own) : own;
    const example = traits.route.answerExample ?? exampleOf(schema);
    const content = { schema, ...(example !== undefined && { example }) };
    answers[status].content = { "application/json": content };
  }
  if (traits.isVersioned && !traits.isWrite)
    answers[304] = {
      description: "Not changed since the ETag of If-None-Match",
      headers: headersOf(["X-Request-Id", "ETag"]),
    };
  return answers;
}
