import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallMetrics, Log, Tracing } from "@highstreet/telemetry";

/** The parts of the console that calls are counted by. All other paths are pages. */
const ROUTES = ["/api/trpc", "/api/auth", "/api/shops", "/api/inbox", "/_next"];

function routeOf(url = "/"): string {
  const [path = "/"] = url.split("?");
  return ROUTES.find((one) => path === one || path.startsWith(`${one}/`)) ?? "page";
}

/** Logs and measures a call when its answer ends. The log has no query, because a query can hold what a person typed. */
export function watchCall(
  { method = "GET", url = "/", headers }: IncomingMessage,
  response: ServerResponse,
  { log, onCall }: { log: Log; onCall: CallMetrics },
): void {
  const started = performance.now();
  const [path = "/"] = url.split("?");
  const route = routeOf(url);
  response.once("close", () => {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const { statusCode: status } = response;
    onCall({ method, route, status }, ms / 1_000);
    log[route === "/_next" ? "debug" : "info"]({ requestId: headers["x-request-id"], method, path, status, ms });
  });
}

/**
 * Runs `serve` in a span of the call, which continues a `traceparent` of a proxy. Files of Next get no span.
 * @param tracer undefined: the process has no traces
 */
export function traceCall<T>(
  tracer: Pick<Tracing, "start" | "within"> | undefined,
  { method = "GET", url, headers }: IncomingMessage,
  response: ServerResponse,
  serve: () => T,
): T {
  const route = routeOf(url);
  if (!tracer || route === "/_next") return serve();
  const span = tracer.start(`${method} ${route}`, {
    kind: "server",
    parent: typeof headers.traceparent === "string" ? headers.traceparent : undefined,
    members: {
      "http.request.method": method,
      "http.route": route,
      "highstreet.request_id": String(headers["x-request-id"]),
    },
  });
  response.once("close", () => {
    span.end({ "http.response.status_code": response.statusCode }, response.statusCode >= 500);
  });
  return tracer.within(span, serve);
}
