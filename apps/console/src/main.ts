/**
 * Serves the console, once it is built: `node apps/console/src/main.ts`. `next start` lacks what is added here: each
 * call knows its socket's address, and every answer carries the security headers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { peers } from "./server/peer.ts";
import { securityHeaders } from "./server/security-headers.ts";

const READING_MS = 2_000;

const consoleUrl = process.env.HIGHSTREET_CONSOLE_URL ?? "";
const port = Number(process.env.HIGHSTREET_CONSOLE_PORT || 3000);
const hostname = process.env.HIGHSTREET_CONSOLE_HOST;

Object.assign(process.env, { NODE_ENV: "production" });
const { default: next } = await import("next");
const app = next({ dev: false, dir: join(import.meta.dirname, ".."), port, hostname });
await app.prepare();
const handle = app.getRequestHandler();
const headers = Object.entries(securityHeaders(consoleUrl));

/** Pages take no bodies: whatever else Next would read of one belongs to `/api`, which asks who calls first. */
function isRefused({ method, url = "/" }: IncomingMessage): boolean {
  return method !== "GET" && method !== "HEAD" && !url.startsWith("/api/");
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  // Who is refused may send on for ever: time to read the answer is enough.
  response.once("finish", () => {
    const cut = () => !request.complete && request.socket.destroy();
    if (!request.complete) setTimeout(cut, READING_MS).unref();
  });
  if (isRefused(request)) {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  peers()
    .run({ address: request.socket.remoteAddress }, () => handle(request, response))
    .catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
}

// A file of 200 MB at 1 Mbit/s takes 28 minutes, as in the REST service.
const server = createServer({ requestTimeout: 30 * 60_000 }, answer);
server.listen(port, hostname);

let isEnding = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    server.close(() => process.exit());
    server.closeIdleConnections();
  });
}
