import type { Schemas } from "./schemas.ts";

type Problem = Schemas["Problem"];

/** What a gateway means by a status that it gives itself; by all others, that the API could not be asked. */
const codes: Partial<Record<number, Problem["code"]>> = {
  400: "MalformedRequest",
  401: "Unauthorized",
  404: "RouteNotFound",
  413: "PayloadTooLarge",
  429: "RateLimited",
  431: "HeadersTooLarge",
};

/** The problem of a failed answer; undefined where it is none of the API's: of a gateway, empty, or cut off. */
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
 * What to say of an answer that is none of the API's.
 * @param instance path of the call
 */
export function foreignProblem(response: Response, instance = ""): Problem {
  const { status, statusText, headers } = response;
  const came = `${status} ${statusText}, ${headers.get("content-type") ?? "no content type"}`;
  return {
    type: "about:blank",
    title: "Not an answer of the API's",
    status,
    detail: `${came}: a gateway on the way may have answered, or baseUrl may be another service's`,
    instance,
    code: codes[status] ?? "Unavailable",
    requestId: headers.get("x-request-id") ?? "",
  };
}

/** Frees the line of an answer that nobody reads. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** The answer as it came where it is the API's; else one that says so in a problem, so that every failure has one. */
export async function withProblem(response: Response, request: Request): Promise<Response> {
  if (response.ok || response.status === 304 || (await problemOf(response))) return response;
  await discard(response);
  // A Response can be made of these alone.
  const status = response.status >= 200 && response.status <= 599 ? response.status : 502;
  const headers = new Headers(response.headers);
  // They were of the body that it had.
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", "application/problem+json");
  const problem = { ...foreignProblem(response, new URL(request.url).pathname), status };
  return new Response(JSON.stringify(problem), { status, headers });
}
