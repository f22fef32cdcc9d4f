import { createHash } from "node:crypto";
import release from "../../../../package.json" with { type: "json" };
import { chapters } from "../operations/index.ts";
import { answerHeaders, headersOf, problemAnswersOf, problemExamples } from "./answers.ts";
import { adapterSchemas, components as named } from "./components.ts";
import { examples } from "./examples.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { operationOf, templateOf } from "./operation.ts";

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example,
});

const signed = [
  header(
    "X-Webhook-Signature",
    "HMAC SHA-256 of the raw body with the channel's secret, in lower-case hex",
    "8f0c5ff5b1d1a3c0c0a1a5c6b7a0b1f5bd2b1b1d4c1e7a2f90d9f7e0f6a1c2d3",
  ),
  header(
    "X-Webhook-Signature-Next",
    "The same with the new secret, while the secret changes",
    "1b6f0a6c9b3e5d2f4c8a7e1d0b9f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d7",
    false,
  ),
  header(
    "X-Webhook-Sequence",
    "Position in the store's log. A lower position that arrives later is out of date",
    "118",
  ),
  header("X-Webhook-Events", "The number of events, only of a batch", "12", false),
  header(
    "X-Webhook-Endpoint",
    "UUID of the webhook endpoint. Calls of a store's webhooks channel do not have it",
    "01939f30-5a00-7000-8000-00000000000c",
    false,
  ),
  header("Webhook-Id", "Standard Webhooks: the same on every retry", "evt_01939f30-5a00-7000-8000-000000000002_118"),
  header("Webhook-Timestamp", "Standard Webhooks: the time of this call, in seconds since 1970", "1772442900"),
  header(
    "Webhook-Signature",
    "Standard Webhooks: `v1,` and a base64 signature; several have spaces between them",
    "v1,K5oZ…=",
  ),
];

const calls: Record<string, [component: string, when: string]> = {
  "webhook.enabled": [
    "WebhookEnabledEvent",
    "The webhooks channel was enabled, or tested. The first call to an endpoint: sent again as every call, then every hour, until a 2xx. Other events wait for it",
  ],
  "webhook.enabled (endpoint)": [
    "EndpointEnabledEvent",
    "The first call to a webhook endpoint of a partner or a retailer, and its test calls. It has no `X-Webhook-Sequence`",
  ],
  "inventory.update": [
    "InventoryUpdateEvent",
    "A stock status, price or currency changed, or the product is new, hidden (`out_of_stock`) or shown again. A quantity that moves within a status sends nothing",
  ],
  "inventory_source.update": ["InventorySourceUpdateEvent", "The inventory source changed its status or warnings"],
  "channel.update": ["ChannelUpdateEvent", "Another channel of the store changed its status or warnings"],
  batch: [
    "EventBatch",
    "Events for an endpoint with `batchSize` from 2 on. It has no `X-Webhook-Sequence`. `Webhook-Id` is the same for the same events. After a 400, 413 or 422, and for its last try, an event comes alone",
  ],
};

const webhooks = Object.fromEntries(
  Object.entries(calls).map(([action, [component, description]]) => [
    action,
    {
      post: {
        operationId: component,
        tags: ["Events"],
        summary: action,
        description,
        parameters: signed,
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: `#/components/schemas/${component}` }, example: examples[component] },
          },
        },
        responses: {
          "2XX": {
            description:
              "Received. After any other answer, or none within 10 seconds, the call is retried up to 3 times: 30 seconds, 5 minutes and 30 minutes later (±10 %).",
          },
        },
        security: [],
      },
    },
  ]),
);

const introduction = `
Highstreet publishes the stock of a shop to search listings, local ads and your own systems.
You send stock and edits. We publish them, and call you when something changes.

**Begin** with a retailer, a store and its stock, then enable channels for the store.

- **Authentication**: \`Authorization: Bearer hs_…\` on every call. A key has scopes, and may be limited to named retailers. A test key (\`hs_test_…\`) opens only test retailers.
- **Bodies** are JSON in UTF-8. An unknown field is refused (422), and so is an unknown query parameter (400), so that no typo
  passes silently. A record may be sent back to the call that writes it: fields that answers hold and requests do not take
  (\`id\`, \`createdAt\`, \`updatedAt\`, \`version\`, …) are ignored. Answers may get new members at any time. Ignore unknown members.
- **Errors** are \`application/problem+json\`. \`code\` names the kind. All are explained in [the list of errors](/docs/errors).
- **Agents** call \`POST /mcp\` (Model Context Protocol) with the same keys: [agents](/docs/agents).
- **Guides**: [all guides](/docs), such as [first steps](/docs/getting-started), [stock in](/docs/stock-in), [webhooks](/docs/webhooks),
  [what is shown where](/docs/shown), [warnings](/docs/warnings) and [limits](/docs/limits). \`/llms.txt\` lists them for machines.
- **Lists** are pages: \`page[size]\`, and \`links.next\` until it is null. No row is skipped or repeated. A call reads
  a bounded number of rows. So with filters a page can be short or empty and still have \`links.next\`.
- **Retries**: send \`Idempotency-Key\` with POST and PATCH. A call that arrives several times is then executed once.
  PUT and DELETE may be repeated as they are.
- **Concurrency**: send an ETag back as \`If-Match\`. The change is made only if the record still has this version (otherwise 412).
- **Dry run**: \`?dryRun=true\` on every write checks all and changes nothing.
- **Prices** are exact decimals with two places; **times** are RFC 3339 in UTC.
- **Limits**: see the \`RateLimit\` headers; after a 429 wait for \`Retry-After\`.
`.trim();

const healthTag = { name: "Operations", description: "Whether the service runs." };

const get = (
  operationId: string,
  [summary, description]: [string, string],
  answer: { status: string; version?: string },
  problems: Record<string, unknown>,
) => ({
  get: {
    operationId,
    tags: [healthTag.name],
    summary,
    description,
    responses: {
      "200": {
        description: "OK",
        headers: headersOf(["X-Request-Id"]),
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                status: {
                  type: "string",
                  const: answer.status,
                  description: "Always this word. Another answer has another status",
                },
                ...(answer.version && { version: { type: "string", description: "The version of the service" } }),
              },
              required: Object.keys(answer),
            },
            example: answer,
          },
        },
      },
      ...problems,
    },
    security: [],
  },
});

const healthPaths = (responses: Record<string, unknown>) => ({
  "/healthz": get(
    "healthz",
    [
      "Whether the process runs",
      "Needs no key and asks no database, so a supervisor can restart a process that does not answer.",
    ],
    { status: "ok", version: "1.0.0" },
    problemAnswersOf(["InternalError"], responses),
  ),
  "/readyz": get(
    "readyz",
    ["Whether the service can serve", "Needs no key. 503 while the service starts, ends, or has no database."],
    { status: "ready" },
    problemAnswersOf(["InternalError", "Unavailable"], responses),
  ),
});

type PathItem = Record<string, Record<string, unknown>>;

/** The OpenAPI document of the API, from the table of operations and the schemas that validate. */
export interface ApiDocument {
  openapi: string;
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>;
  [member: string]: unknown;
}

const byName = (record: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** @param publicUrl address of the service. Default: none, so the server is a path */
export function createDocument(publicUrl = ""): ApiDocument {
  const guide = (path: string, description: string) => ({ description, url: `${publicUrl}/docs${path}` });
  const schemas: Record<string, JsonSchema> = { ...adapterSchemas };
  const responses: Record<string, unknown> = {};
  const paths: ApiDocument["paths"] = {};
  for (const { tag, operations } of chapters) {
    for (const operation of operations) {
      const path = templateOf(operation.path);
      paths[path] ??= {};
      paths[path][operation.method.toLowerCase()] = operationOf(operation, tag, { schemas, responses });
    }
  }
  for (const name of ["Affected", ...Object.values(webhooks).map(({ post }) => post.operationId)]) {
    const [schema] = named[name] ?? [];
    if (schema) schemaOf(schema, "output", schemas);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const [, description] = named[name] ?? [];
    if (description !== undefined) schemas[name] = { ...schema, description };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Highstreet API",
      version: release.version,
      description: introduction,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${publicUrl}/v1`, description: "This service" }],
    security: [{ apiKey: [] }],
    externalDocs: guide("", "Guides for partners"),
    tags: [
      ...chapters.map(({ tag, description, guide: [name, title] }) => ({
        name: tag,
        description,
        externalDocs: guide(`/${name}`, title),
      })),
      healthTag,
    ],
    paths: { ...paths, ...healthPaths(responses) },
    webhooks,
    components: {
      schemas: byName(schemas),
      responses,
      examples: problemExamples,
      headers: answerHeaders,
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "hs_<keyId>_<secret>", description: "An API key" },
        uploadKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "hsu_<keyId>_<secret>",
          description: "The upload key of a store's inventory source",
        },
      },
    },
  };
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Removes the dry run's parameter, and accepts null for the headers of conditions. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isDryRunParameter(entry)).map(without);
  if (!isObject(value)) return value;
  if (isCondition(value)) return { ...value, schema: { type: ["string", "null"] } };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, without(member)]));
}

function isDryRunParameter(value: unknown): boolean {
  return isObject(value) && value.in === "query" && value.name === "dryRun";
}

/** `Headers.get("etag")` returns `string | null`. The client refuses null. */
function isCondition(value: Json): boolean {
  return value.in === "header" && (value.name === "If-Match" || value.name === "If-None-Match");
}

/** The document for the client's types. A dry run is a separate call there, so that no other call has its answer. */
export function clientDocument(document: ApiDocument): Json {
  return without(document) as Json;
}

export function stampOf(document: Json): string {
  return createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16);
}
