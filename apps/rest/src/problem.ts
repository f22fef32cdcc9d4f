import { DomainError, domainErrorOf } from "@highstreet/router";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The answer to a failed call (RFC 9457). */
export interface Problem {
  /** Address of the code's documentation. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Path of the call. */
  instance: string;
  code: DomainError["code"];
  requestId: string;
  [member: string]: unknown;
}

/** `RetailerNotFound` → `Retailer not found` */
export function titleOf(code: string): string {
  const [first, ...rest] = code.split(/(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

/** The public error for a thrown value. A defect shows nothing of its inside. */
export function publicError(thrown: unknown): DomainError {
  const domain = domainErrorOf(thrown);
  if (domain) return domain;
  return new DomainError(
    "InternalError",
    "Something went wrong on our side. Please try again; if it persists, tell us the requestId.",
  );
}

export function problemOf(error: DomainError, call: { docs: string; instance: string; requestId: string }): Problem {
  const { code } = error;
  return {
    type: `${call.docs}#${code}`,
    title: titleOf(code),
    status: error.status,
    detail: error.message,
    instance: call.instance,
    code,
    requestId: call.requestId,
    ...error.members,
  };
}

/** The path of a call, as it was sent, without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** The extra headers of an error. */
function headersOf(error: DomainError): Record<string, string> {
  if (error.code === "Unauthorized") return { "www-authenticate": 'Bearer realm="highstreet"' };
  if (error.retryAfter) return { "retry-after": String(error.retryAfter) };
  if (error.code === "MethodNotAllowed") return { allow: String(error.members.allow ?? "") };
  return {};
}

/** Answers a failed call. An unexpected error is logged with its cause, and the caller gets a fixed text. */
export function sendProblem(docs: string, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = publicError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown }, error.code);
  reply.headers(headersOf(error)).header("x-request-id", request.id);
  const { allow: _allow, ...members } = error.members;
  const problem = problemOf(new DomainError(error.code, error.message, members), {
    docs,
    instance: pathOf(request.raw.url ?? "/"),
    requestId: request.id,
  });
  return reply
    .code(error.status)
    .header("content-type", "application/problem+json; charset=utf-8")
    .send(JSON.stringify(problem));
}
