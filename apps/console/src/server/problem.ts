import { domainErrorOf } from "@highstreet/router";

/** What a call failed with. `message` is made for people. */
export interface Problem {
  code: string;
  message: string;
  /** Such as the columns that a refused file has, and those that it lacks. */
  members: Record<string, unknown>;
}

/** A call's failure, and its HTTP status. What is a defect of ours is logged, and told in a fixed sentence. */
export function problemOf(thrown: unknown): { status: number; problem: Problem } {
  const domain = domainErrorOf(thrown);
  if (domain) {
    return { status: domain.status, problem: { code: domain.code, message: domain.message, members: domain.members } };
  }
  console.error(thrown);
  const message = "Something went wrong on our side. Please try again.";
  return { status: 500, problem: { code: "InternalError", message, members: {} } };
}

/** The JSON answer to a failed call. */
export function problemAnswer(thrown: unknown): Response {
  const { status, problem } = problemOf(thrown);
  return Response.json(problem, { status, headers: { "cache-control": "no-store" } });
}
