import type { SigningSecret } from "@highstreet/delivery";
import type { Vault } from "../../../kernel/context.ts";
import { validationFailed } from "../../../kernel/errors.ts";
import { type OwnHeaders, sealSecrets } from "../../webhooks/index.ts";
import { MAX_HEADERS } from "../endpoints.schema.ts";

type Given = Record<string, string | null> | null | undefined;

/** JSON Merge Patch. @throws ValidationFailed for more headers than an endpoint can have */
export function mergedHeaders(before: OwnHeaders, given: Given): OwnHeaders {
  if (given === undefined) return before;
  const all = Object.entries(given === null ? {} : { ...before, ...given });
  const headers = all.filter((entry): entry is [string, string] => entry[1] !== null).toSorted();
  if (headers.length <= MAX_HEADERS) return Object.fromEntries(headers);
  const message = `would be ${headers.length}: an endpoint has at most ${MAX_HEADERS}`;
  throw validationFailed([{ pointer: "/headers", code: "TooBig", message, limit: MAX_HEADERS }]);
}

/**
 * The headers after a move to another server. They can be the keys of the server before, and the caller need not know them: so the new one
 * gets only what this call names.
 * @throws ValidationFailed without `headers`
 */
export function headersElsewhere(before: OwnHeaders, given: Given): OwnHeaders {
  if (given !== undefined || !Object.keys(before).length) return mergedHeaders({}, given);
  const message = "is required with another server, which gets none of the headers before. Send null for none";
  throw validationFailed([{ pointer: "/headers", code: "Required", message }]);
}

export const sealOwn = (
  vault: Vault,
  endpointId: string,
  { secrets, headers }: { secrets: readonly SigningSecret[]; headers: OwnHeaders },
) => ({ ...sealSecrets(vault, { endpointId }, secrets, headers), headerNames: Object.keys(headers) });
