import type { IncomingMessage, ServerResponse } from "node:http";
import type { Tracing } from "@highstreet/telemetry";
import { routeOf } from "./watch-calls.ts";

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
      ...{ "http.request.method": method, "http.route": route },
      "highstreet.request_id": String(headers["x-request-id"]),
    },
  });
  response.once("close", () => {
    span.end({ "http.response.status_code": response.statusCode }, response.statusCode >= 500);
  });
  return tracer.within(span, serve);
}
