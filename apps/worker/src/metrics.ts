import { createServer, type Server } from "node:http";
import type { Completion } from "@highstreet/delivery";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** The metrics of the worker for Prometheus. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: "highstreet_webhook_calls_total",
    help: "Webhook calls by result",
    labelNames: ["result"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "highstreet_webhook_call_duration_seconds",
    help: "Duration of a webhook call from its start to the end of the answer",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const [good, bad] = [calls.labels("good"), calls.labels("bad")];
  const onCall = (completion: Completion): void => {
    (completion.result === "delivered" ? good : bad).inc();
    if (completion.ms !== null) duration.observe(completion.ms / 1_000);
  };
  return { registry, onCall };
}

/** Serves `/metrics`, `/healthz` and `/readyz` on a separate port. */
export function createMetricsServer(registry: Registry, isEnding: () => boolean): Server {
  return createServer((request, response) => {
    if (request.url === "/healthz") {
      response.writeHead(200).end("ok");
      return;
    }
    if (request.url === "/readyz") {
      response.writeHead(isEnding() ? 503 : 200).end(isEnding() ? "ending" : "ready");
      return;
    }
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
