import type { Context } from "./context.ts";
import { DomainError } from "./errors.ts";

/** The versions that a caller means its change for (`If-Match`); `any`: whatever is there. */
export type IfMatch = ReadonlySet<number> | "any";

const other = "If-Match names another version than the current one: read it again, and change that.";
const none =
  'If-Match names no version, so nothing can match: send the ETag as GET answers it, such as "3". A weak one (W/"3") never matches.';
const unversioned = "What this call changes has no versions, so nothing can match: leave If-Match out.";

/** What is said where there are no versions that a caller could name. */
export function preconditionFailed(): DomainError {
  return new DomainError("PreconditionFailed", unversioned);
}

/**
 * Holds a change to the version that its caller named, if it named one. To be called in the change's transaction, where
 * the row is locked, so that of two changes to the same version one fails.
 * @param current the version before the change; 0: there is none yet
 * @throws PreconditionFailed
 */
export function checkVersion({ ifMatch }: Pick<Context, "ifMatch">, current: number): void {
  if (ifMatch === undefined || ifMatch === "any" || ifMatch.has(current)) return;
  throw new DomainError("PreconditionFailed", ifMatch.size ? other : none, { version: current });
}
