import type { Schemas } from "./verify-webhook.ts";

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

type Problem = Schemas["Problem"];

/** The codes for statuses that gateways send. Any other status means that the API was not reached. */
const codes: Partial<Record<number, Problem["code"]>> = {
  400: "MalformedRequest",
  401: "Unauthorized",
  404: "RouteNotFound",
  413: "PayloadTooLarge",
  429: "RateLimited",
  431: "HeadersTooLarge",
};

/** The problem of a failed answer; undefined if the answer is not from the API: from a gateway, empty, or cut off. */
export async function problemOf(response: Response): Promise<Pick<Problem, "code"> | undefined> {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const isProblem = typeof body === "object" && body !== null && "code" in body;
  return isProblem ? (body as Problem) : undefined;
}

/**
 * The problem for an answer that is not from the API.
 * @param instance path of the call
 */
export function foreignProblem(response: Response, instance = ""): Problem {
  const { status, statusText, headers } = response;
  const came = `${status} ${statusText}, ${headers.get("content-type") ?? "no content type"}`;
  return {
    type: "about:blank",
    title: "Not an answer of the API's",
    status,
    detail: `${came}: a gateway may have answered, or baseUrl may belong to another service`,
    instance,
    code: codes[status] ?? "Unavailable",
    requestId: headers.get("x-request-id") ?? "",
  };
}

export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/**
 * Returns an answer of the API as it is. Replaces any other failed answer by a problem, so that every failure has one.
 */
export async function withProblem(response: Response, request: Request): Promise<Response> {
  if (response.ok || response.status === 304 || (await problemOf(response))) return response;
  await discard(response);
  // `Response` accepts only these statuses.
  const status = response.status >= 200 && response.status <= 599 ? response.status : 502;
  const headers = new Headers(response.headers);
  // These headers describe the old body.
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", "application/problem+json");
  const problem = { ...foreignProblem(response, new URL(request.url).pathname), status };
  return new Response(JSON.stringify(problem), { status, headers });
}
