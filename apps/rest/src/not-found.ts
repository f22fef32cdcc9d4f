import { DomainError } from "@highstreet/router";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./problem.ts";

/**
 * Answers a request without a route: 405 with `Allow` if the path exists, the methods for OPTIONS, otherwise 404.
 * @throws RouteNotFound, MethodNotAllowed
 */
export function createNotFoundHandler(methodsOf: (path: string) => string[]) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.raw.url ?? "/");
    const methods = methodsOf(path.startsWith("/v1/") ? path.slice(3) : path);
    if (!methods.length)
      throw new DomainError("RouteNotFound", "There is nothing at this address; /docs lists what there is.");
    const allow = methods.join(", ");
    if (request.method === "OPTIONS") return reply.code(204).header("allow", allow).send();
    throw new DomainError("MethodNotAllowed", `${request.method} is not possible here; these are: ${allow}.`, {
      allow,
    });
  };
}
