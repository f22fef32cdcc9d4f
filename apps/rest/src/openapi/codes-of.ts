import type { ErrorCode } from "@highstreet/router";
import type { Traits } from "./traits.ts";

/** What is not found when a parameter of the path names nothing. */
const missing: Record<string, readonly ErrorCode[]> = {
  retailerId: ["RetailerNotFound"],
  storeId: ["StoreNotFound"],
  barcode: ["ProductNotFound"],
  customizationId: ["CustomizationNotFound"],
  ingestId: ["IngestNotFound"],
  keyId: ["KeyNotFound"],
  entryId: ["HistoryEntryNotFound"],
  sequence: ["DeliveryNotFound"],
  type: ["ChannelNotEnabled", "UnknownChannel"],
};

/** Every error code that an operation can answer with, from its traits and its own. */
export function codesOf(traits: Traits): ErrorCode[] {
  const { meta, params, isWrite, isRepeatable, route } = traits;
  const codes: (ErrorCode | readonly ErrorCode[] | false | undefined)[] = [
    "MalformedRequest",
    meta.access !== "public" && "Unauthorized",
    (meta.access !== "public" || route.open !== undefined) && "RateLimited",
    !["public", "any", "upload"].includes(meta.access) && "InsufficientScope",
    params.flatMap((name) => missing[name] ?? []),
    isWrite && ["PayloadTooLarge", "UnsupportedMediaType"],
    isWrite && route.body !== "stream" && "ValidationFailed",
    isRepeatable && meta.access !== "public" && ["IdempotencyKeyInUse", "IdempotencyKeyReused"],
    (route.method === "PATCH" || route.method === "DELETE") && "PreconditionFailed",
    route.errors,
    ["HeadersTooLarge", "InternalError", "Unavailable"],
  ];
  return [...new Set(codes.flatMap((code) => (code ? code : [])))];
}
