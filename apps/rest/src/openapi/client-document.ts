import { createHash } from "node:crypto";
import type { ApiDocument } from "./document.ts";

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

/** A hash that identifies the document. */
export function stampOf(document: Json): string {
  return createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16);
}
