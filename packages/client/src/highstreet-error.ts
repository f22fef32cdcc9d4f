import type { Schemas } from "./schemas.ts";

/** A call that failed, where its answer could not be returned: while pages are read. */
export class HighstreetError extends Error {
  /** What the API said (RFC 9457). */
  readonly problem: Schemas["Problem"];
  readonly response: Response;

  constructor(problem: Schemas["Problem"], response: Response) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "HighstreetError";
    this.problem = problem;
    this.response = response;
  }
}
