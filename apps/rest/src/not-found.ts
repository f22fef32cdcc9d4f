import { DomainError } from "@highstreet/router";
import { fixedWords } from "@highstreet/router/features/shelf/visibility.schema.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./problem.ts";

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** A route of Fastify, and the parts of its path. */
export interface Route {
  methods: string[];
  parts: string[];
}

function matches(pattern: string[], segments: (string | undefined)[]): boolean {
  const isLongEnough = pattern.at(-1) === "*" ? segments.length >= pattern.length : pattern.length === segments.length;
  return (
    isLongEnough &&
    pattern.every((part, n) => {
      const segment = segments[n];
      if (part === ":barcode") return segment !== undefined && !fixedWords.has(segment);
      return part === "*" || (part.startsWith(":") ? segment !== "" : part === segment);
    })
  );
}

/** The methods of a path, for `Allow`; empty for an unknown path. */
function methodsOf(path: string, routes: readonly Route[]): string[] {
  const segments = path.split("/").map(decoded);
  const methods = new Set(routes.filter(({ parts }) => matches(parts, segments)).flatMap((route) => route.methods));
  return methods.size ? [...methods.add("OPTIONS")].sort() : [];
}

const nothing = "There is nothing at this address; /docs lists what there is.";

/** `curl -T stock.csv` adds the name of the file only to an address with a slash at its end. */
const withoutFileName = /^(?:\/v1)?\/inventory\/uploads\/?$/;
const nameTheFile =
  "Add the name of the file: PUT /inventory/uploads/stock.csv. curl -T adds the name to an address that ends with a slash.";

const MAX_MEANT = 4;

function adviceFor(path: string, routes: readonly Route[]): string {
  if (withoutFileName.test(path)) return nameTheFile;
  const word = /\/inventory\/([^/]+)$/.exec(path)?.[1] ?? "";
  if (!fixedWords.has(word)) return nothing;
  const calls = routes
    .map(({ methods, parts }) => `${methods[0]} ${parts.map((part) => part.replace(/^:(.*)/, "{$1}")).join("/")}`)
    .filter((call) => call.includes(" /v1/") && call.includes(`/inventory/${word}`) && !call.startsWith("HEAD"));
  const meant = `It is part of ${calls.slice(0, MAX_MEANT).join(", ")}.`;
  const body = "Name such a barcode in the body: POST …/inventory/customizations.";
  return `The word ${word} is no barcode in an address. ${meant} ${body}`;
}

/**
 * Answers a request without a route: 405 with `Allow` if the path exists, the methods for OPTIONS, otherwise 404.
 * @throws RouteNotFound, MethodNotAllowed
 */
export function createNotFoundHandler(routes: readonly Route[]) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.raw.url ?? "/");
    const methods = methodsOf(path, routes);
    if (!methods.length) throw new DomainError("RouteNotFound", adviceFor(path, routes));
    const allow = methods.join(", ");
    if (request.method === "OPTIONS") return reply.code(204).header("allow", allow).send();
    throw new DomainError("MethodNotAllowed", `${request.method} is not possible here; these are: ${allow}.`, {
      allow,
    });
  };
}
