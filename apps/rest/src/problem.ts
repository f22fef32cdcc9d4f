import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { DomainError, problemOf, publicError, requestIdOf } from "@highstreet/router";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The path of a call, as it was sent, without its query. */
export const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

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

export function headersTooLarge(): DomainError {
  return new DomainError("HeadersTooLarge", "The headers, or the address, are larger than 16 KiB.");
}

/** Answers requests that Node's parser refuses. There is no reply object for them, only the socket. */
export function createClientErrorHandler(docs: string) {
  const answering = new WeakMap<Socket, ServerResponse>();
  return {
    /** Called for every request, so that no text is written into a running answer. */
    onRequest: (request: IncomingMessage, response: ServerResponse): void => {
      answering.set(request.socket, response);
    },
    onClientError: (error: NodeJS.ErrnoException, socket: Socket): void => {
      const response = answering.get(socket);
      const isAnswering = response?.headersSent === true && !response.writableFinished;
      if (!socket.writable || error.code === "ECONNRESET" || isAnswering) {
        socket.destroy();
        return;
      }
      const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
      const incomplete = new DomainError("MalformedRequest", "This is not a complete HTTP request.");
      const domain = isTooLarge ? headersTooLarge() : incomplete;
      const requestId = requestIdOf(undefined);
      const body = JSON.stringify(problemOf(domain, { docs, instance: "", requestId }));
      const head = [
        `HTTP/1.1 ${domain.status} ${STATUS_CODES[domain.status]}`,
        "Content-Type: application/problem+json; charset=utf-8",
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        "Connection: close",
      ];
      socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
    },
  };
}
