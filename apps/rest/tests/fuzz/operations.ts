import { createDocument } from "../../src/openapi/document.ts";
import type { JsonSchema } from "../../src/openapi/json-schema.ts";

/** A path or query parameter of the document. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: JsonSchema;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  method: string;
  /** `/retailers/{retailerId}` */
  path: string;
  parameters: Parameter[];
  /** JSON Schema of a JSON body. `feed`: bytes of stock or product data. undefined: no body. */
  body: JsonSchema | "feed" | undefined;
  /** The name of the world's token for this operation. */
  opener: "secret" | "testSecret" | "uploadKey";
  /** The document's example bodies. */
  examples: unknown[];
}

interface Media {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

const document = createDocument();

/** The named schemas of the document. */
export const components: Readonly<Record<string, JsonSchema>> = document.components.schemas;

function openerOf(path: string, security: string): Operation["opener"] {
  if (security.includes("uploadKey")) return "uploadKey";
  return path.endsWith("/test-clock") ? "testSecret" : "secret";
}

function operationOf(path: string, method: string, described: Record<string, unknown>): Operation {
  const { content } = (described.requestBody ?? {}) as { content?: Record<string, Media> };
  const json = content?.["application/json"];
  const feed = content?.["text/csv"];
  return {
    method: method.toUpperCase(),
    path,
    parameters: (described.parameters ?? []) as Parameter[],
    opener: openerOf(path, JSON.stringify(described.security ?? [])),
    body: json?.schema ?? (feed ? "feed" : undefined),
    examples: Object.values((json ?? feed)?.examples ?? {}).map(({ value }) => value),
  };
}

/** All operations of the document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => operationOf(path, method, described)),
);
