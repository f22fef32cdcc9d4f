import { randomBytes } from "node:crypto";
import type { RateLimit } from "@highstreet/router";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import type { Guides } from "./guides/read-guides.ts";
import { serveGuides } from "./guides/serve-guides.ts";
import { createDocument } from "./openapi/document.ts";
import { answerWith, fileOf, once, type StaticFile } from "./static-file.ts";

/** Of the reference, whose script makes styles and pictures. */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Each answer replaces the mark with a new nonce. */
const NONCE = "nonce-of-this-answer";

const indexOf = (publicUrl: string) => ({
  service: "Highstreet API",
  docs: `${publicUrl}/docs`,
  reference: `${publicUrl}/docs/reference/`,
  openapi: `${publicUrl}/openapi.json`,
  errors: `${publicUrl}/docs/errors`,
  health: `${publicUrl}/healthz`,
});

/**
 * Serves the documents: `/docs` and the guides below it, `/docs/reference`, and `/openapi.json`. No key is needed, and no page loads
 * anything from another host.
 */
export async function serveDocs(
  app: FastifyInstance,
  { publicUrl, openLimit, guides }: { publicUrl: string; openLimit: RateLimit; guides: () => Promise<Guides> },
): Promise<void> {
  const document = once(() => fileOf("application/json; charset=utf-8", JSON.stringify(createDocument(publicUrl))));
  let script: Promise<StaticFile> | undefined;
  app.addHook("onSend", async (request, reply, payload) => {
    const { url } = request.routeOptions;
    if (url === "/docs/reference/" && typeof payload === "string") {
      const nonce = randomBytes(16).toString("base64");
      reply.headers({ "content-security-policy": contentPolicy(nonce), "cache-control": "no-store" });
      return payload.replaceAll(NONCE, nonce);
    }
    if (url !== "/docs/reference/js/scalar.js" || typeof payload !== "string") return payload;
    script ??= fileOf("text/javascript; charset=utf-8", payload);
    return answerWith(request, reply, await script);
  });
  for (const prefix of ["", "/v1"])
    app.get(`${prefix}/openapi.json`, async (request, reply) =>
      reply.send(answerWith(request, reply, await document())),
    );
  for (const path of ["/", "/v1", "/v1/"]) app.get(path, async () => indexOf(publicUrl));
  serveGuides(app, { publicUrl, openLimit, guides });
  await app.register(scalar, {
    routePrefix: "/docs/reference",
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
