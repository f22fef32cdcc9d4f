import type { Context } from "./context.ts";
import { DomainError } from "./errors.ts";

/** The versions that a caller means its change for (`If-Match`); `any`: whatever is there. */
export type IfMatch = ReadonlySet<number> | "any";

/** What is said where no version is that the caller named. */
export function preconditionFailed(members: Record<string, unknown> = {}): DomainError {
  const detail = "If-Match names another version than the current one: read it again, and change that.";
  return new DomainError("PreconditionFailed", detail, members);
}

/**
 * Holds a change to the version that its caller named, if it named one. To be called in the change's transaction, where
 * the row is locked, so that of two changes to the same version one fails.
 * @param current the version before the change; 0: there is none yet
 * @throws PreconditionFailed
 */
export function checkVersion({ ifMatch }: Pick<Context, "ifMatch">, current: number): void {
  if (ifMatch === undefined || ifMatch === "any" || ifMatch.has(current)) return;
  throw preconditionFailed({ version: current });
}
