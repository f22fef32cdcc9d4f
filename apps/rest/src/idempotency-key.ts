import { DomainError, type KeyedCall, type PathScope, transactionScopeOf } from "@highstreet/router";
import type { FastifyRequest } from "fastify";
import type { Operation } from "./operations/operation.ts";

/**
 * The call with its `Idempotency-Key`; undefined without a key, and for idempotent methods.
 * @param body the raw bytes
 * @throws MalformedRequest for a key that is empty or over 255 characters
 */
export function keyedCallOf(
  request: FastifyRequest,
  body: Uint8Array,
  { takesFeed }: Pick<Operation, "takesFeed">,
): KeyedCall | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || (request.method !== "POST" && request.method !== "PATCH")) return undefined;
  if (typeof key !== "string" || key === "" || key.length > 255) {
    throw new DomainError("MalformedRequest", "Idempotency-Key must be 1 to 255 characters, such as a new UUID.");
  }
  const url = request.raw.url ?? "";
  const path = url.startsWith("/v1/") ? url.slice(3) : url;
  const scope = transactionScopeOf(request.params as PathScope);
  return { key, sent: [request.method, path], body, scope, bulk: takesFeed && "large" };
}
