import { randomUUID } from "node:crypto";

/** The `X-Request-Id` of the caller if it is 1 to 128 visible characters, else one of ours (contract §1). */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}
