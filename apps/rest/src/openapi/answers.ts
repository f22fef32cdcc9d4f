import { type ErrorCode, statusOf, titleOf } from "@highstreet/router";
import { errorGuide } from "./error-guide.ts";
import { exampleAddress, examples } from "./examples.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import type { Traits } from "./operation.ts";

export const answerHeaders = {
  "X-Request-Id": {
    description:
      "The id of the request. Your own id is kept if it has 1 to 128 visible characters. Quote it in questions to us.",
    schema: { type: "string" },
    example: "0d9a6a0e-2f0c-4d7e-9a43-1a2b3c4d5e6f",
  },
  ETag: {
    description: "The version of the answer, for `If-Match` and `If-None-Match`.",
    schema: { type: "string" },
    example: '"1"',
  },
  Location: {
    description: "Address of the new resource.",
    schema: { type: "string", format: "uri" },
    example: "https://api.highstreet.example/v1/retailers/01939f30-5a00-7000-8000-000000000001",
  },
  Link: {
    description: "For a page: the neighbouring pages (RFC 8288), `rel` `next` and `prev`.",
    schema: { type: "string" },
    example: '<https://api.highstreet.example/v1/…?page[after]=nMTIz>; rel="next"',
  },
  "Idempotent-Replayed": {
    description: "`true` if an earlier call had this `Idempotency-Key`. This is its answer.",
    schema: { type: "string", enum: ["true"] },
  },
  RateLimit: {
    description: "The rest of the key's limit (`r` calls), and the seconds until the full limit (`t`).",
    schema: { type: "string" },
    example: '"default";r=999;t=1',
  },
  "RateLimit-Policy": {
    description: "The key's limit: `q` calls in `w` seconds.",
    schema: { type: "string" },
    example: '"default";q=1000;w=1',
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" }, example: 2 },
  Deprecation: {
    description: "The operation is deprecated since this time, in seconds since 1970 (RFC 9745).",
    schema: { type: "string" },
    example: "@1801353600",
  },
  Sunset: {
    description: "From this time on the operation may be gone (RFC 8594).",
    schema: { type: "string" },
    example: "Mon, 31 Jan 2028 00:00:00 GMT",
  },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string" }, example: "Bearer" },
} as const;

type AnswerHeader = keyof typeof answerHeaders;

export function headersOf(names: AnswerHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const errorHeaders: Record<number, AnswerHeader[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

export const problemExamples = Object.fromEntries(
  (Object.keys(statusOf) as ErrorCode[]).map((code) => [
    code,
    {
      summary: errorGuide[code].meaning,
      value: {
        type: `${exampleAddress}/docs/errors#${code}`,
        title: titleOf(code),
        status: statusOf[code],
        detail: errorGuide[code].meaning,
        instance: "/v1/retailers",
        code,
        requestId: "0d9a6a0e-2f0c-4d7e-9a43-1a2b3c4d5e6f",
      },
    },
  ]),
);

function problemOf(status: number, codes: ErrorCode[]) {
  const ofThese = { properties: { code: { type: "string", enum: codes } } };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorGuide[code].meaning}`).join("\n\n"),
    headers: headersOf(["X-Request-Id", ...(errorHeaders[status] ?? [])]),
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, ofThese] },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/**
 * All errors of an operation, by status.
 * @param responses receives one answer for each set of codes
 */
export function problemAnswersOf(
  codes: ErrorCode[],
  responses: Record<string, unknown>,
): Record<string, { $ref: string }> {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const name = ofStatus.join(".");
      responses[name] ??= problemOf(status, ofStatus);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

type Components = Record<string, JsonSchema>;

const links = { $ref: "#/components/schemas/PageLinks" };

function withLinks(page: JsonSchema): JsonSchema {
  const data: JsonSchema = { description: "The rows of the page", ...(page.properties?.data as JsonSchema) };
  return { type: "object", properties: { data, links }, required: ["data", "links"] };
}

function exampleOf(schema: JsonSchema): unknown {
  if (schema.$ref) return examples[schema.$ref.replace("#/components/schemas/", "")];
  const [first] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  if (first) return exampleOf(first);
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
  const { meta, route, isRepeatable } = traits;
  return [
    "X-Request-Id",
    ...(hasBody && route.etag ? (["ETag"] as const) : []),
    ...(status === 201 && route.location ? (["Location"] as const) : []),
    ...(route.deprecated ? (["Deprecation", "Sunset", "Link"] as const) : []),
    ...(route.page === "header" ? (["Link"] as const) : []),
    ...(isRepeatable ? (["Idempotent-Replayed"] as const) : []),
    ...(meta.access === "public" ? [] : (["RateLimit", "RateLimit-Policy"] as const)),
  ];
}

/** Every success of an operation, by status. A dry run is not among them, so that it is not part of the type of the answer. */
export function successAnswersOf(traits: Traits, components: Components) {
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
  if (traits.route.etag && !traits.isWrite)
    answers[304] = {
      description: "Not changed since the ETag of If-None-Match",
      headers: headersOf(["X-Request-Id", "ETag"]),
    };
  return answers;
}
