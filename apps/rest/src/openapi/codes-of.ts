import type { ErrorCode } from "@highstreet/router";
import type { Traits } from "./traits.ts";

/** The 404 codes of each path parameter. */
const missing: Record<string, readonly ErrorCode[]> = {
  retailerId: ["RetailerNotFound"],
  storeId: ["StoreNotFound"],
  barcode: ["ProductNotFound"],
  customizationId: ["CustomizationNotFound"],
  ingestId: ["IngestNotFound"],
  keyId: ["KeyNotFound"],
  connector: ["ConnectionNotFound"],
  entryId: ["HistoryEntryNotFound"],
  operationId: ["OperationNotFound"],
  sequence: ["DeliveryNotFound"],
  type: ["ChannelNotEnabled", "UnknownChannel"],
};

/** All error codes of an operation: the codes from its traits, and its own. */
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
