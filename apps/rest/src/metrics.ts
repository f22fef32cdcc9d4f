import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Measures the duration of calls by route, for Prometheus. */
export function measureCalls(app: FastifyInstance): Registry {
  const registry = new Registry();
  const duration = new Histogram({
    name: "highstreet_rest_request_duration_seconds",
    help: "Duration of a call from its headers to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  return registry;
}

/** Serves `/metrics` on its own port, so that it is never public by accident. */
export function createMetricsServer(registry: Registry): Server {
  collectDefaultMetrics({ register: registry });
  return createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
