import type { Actor } from "./context.ts";
import { DomainError } from "./errors.ts";

/** The one text of a 401 for each way of calling. */
const texts = {
  key: "The API key is missing, unknown, revoked or expired. Send a valid key as: Authorization: Bearer hs_…",
  uploadKey:
    "The upload key is missing, unknown or replaced. Send the store's current key as: Authorization: Bearer hsu_… (SFTP: as the password)",
  person: "Sign in to the console first.",
  personOrKey: "Sign in to the console first, or send an API key as: Authorization: Bearer hs_…",
};

/** The 401 of a call without valid credentials. @param needs what the call accepts */
export function unauthorized(needs: keyof typeof texts): DomainError {
  return new DomainError("Unauthorized", texts[needs]);
}

/**
 * The signed-in person who makes the call.
 * @throws Unauthorized for nobody; InsufficientScope for a key
 */
export function personOf(actor: Actor | null): Extract<Actor, { kind: "staff" }> {
  if (actor?.kind === "staff") return actor;
  throw actor ? needsPerson() : unauthorized("person");
}

/** The 403 of a key at a call that only people make. */
export function needsPerson(): DomainError {
  return new DomainError("InsufficientScope", "This call needs a signed-in person. No API key can make it.");
}
