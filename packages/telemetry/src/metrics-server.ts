import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Registry } from "prom-client";
import release from "../../../package.json" with { type: "json" };

/** Connections of a process that serves partners or staff. */
export const MAX_CONNECTIONS = 10_000;

/** Time for the head of a request. Node's is a minute. */
const HEAD_MS = 10_000;

/**
 * Once nine of ten are open, a new one closes the one that has waited longest without a running request. So connections with half a
 * request, or none, do not keep others out.
 */
export function limitConnections(server: Server, most: number): void {
  server.maxConnections = most;
  server.headersTimeout = HEAD_MS;
  let open = 0;
  /** Running requests by connection. Pipelining makes several. */
  const running = new WeakMap<Socket, number>();
  /** Connections without a running request, the longest waiting first. */
  const waiting = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open++;
    const [oldest] = waiting;
    if (open > most * 0.9) oldest?.destroy();
    waiting.add(socket);
    socket.once("close", () => {
      open--;
      waiting.delete(socket);
    });
  });
  server.on("request", ({ socket }, response) => {
    waiting.delete(socket);
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (running.get(socket) ?? 1) - 1;
      running.set(socket, left);
      if (left === 0 && !socket.destroyed) waiting.add(socket);
    });
  });
}

const MAX_READERS = 100;

/**
 * Serves `/metrics` on its own port, so that it is never public by accident.
 * @param readiness adds `/healthz` and `/readyz`. Other ports open only when the process is ready
 */
export function createMetricsServer(registry: Registry, readiness?: { whyNot(): Promise<string | undefined> }): Server {
  const server = createServer((request, response) => {
    if (request.url === "/metrics") {
      registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (readiness && request.url === "/healthz") {
      response.writeHead(200).end(`ok ${release.version}`);
    } else if (readiness && request.url === "/readyz") {
      void readiness.whyNot().then((why) => response.writeHead(why === undefined ? 200 : 503).end(why ?? "ready"));
    } else {
      response.writeHead(404).end();
    }
  });
  limitConnections(server, MAX_READERS);
  return server;
}
