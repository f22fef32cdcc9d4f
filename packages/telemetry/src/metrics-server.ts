import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";

/**
 * Serves `/metrics` on its own port, so that it is never public by accident.
 * @param isEnding adds `/healthz` and `/readyz`, for a process without another port. Ready until it returns true
 */
export function createMetricsServer(registry: Registry, isEnding?: () => boolean): Server {
  return createServer((request, response) => {
    if (request.url === "/metrics") {
      registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (isEnding && request.url === "/healthz") {
      response.writeHead(200).end("ok");
    } else if (isEnding && request.url === "/readyz") {
      response.writeHead(isEnding() ? 503 : 200).end(isEnding() ? "ending" : "ready");
    } else {
      response.writeHead(404).end();
    }
  });
}
