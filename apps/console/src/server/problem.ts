import { DomainError, domainErrorOf } from "@highstreet/router";
import { texts } from "./texts.ts";

export type ProblemCode = DomainError["code"];

/** The error of a call. `message` is in words of the API. */
export interface Problem {
  code: string;
  message: string;
  /** Further members of the error, such as the columns of a refused file. */
  members: Record<string, unknown>;
}

interface Refusal {
  status: number;
  headers: Record<string, string>;
  problem: Problem;
}

export function headersOf(domain: DomainError | undefined): Record<string, string> {
  const wait: Record<string, string> = domain?.retryAfter ? { "retry-after": String(domain.retryAfter) } : {};
  return { "cache-control": "no-store", ...wait };
}

/** A defect is logged, and its caller gets a fixed sentence. */
export function problemOf(thrown: unknown): Refusal {
  const domain = domainErrorOf(thrown);
  const { status, code, message, members } = domain ?? new DomainError("InternalError", texts.defect);
  if (status >= 500) console.error(thrown);
  return { status, headers: headersOf(domain), problem: { code, message, members } };
}

export function problemAnswer(thrown: unknown): Response {
  const { status, headers, problem } = problemOf(thrown);
  return Response.json(problem, { status, headers });
}
