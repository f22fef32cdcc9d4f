/**
 * Serves the built console: `npm run console`. Unlike `next start`, this server gives each call the address of its socket, and adds
 * the security headers to every answer.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import {
  drainOnSignal,
  openReadiness,
  readDrainTimes,
  readSettings,
  requestIdOf,
  unknownSettings,
} from "@highstreet/router";
import {
  createMetrics,
  createMetricsServer,
  limitConnections,
  MAX_CONNECTIONS,
  measureCalls,
  openTracing,
} from "@highstreet/telemetry";
import release from "../../../package.json" with { type: "json" };
import { speakLanguageOf } from "./languages/in-language.ts";
import { languageOf, loadCatalogs } from "./server/language.ts";
import { ending, meterOf, peers, tracerOf } from "./server/once.ts";
import { openLog } from "./server/open-log.ts";
import { securityHeaders } from "./server/security-headers.ts";
import { traceCall, watchCall } from "./server/watch-calls.ts";

const READING_MS = 2_000;
const DIR = join(import.meta.dirname, "..");

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Pages take no bodies. Routes below `/api` check the caller before they read one. */
function isRefused({ method, url = "/" }: IncomingMessage): boolean {
  return method !== "GET" && method !== "HEAD" && !url.startsWith("/api/");
}

async function main(): Promise<void> {
  const settings = readSettings(process.env, "console");
  if (!existsSync(join(DIR, ".next/BUILD_ID"))) throw new Error("The console is not built: run npm run build.");
  const tracer = await openTracing(process.env, {
    service: "highstreet-console",
    onError: (message) => log.warn({ message }, "spans were not exported"),
  });
  tracerOf(() => tracer);
  const log = openLog(settings.logLevel, tracer?.logMembers);
  const warn = (line: string) => log.warn(line);
  unknownSettings(process.env).forEach(warn);
  const metrics = createMetrics();
  meterOf(() => metrics.meter);
  const onCall = measureCalls(metrics.registry, "console");
  const headers = Object.entries(securityHeaders(settings.consoleUrl));
  const catalogs = await loadCatalogs();
  speakLanguageOf(() => peers().getStore());
  let handle: Handle;

  const readiness = openReadiness({
    ...settings,
    connections: settings.connections ?? 10,
    warn,
    isEnding: () => isEnding(),
  });
  metrics.watchReadiness(readiness);

  /** Health checks for operators: whether the process runs, and whether it takes calls. */
  async function answerOperator(path: string, response: ServerResponse): Promise<void> {
    const why = path === "/readyz" ? await readiness.whyNot() : undefined;
    response
      .writeHead(why === undefined ? 200 : 503, { "content-type": "text/plain" })
      .end(why ?? `ok ${release.version}`);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = "/" } = request;
    for (const [name, value] of headers) response.setHeader(name, value);
    if (url === "/healthz" || url === "/readyz") return void answerOperator(url, response);
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
    const catalog = catalogs.get(languageOf(request.headers));
    void peers().run({ address: request.socket.remoteAddress, requestId, catalog }, async () => {
      watchCall(request, response, { log, onCall });
      try {
        await traceCall(tracer, request, response, () => handle(request, response));
      } catch (error) {
        log.error({ err: error }, "a call failed");
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      }
    });
  }

  // A file of 200 MB at 1 Mbit/s takes 28 minutes, as in the REST service.
  const server = createServer({ requestTimeout: 30 * 60_000 }, answer);
  limitConnections(server, MAX_CONNECTIONS);
  const metricsServer = createMetricsServer(metrics.registry, readiness);
  const isEnding = drainOnSignal({
    times: readDrainTimes(process.env),
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
      await tracer?.close();
    },
  });
  await once(metricsServer.listen(settings.metricsPort ?? 9466, settings.metricsHost), "listening");
  await readiness.start(async () => {
    Object.assign(process.env, { NODE_ENV: "production" });
    // Pages read files relative to the folder of the console.
    process.chdir(DIR);
    const { default: next } = await import("next");
    const app = next({ dev: false, dir: DIR, port: settings.consolePort });
    await app.prepare();
    handle = app.getRequestHandler();
    // Last, because a proxy sends calls as soon as the port is open.
    await once(server.listen(settings.consolePort, settings.host), "listening");
  });
  process.send?.({ ready: true });
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
