import type { Schemas } from "./schemas.ts";

/** A failed call that cannot return its answer, such as a page of a list. */
export class HighstreetError extends Error {
  /** The problem from the API (RFC 9457). */
  readonly problem: Schemas["Problem"];
  readonly response: Response;

  constructor(problem: Schemas["Problem"], response: Response) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "HighstreetError";
    this.problem = problem;
    this.response = response;
  }
}
