import { DomainError, domainErrorOf } from "@highstreet/router";

/** What a call failed with. `message` is made for people. */
export interface Problem {
  code: string;
  message: string;
  /** Such as the columns that a refused file has, and those that it lacks. */
  members: Record<string, unknown>;
}

/** How a call's failure is answered. */
interface Refusal {
  status: number;
  headers: Record<string, string>;
  problem: Problem;
}

const defect = "Something went wrong on our side. Please try again.";

/** Headers of a failure: such as when to send the call again. */
export function headersOf(domain: DomainError | undefined): Record<string, string> {
  const wait: Record<string, string> = domain?.retryAfter ? { "retry-after": String(domain.retryAfter) } : {};
  return { "cache-control": "no-store", ...wait };
}

/** A call's failure, its HTTP status and headers. A failure of ours is logged; the caller of a defect gets a fixed sentence. */
export function problemOf(thrown: unknown): Refusal {
  const domain = domainErrorOf(thrown);
  const { status, code, message, members } = domain ?? new DomainError("InternalError", defect);
  if (status >= 500) console.error(thrown);
  return { status, headers: headersOf(domain), problem: { code, message, members } };
}

/** The JSON answer to a failed call. */
export function problemAnswer(thrown: unknown): Response {
  const { status, headers, problem } = problemOf(thrown);
  return Response.json(problem, { status, headers });
}
