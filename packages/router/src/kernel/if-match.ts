import type { Context } from "./context.ts";
import { DomainError } from "./errors.ts";

export type IfMatch = ReadonlySet<number> | "any";

const other = "If-Match names another version than the current one: read it again, and change that.";
const none =
  'If-Match names no version, so nothing can match: send the ETag as GET answers it, such as "3". A weak one (W/"3") never matches.';
const unversioned = "What this call changes has no versions, so nothing can match: leave If-Match out.";

/** The error for a record without versions. */
export function preconditionFailed(): DomainError {
  return new DomainError("PreconditionFailed", unversioned);
}

/**
 * Checks the version that the caller sent in `If-Match`, if any. Call this function in the transaction of the change, after the row
 * is locked, so that one of two concurrent changes fails.
 * @param current the version before the change; 0 for a new record
 * @throws PreconditionFailed
 */
export function checkVersion({ ifMatch }: Pick<Context, "ifMatch">, current: number): void {
  if (ifMatch === undefined || ifMatch === "any" || ifMatch.has(current)) return;
  throw new DomainError("PreconditionFailed", ifMatch.size ? other : none, { version: current });
}
