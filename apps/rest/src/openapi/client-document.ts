import { createHash } from "node:crypto";
import type { ApiDocument } from "./document.ts";

type Json = Record<string, unknown>;

const dryRun = "#/components/schemas/DryRun";

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isDryRun = (value: unknown): boolean => isObject(value) && value.$ref === dryRun;

/** A schema that a dry run may take the place of, without it. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isDryRunParameter(entry)).map(without);
  if (!isObject(value)) return value;
  const { anyOf } = value;
  if (Array.isArray(anyOf) && anyOf.length === 2 && isDryRun(anyOf[1])) return without(anyOf[0]);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isDryRunAnswer(member))
      .map(([key, member]) => [key, without(member)]),
  );
}

function isDryRunParameter(value: unknown): boolean {
  return isObject(value) && value.in === "query" && value.name === "dryRun";
}

/** An answer that only a dry run gives. */
function isDryRunAnswer(value: unknown): boolean {
  const json = isObject(value) && isObject(value.content) && value.content["application/json"];
  return isObject(json) && isDryRun(json.schema);
}

/** The document as the client's types are made from: a dry run is a call of its own there, so that no other gets its answer. */
export function clientDocument(document: ApiDocument): Json {
  return without(document) as Json;
}

/** Tells whether types were made from this document. */
export function stampOf(document: Json): string {
  return createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16);
}
