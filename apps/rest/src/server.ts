import {
  type AskShare,
  createAuthenticate,
  createIsTrusted,
  createRateLimit,
  createSharedRateLimit,
  DomainError,
  OPEN_CALLS,
  requestIdOf,
} from "@highstreet/router";
import type { CallMetrics, Tracing } from "@highstreet/telemetry";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { type BaseContext, badUrl, createCall } from "./call.ts";
import { createClientErrorHandler } from "./client-error.ts";
import { allowOrigins, openToPages } from "./cors.ts";
import { docPaths, serveDocs } from "./docs/serve-docs.ts";
import { createNotFoundHandler } from "./not-found.ts";
import { operations } from "./operations/index.ts";
import { pathOf, sendProblem } from "./problem.ts";
import { createMethodFinder } from "./route-matcher.ts";
import { securityHeaders } from "./security-headers.ts";
import { traceCalls } from "./trace-calls.ts";
import { createUploadCalls, type UploadCalls } from "./upload-calls.ts";

export interface ServerOptions {
  /** The context of every call, without the caller and the request id. */
  context: BaseContext;
  /** Public address of the service. Links and problem types begin with it. */
  publicUrl: string;
  /** The reason why the service cannot answer (`The service is ending.`); undefined if it can. */
  whyNotReady: () => Promise<string | undefined>;
  /** Whether the service has started. Calls before that get 503. Default: it has. */
  hasStarted?: () => boolean;
  /** Maximum calls per second of one key; default 1,000. */
  rateLimit?: number;
  /** Shares of this limit (`createShares`). Default: this process is the only one. */
  askShare?: AskShare;
  /** Calls per second without a valid key, per network and per widget. Default: 50. */
  openRateLimit?: number;
  /** Origins of the browser pages that can call. `loopback`: origins of this machine. Default: none. */
  corsOrigins?: readonly string[];
  /** Addresses and networks of trusted proxies. Their `X-Forwarded-For` counts. Default: none. */
  trustedProxies?: readonly string[];
  /** Measures each call. Default: nothing is measured. */
  onCall?: CallMetrics;
  /** Traces each call. Default: no traces. */
  tracer?: Pick<Tracing, "start" | "within"> | undefined;
  /** Default: no log. */
  logger?: FastifyBaseLogger;
}

export interface RestServer {
  app: FastifyInstance;
  /** Uploads without HTTP. They share the limits of the server. */
  uploads: UploadCalls;
}

/** Paths outside of the table: whether the process runs, and whether it can answer calls. */
const healthPaths = [
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/readyz" },
] as const;

const isHealth = ({ raw }: FastifyRequest): boolean => /^(\/v1)?\/(healthz|readyz)$/.test(raw.url ?? "");

/** The largest feed at 1 Mbit/s takes 28 minutes. */
export const LONGEST_UPLOAD_MS = 30 * 60_000;

/** The path segment `webhook` is an alias of `webhooks`. */
const webhookAlias = /^([^?]*\/channels\/)webhook\//;

/** A slash at the end of a path below `/retailers`, `/channels`, `/inventory` or `/keys`. The pages for people have their own. */
const finalSlash = /^((?:\/v1)?\/(?:retailers|channels|inventory|keys|widget-sightings)[^?]*)\/(?=\?|$)/;

/** Makes the REST API: the table of operations over the router, with and without the prefix `/v1`. The server does not listen yet. */
export function buildServer(options: ServerOptions): RestServer {
  const publicUrl = options.publicUrl.replace(/\/+$/, "");
  const docs = `${publicUrl}/docs/errors`;
  const clientErrors = createClientErrorHandler(docs);
  const notFound = createNotFoundHandler(createMethodFinder([...operations, ...healthPaths, ...docPaths]));

  function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    try {
      return notFound(request, reply);
    } catch (error) {
      return sendProblem(docs, error, request, reply);
    }
  }

  const secure = securityHeaders(publicUrl);
  const { hasStarted = () => true } = options;

  const app: FastifyInstance = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"]),
    trustProxy: createIsTrusted(options.trustedProxies ?? []),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    // A verb explains a wrong long id. The router would only answer 404.
    routerOptions: { maxParamLength: 16_384, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => {
      const isBadUrl = error.code === "FST_ERR_BAD_URL";
      // Hooks do not run for such a call.
      reply.headers(secure);
      sendProblem(docs, isBadUrl ? badUrl() : error, request, reply);
    },
    clientErrorHandler: clientErrors.onClientError,
    rewriteUrl: ({ url = "/" }) => url.replace(webhookAlias, "$1webhooks/").replace(finalSlash, "$1"),
    // Fastify has no timeout by default, so a body could take forever.
    requestTimeout: LONGEST_UPLOAD_MS,
    // Node would answer an empty 400 to a call without Host. The service does not need Host.
    http: { requireHostHeader: false },
    // During shutdown, running calls and calls on open connections get their answers. Then their connections end.
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });

  app.decorateRequest("actor", null);
  // A call reads its body itself, after its checks.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  if (options.tracer) traceCalls(app, options.tracer, isHealth);
  // Hooks are plain functions, because a promise in each hook costs a turn of the event loop.
  app.addHook("onRequest", (request, reply, done) => {
    clientErrors.onRequest(request.raw, reply.raw);
    reply.header("x-request-id", request.id).headers(secure);
    if (hasStarted() || isHealth(request)) done();
    else done(new DomainError("Unavailable", "The service is starting. Send the call again."));
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
  allowOrigins(app, options.corsOrigins ?? []);

  app.register(serveDocs, { publicUrl });
  const { now } = options.context;
  const { askShare, rateLimit: perSecond = 1_000 } = options;
  const rateLimit = askShare ? createSharedRateLimit(perSecond, now, askShare) : createRateLimit(perSecond, now);
  const openLimit = createRateLimit(options.openRateLimit ?? OPEN_CALLS, now);
  const authenticate = createAuthenticate(options.context, openLimit);
  for (const prefix of ["", "/v1"]) {
    for (const operation of operations) {
      const { context } = options;
      const call = createCall(operation, { context, publicUrl, notFound, authenticate, rateLimit, openLimit });
      if (operation.open !== undefined) openToPages(app, operation.method, prefix + operation.path);
      app.route({
        method: operation.method,
        url: prefix + operation.path,
        onRequest: call.onRequest,
        handler: call.handler,
      });
    }
    app.get(`${prefix}/healthz`, { logLevel: "warn" }, async () => ({ status: "ok" }));
    app.get(`${prefix}/readyz`, { logLevel: "silent" }, async () => {
      const why = await options.whyNotReady();
      if (why !== undefined) throw new DomainError("Unavailable", why);
      return { status: "ready" };
    });
  }
  const uploads = createUploadCalls({ context: options.context, authenticate, rateLimit, docs });
  return { app, uploads };
}
