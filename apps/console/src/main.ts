/**
 * Serves the built console: `node apps/console/src/main.ts`. Unlike `next start`, this server gives each call the
 * address of its socket, and adds the security headers to every answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { checkKeys, drainOnSignal, readDrainTimes, requestIdOf } from "@highstreet/router";
import { createMetrics, createMetricsServer, measureCalls } from "@highstreet/telemetry";
import { ending } from "./server/ending.ts";
import { meterOf } from "./server/meter.ts";
import { openLog } from "./server/open-log.ts";
import { peers } from "./server/peer.ts";
import { securityHeaders } from "./server/security-headers.ts";
import { watchCall } from "./server/watch-calls.ts";

const READING_MS = 2_000;

const consoleUrl = process.env.HIGHSTREET_CONSOLE_URL ?? "";
const port = Number(process.env.HIGHSTREET_CONSOLE_PORT || 3000);
const host = process.env.HIGHSTREET_HOST || "127.0.0.1";

/** Ends the process with a one-line error if a setting is wrong. */
async function readSettings() {
  try {
    const { DATABASE_URL, HIGHSTREET_SECRET_KEY } = process.env;
    if (DATABASE_URL && HIGHSTREET_SECRET_KEY) await checkKeys(DATABASE_URL, HIGHSTREET_SECRET_KEY);
    return readDrainTimes(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}
const times = await readSettings();
const log = openLog(process.env.HIGHSTREET_LOG_LEVEL || undefined);
const metrics = createMetrics();
meterOf(() => metrics.meter);
const onCall = measureCalls(metrics.registry, "console");

Object.assign(process.env, { NODE_ENV: "production" });
const { default: next } = await import("next");
const app = next({ dev: false, dir: join(import.meta.dirname, ".."), port });
await app.prepare();
const handle = app.getRequestHandler();
const headers = Object.entries(securityHeaders(consoleUrl));

/** Pages take no bodies. Routes below `/api` check the caller before they read one. */
function isRefused({ method, url = "/" }: IncomingMessage): boolean {
  return method !== "GET" && method !== "HEAD" && !url.startsWith("/api/");
}

/** Health checks for operators: whether the process runs, and whether it takes calls. */
function answerOperator({ url }: IncomingMessage, response: ServerResponse): boolean {
  if (url !== "/healthz" && url !== "/readyz") return false;
  const isRefused = url === "/readyz" && isEnding();
  response.writeHead(isRefused ? 503 : 200, { "content-type": "text/plain" }).end(isRefused ? "ending" : "ok");
  return true;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (answerOperator(request, response)) return;
  for (const [name, value] of headers) response.setHeader(name, value);
  // A refused caller may continue to send. Leave the caller time to read the answer, then close the connection.
  response.once("finish", () => {
    const cut = () => !request.complete && request.socket.destroy();
    if (!request.complete) setTimeout(cut, READING_MS).unref();
  });
  if (isRefused(request)) {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const requestId = requestIdOf(request.headers["x-request-id"]);
  request.headers["x-request-id"] = requestId;
  response.setHeader("x-request-id", requestId);
  void peers().run({ address: request.socket.remoteAddress, requestId }, async () => {
    watchCall(request, response, { log, onCall });
    try {
      await handle(request, response);
    } catch (error) {
      log.error({ err: error }, "a call failed");
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  });
}

// A file of 200 MB at 1 Mbit/s takes 28 minutes, as in the REST service.
const server = createServer({ requestTimeout: 30 * 60_000 }, answer);
const metricsServer = createMetricsServer(metrics.registry);
const isEnding = drainOnSignal({
  times,
  log,
  finish: () => {
    const closed = new Promise((resolve) => server.close(resolve));
    // Only now, because until here a stream would connect to this process again.
    ending().abort();
    return closed;
  },
  cut: () => server.closeAllConnections(),
  close: async () => {
    metricsServer.close();
    metricsServer.closeAllConnections();
  },
});
for (const one of [server, metricsServer]) {
  one.once("error", (error) => {
    log.fatal(error.message);
    process.exit(1);
  });
}
metricsServer.listen(
  Number(process.env.HIGHSTREET_METRICS_PORT || 9466),
  process.env.HIGHSTREET_METRICS_HOST || "127.0.0.1",
);
server.listen(port, host);
