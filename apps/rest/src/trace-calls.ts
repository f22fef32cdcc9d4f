import type { Span, Tracing } from "@highstreet/telemetry";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Makes a span of each call, with its route and request id, and continues the caller's `traceparent`. Call it before other hooks are
 * added, so that their work belongs to the span.
 * @param isHealth whether a call gets no span
 */
export function traceCalls(
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
