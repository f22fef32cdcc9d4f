import { createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createDocument } from "../openapi/document.ts";
import { errorsPage } from "./errors-page.ts";
import { contentPolicy } from "./page.ts";

const compress = promisify(gzip);

/** Paths for people and their tools, outside of the API. */
export const docPaths = [
  { method: "GET", path: "/" },
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/docs/errors" },
] as const;

interface File {
  type: string;
  plain: string;
  zipped: Buffer;
  etag: string;
}

async function fileOf(type: string, plain: string): Promise<File> {
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { type, plain, zipped: await compress(plain), etag: `"${hash}"` };
}

/** Headers and payload of a file that never changes while the process runs: compressed, or 304. */
function answerWith(request: FastifyRequest, reply: FastifyReply, file: File): string | Buffer | null {
  const { "accept-encoding": encodings = "", "if-none-match": known = "" } = request.headers;
  reply.headers({ etag: file.etag, "cache-control": "no-cache", vary: "Accept-Encoding", "content-type": file.type });
  if (known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === file.etag)) {
    reply.code(304).removeHeader("content-type");
    return null;
  }
  if (!/\bgzip\b/.test(String(encodings))) return file.plain;
  reply.header("content-encoding", "gzip");
  return file.zipped;
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const errors = once(() => fileOf("text/html; charset=utf-8", errorsPage()));

/** Marks the nonce in the page. Each answer replaces the mark with a new nonce. */
const NONCE = "nonce-of-this-answer";

/** The answer to `/`. */
const indexOf = (publicUrl: string) => ({
  service: "Highstreet API",
  docs: `${publicUrl}/docs`,
  openapi: `${publicUrl}/openapi.json`,
  errors: `${publicUrl}/docs/errors`,
  health: `${publicUrl}/healthz`,
});

/**
 * Serves the reference: `/openapi.json`, `/docs`, and `/docs/errors` for the types of problems. `/` lists these addresses. No key
 * is needed, and no page loads anything from another host.
 */
export async function serveDocs(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  const document = once(() => fileOf("application/json; charset=utf-8", JSON.stringify(createDocument(publicUrl))));
  let script: Promise<File> | undefined;
  app.addHook("onSend", async (request, reply, payload) => {
    const { url } = request.routeOptions;
    if (url === "/docs/" && typeof payload === "string") {
      const nonce = randomBytes(16).toString("base64");
      reply.headers({
        "content-security-policy": contentPolicy(`'self' 'nonce-${nonce}'`),
        "cache-control": "no-store",
      });
      return payload.replaceAll(NONCE, nonce);
    }
    if (url !== "/docs/js/scalar.js" || typeof payload !== "string") return payload;
    script ??= fileOf("text/javascript; charset=utf-8", payload);
    return answerWith(request, reply, await script);
  });
  for (const prefix of ["", "/v1"])
    app.get(`${prefix}/openapi.json`, async (request, reply) =>
      reply.send(answerWith(request, reply, await document())),
    );
  for (const path of ["/", "/v1", "/v1/"]) app.get(path, async () => indexOf(publicUrl));
  // The documents have one address. Other addresses redirect to it.
  for (const path of ["/v1/docs", "/v1/docs/"]) app.get(path, (_request, reply) => reply.redirect("/docs"));
  for (const path of ["/docs/errors/", "/v1/docs/errors", "/v1/docs/errors/"]) {
    app.get(path, (_request, reply) => reply.redirect("/docs/errors"));
  }
  app.get("/docs/errors", async (request, reply) => {
    reply.header("content-security-policy", contentPolicy("'none'"));
    return reply.send(answerWith(request, reply, await errors()));
  });
  await app.register(scalar, {
    routePrefix: "/docs",
    logLevel: "warn",
    configuration: {
      url: "/openapi.json",
      pageTitle: "Highstreet API",
      nonce: NONCE,
      theme: "default",
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: "never",
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      persistAuth: false,
      defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
      authentication: { preferredSecurityScheme: "apiKey" },
    },
  });
}
