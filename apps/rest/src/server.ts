import {
  createAuthenticate,
  createIsTrusted,
  createRateLimit,
  DomainError,
  OPEN_CALLS,
  requestIdOf,
} from "@highstreet/router";
import { MAX_UPLOAD_MS } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import { type CallMetrics, limitConnections, MAX_CONNECTIONS, type Span, type Tracing } from "@highstreet/telemetry";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import release from "../../../package.json" with { type: "json" };
import { type BaseContext, createCall } from "./call.ts";
import { allowOrigins, openToPages } from "./cors.ts";
import { announce } from "./deprecation.ts";
import { serveDocs } from "./docs.ts";
import { readGuides } from "./guides/read-guides.ts";
import { serveMcp } from "./mcp/serve-mcp.ts";
import { createNotFoundHandler, type Route } from "./not-found.ts";
import { operations as allOperations } from "./operations/index.ts";
import type { Operation } from "./operations/operation.ts";
import { createClientErrorHandler, pathOf, sendProblem } from "./problem.ts";
import { servePictures } from "./serve-pictures.ts";
import { once } from "./static-file.ts";

/**
 * Makes a span of each call, with its route and request id, and continues the caller's `traceparent`. Call it before other hooks are
 * added, so that their work belongs to the span.
 */
function traceCalls(
  app: FastifyInstance,
  tracer: Pick<Tracing, "start" | "within">,
  isHealth: (request: FastifyRequest) => boolean,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    if (isHealth(request)) return done();
    const { method, headers } = request;
    const route = request.routeOptions.url ?? "none";
    const span = tracer.start(`${method} ${route}`, {
      kind: "server",
      parent: typeof headers.traceparent === "string" ? headers.traceparent : undefined,
      members: { "http.request.method": method, "http.route": route, "highstreet.request_id": request.id },
    });
    spans.set(request, span);
    tracer.within(span, done);
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    spans.get(request)?.end({ "http.response.status_code": statusCode }, statusCode >= 500);
    done();
  });
}

/**
 * Browsers must trust the content type, show no answer in a frame, and send no Referer.
 * @param publicUrl the URL of the API; with https, browsers are asked to stay with https (RFC 6797)
 */
function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}

export interface ServerOptions {
  context: BaseContext;
  /** Public address of the service. Links and problem types begin with it. */
  publicUrl: string;
  /** The reason why the service cannot answer (`The service is ending.`); undefined if it can. */
  whyNotReady: () => Promise<string | undefined>;
  /** Maximum calls per second of one key; default 1,000. */
  rateLimit?: number;
  /** The number of processes that divide this limit (`countProcesses`). Default: 1. */
  processes?: () => number;
  /** Calls per second without a valid key, per network and per widget. Default: 50. */
  openRateLimit?: number;
  /** Origins of the browser pages that can call. `loopback`: origins of this machine. Default: none. */
  corsOrigins?: readonly string[];
  /** Addresses and networks of trusted proxies. Their `X-Forwarded-For` counts. Default: none. */
  trustedProxies?: readonly string[];
  onCall?: CallMetrics;
  /** Default: the whole table. */
  operations?: readonly Operation[];
  tracer?: Pick<Tracing, "start" | "within"> | undefined;
  logger?: FastifyBaseLogger;
}

const isHealth = ({ raw }: FastifyRequest): boolean => /^(\/v1)?\/(healthz|readyz)$/.test(raw.url ?? "");

const webhookAlias = /^([^?]*\/channels\/)webhook\//;

/** A slash at the end of a path below `/retailers`, `/channels`, `/inventory` or `/keys`. The pages for people have their own. */
const finalSlash = /^((?:\/v1)?\/(?:retailers|channels|inventory|keys|widget-sightings)[^?]*)\/(?=\?|$)/;

/** Makes the REST API: the table of operations over the router, with and without the prefix `/v1`. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const publicUrl = options.publicUrl.replace(/\/+$/, "");
  const docs = `${publicUrl}/docs/errors`;
  const { operations = allOperations } = options;
  const clientErrors = createClientErrorHandler(docs);
  const routes: Route[] = [];
  const notFound = createNotFoundHandler(routes);

  function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    try {
      return notFound(request, reply);
    } catch (error) {
      return sendProblem(docs, error, request, reply);
    }
  }

  const secure = securityHeaders(publicUrl);

  const app: FastifyInstance = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"]),
    trustProxy: createIsTrusted(options.trustedProxies ?? []),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    // A verb explains a wrong long id. The router would only answer 404.
    routerOptions: { maxParamLength: 16_384, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => {
      const badUrl = new DomainError("MalformedRequest", "The address is not valid URL encoding of UTF-8.");
      // Hooks do not run for such a call.
      reply.headers(secure);
      sendProblem(docs, error.code === "FST_ERR_BAD_URL" ? badUrl : error, request, reply);
    },
    clientErrorHandler: clientErrors.onClientError,
    rewriteUrl: ({ url = "/" }) => url.replace(webhookAlias, "$1webhooks/").replace(finalSlash, "$1"),
    // Fastify has no timeout by default, so a body could take forever.
    requestTimeout: MAX_UPLOAD_MS,
    // Node would answer an empty 400 to a call without Host. The service does not need Host.
    http: { requireHostHeader: false },
    // During shutdown, running calls and calls on open connections get their answers. Then their connections end.
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });

  app.addHook("onRoute", ({ method, url }) => {
    if (method !== "OPTIONS") routes.push({ methods: [method].flat(), parts: url.split("/") });
  });
  limitConnections(app.server, MAX_CONNECTIONS);
  app.decorateRequest("actor", null);
  // A call reads its body itself, after its checks.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  if (options.tracer) traceCalls(app, options.tracer, isHealth);
  // Hooks are plain functions, because a promise in each hook costs a turn of the event loop.
  app.addHook("onRequest", (request, reply, done) => {
    clientErrors.onRequest(request.raw, reply.raw);
    reply.header("x-request-id", request.id).headers(secure);
    done();
  });
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const caller = request.actor && "keyId" in request.actor ? request.actor.keyId : undefined;
    request.log.info({
      method: request.method,
      path: pathOf(request.raw.url ?? ""),
      status: reply.statusCode,
      ms,
      caller,
    });
    const route = request.routeOptions.url ?? "none";
    options.onCall?.({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const isMediaType = code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE";
    // Fastify checks the Content-Type also for unknown paths.
    if (isMediaType && request.is404) return answerNotFound(request, reply);
    const shown = isMediaType ? new DomainError("UnsupportedMediaType", "The Content-Type is no media type.") : error;
    return sendProblem(docs, shown, request, reply);
  });
  app.setNotFoundHandler(notFound);
  const { corsOrigins = [] } = options;
  allowOrigins(app, corsOrigins);

  const { now } = options.context;
  const rateLimit = createRateLimit(options.rateLimit ?? 1_000, now, options.processes);
  const openLimit = createRateLimit(options.openRateLimit ?? OPEN_CALLS, now);
  const guides = once(readGuides);
  app.register(serveDocs, { publicUrl, openLimit, guides });
  servePictures(app, options.context);
  const authenticate = createAuthenticate(options.context, openLimit);
  serveMcp(app, { context: options.context, publicUrl, corsOrigins, authenticate, rateLimit, guides });
  for (const prefix of ["", "/v1"]) {
    for (const operation of operations) {
      const { context } = options;
      const call = createCall(operation, { context, publicUrl, notFound, authenticate, rateLimit, openLimit });
      if (operation.open !== undefined) openToPages(app, operation.method, prefix + operation.path);
      app.route({
        method: operation.method,
        url: prefix + operation.path,
        onRequest: call.onRequest,
        ...(operation.deprecated && { onSend: announce(operation.deprecated, publicUrl) }),
        handler: call.handler,
      });
    }
    app.get(`${prefix}/healthz`, { logLevel: "warn" }, async () => ({ status: "ok", version: release.version }));
    app.get(`${prefix}/readyz`, { logLevel: "silent" }, async () => {
      const why = await options.whyNotReady();
      if (why !== undefined) throw new DomainError("Unavailable", why);
      return { status: "ready" };
    });
  }
  return app;
}
