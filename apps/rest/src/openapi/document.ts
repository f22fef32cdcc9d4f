import release from "../../../../package.json" with { type: "json" };
import { routes } from "../routes/index.ts";
import { components as named } from "./components.ts";
import { answerHeaders } from "./headers.ts";
import { healthPaths } from "./health.ts";
import { introduction } from "./introduction.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { operationOf, templateOf } from "./operation.ts";
import { routeKey } from "./operation-doc.ts";
import { operationDocs } from "./operations/index.ts";
import { adapterSchemas } from "./problem-schema.ts";
import { problemExamples } from "./problems.ts";
import { tags } from "./tags.ts";
import { webhooks } from "./webhooks.ts";

type PathItem = Record<string, Record<string, unknown>>;

/** The OpenAPI document of the API, made from the route table and the schemas that validate. */
export interface ApiDocument {
  openapi: string;
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>;
  [member: string]: unknown;
}

const byName = (record: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

export function createDocument(): ApiDocument {
  const schemas: Record<string, JsonSchema> = { ...adapterSchemas };
  const responses: Record<string, unknown> = {};
  const paths: ApiDocument["paths"] = {};
  for (const route of routes) {
    const path = templateOf(route.path);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, operationDocs[routeKey(route)], {
      schemas,
      responses,
    });
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
    servers: [{ url: "/v1", description: "This service" }],
    tags: [...tags],
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
