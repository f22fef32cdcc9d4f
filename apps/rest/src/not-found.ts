import { DomainError } from "@highstreet/router";
import { fixedWords } from "@highstreet/router/features/shelf/visibility.schema.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "./operations/operation.ts";
import { pathOf } from "./problem.ts";

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function matches(pattern: string[], segments: (string | undefined)[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, n) => {
      const segment = segments[n];
      if (part === ":barcode") return segment !== undefined && !fixedWords.has(segment);
      return part.startsWith(":") ? segment !== "" : part === segment;
    })
  );
}

/** The methods of a path without `/v1`, for `Allow`; empty for an unknown path. */
export function createMethodFinder(routes: readonly Pick<Operation, "method" | "path">[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({ method, parts: path.split("/") }));
  return (path) => {
    const segments = path.split("/").map(decoded);
    const methods = new Set<string>(
      patterns.filter(({ parts }) => matches(parts, segments)).map(({ method }) => method),
    );
    if (!methods.size) return [];
    if (methods.has("GET")) methods.add("HEAD");
    methods.add("OPTIONS");
    return [...methods].sort();
  };
}

const nothing = "There is nothing at this address; /docs lists what there is.";

/** `curl -T stock.csv` adds the name of the file only to an address with a slash at its end. */
const withoutFileName = /^(?:\/v1)?\/inventory\/uploads\/?$/;
const nameTheFile =
  "Add the name of the file: PUT /inventory/uploads/stock.csv. curl -T adds the name to an address that ends with a slash.";

function adviceFor(path: string): string {
  if (withoutFileName.test(path)) return nameTheFile;
  const word = /\/inventory\/([^/]+)$/.exec(path)?.[1] ?? "";
  if (!fixedWords.has(word)) return nothing;
  return `The word ${word} is no barcode in an address. Name such a barcode in the body: POST …/inventory/customizations.`;
}

/**
 * Answers a request without a route: 405 with `Allow` if the path exists, the methods for OPTIONS, otherwise 404.
 * @throws RouteNotFound, MethodNotAllowed
 */
export function createNotFoundHandler(methodsOf: (path: string) => string[]) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.raw.url ?? "/");
    const methods = methodsOf(path.startsWith("/v1/") ? path.slice(3) : path);
    if (!methods.length) throw new DomainError("RouteNotFound", adviceFor(path));
    const allow = methods.join(", ");
    if (request.method === "OPTIONS") return reply.code(204).header("allow", allow).send();
    throw new DomainError("MethodNotAllowed", `${request.method} is not possible here; these are: ${allow}.`, {
      allow,
    });
  };
}
