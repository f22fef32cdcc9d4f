import { DomainError, type ErrorCode } from "../kernel/errors.ts";

/** An error in a message to another process. */
export type Failure =
  | { code: ErrorCode; detail: string; members: Record<string, unknown> }
  /** An unexpected error, with its stack. */
  | { defect: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return { code: error.code, detail: error.message, members: error.members };
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(failure: Failure): Error {
  if ("defect" in failure) return new Error(`A feed could not be read: ${failure.defect}`);
  return new DomainError(failure.code, failure.detail, failure.members);
}
