import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { DomainError, requestIdOf } from "@highstreet/router";
import { problemOf } from "./problem.ts";

function errorOf(code: string | undefined): DomainError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new DomainError("HeadersTooLarge", "The headers, or the address, are larger than 16 KiB.");
  }
  return new DomainError("MalformedRequest", "This is not a complete HTTP request.");
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
      const domain = errorOf(error.code);
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
