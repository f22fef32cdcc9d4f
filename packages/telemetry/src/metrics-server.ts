import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";

/**
 * Serves `/metrics` on its own port, so that it is never public by accident.
 * @param readiness adds `/healthz` and `/readyz`, for a process without another port
 */
export function createMetricsServer(registry: Registry, readiness?: { whyNot(): Promise<string | undefined> }): Server {
  return createServer((request, response) => {
    if (request.url === "/metrics") {
      registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (readiness && request.url === "/healthz") {
      response.writeHead(200).end("ok");
    } else if (readiness && request.url === "/readyz") {
      void readiness.whyNot().then((why) => response.writeHead(why === undefined ? 200 : 503).end(why ?? "ready"));
    } else {
      response.writeHead(404).end();
    }
  });
}
