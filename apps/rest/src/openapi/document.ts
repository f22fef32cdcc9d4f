import release from "../../../../package.json" with { type: "json" };
import { chapters } from "../operations/index.ts";
import { components as named } from "./components.ts";
import { answerHeaders } from "./headers.ts";
import { healthPaths, healthTag } from "./health.ts";
import { introduction } from "./introduction.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { operationOf, templateOf } from "./operation.ts";
import { adapterSchemas } from "./problem-schema.ts";
import { problemExamples } from "./problems.ts";
import { webhooks } from "./webhooks.ts";

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
    tags: [...chapters.map(({ tag, description }) => ({ name: tag, description })), healthTag],
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
