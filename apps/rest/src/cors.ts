import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { answerHeaders } from "./openapi/answers.ts";

/** An entry in the list of origins: pages of this machine, on any port. */
const LOOPBACK = "loopback";

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** @param origins `https://partner.example`, or `loopback` */
export function createIsAllowed(origins: readonly string[]): (origin: string) => boolean {
  const named = new Set(origins);
  return (origin) => named.has(origin) || (named.has(LOOPBACK) && loopback.test(origin));
}

const headers = {
  methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  allowedHeaders: [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "X-Request-Id",
    "Mcp-Protocol-Version",
    "Mcp-Session-Id",
  ],
  exposedHeaders: ["Allow", "Mcp-Session-Id", ...Object.keys(answerHeaders)],
  maxAge: 7_200,
};

/** Lets every page read an answer of a call without a key. */
export const anyOrigin = { "access-control-allow-origin": "*" };

export function openToPages(app: FastifyInstance, method: string, url: string): void {
  const allowed = { "access-control-allow-methods": method, "access-control-allow-headers": "Content-Type" };
  const maxAge = { "access-control-max-age": headers.maxAge };
  app.options(url, async (_request, reply) =>
    reply
      .code(204)
      .headers({ ...anyOrigin, ...allowed, ...maxAge })
      .send(),
  );
}

/**
 * Lets browser pages of these origins call the API and read its headers. An OPTIONS call that is not a preflight gets its usual answer.
 * @param origins `https://partner.example`, or `loopback`
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (!origins.length) return;
  const isAllowed = createIsAllowed(origins);
  app.register(cors, {
    delegator: (request, done) => {
      const { origin, "access-control-request-method": method } = request.headers;
      const isKnown = origin !== undefined && isAllowed(origin);
      done(null, { ...headers, origin: isKnown ? origin : false, preflight: method !== undefined });
    },
  });
}
