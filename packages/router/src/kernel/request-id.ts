import { randomUUID } from "node:crypto";

/** The caller's `X-Request-Id` if it has 1 to 128 visible characters, else a new id (contract §1). */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}
