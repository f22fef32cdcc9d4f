import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import pino from "pino";
import { type Dispatcher, Pool } from "undici";
import { buildServer } from "../../src/server.ts";
import type { Body } from "./json-bodies.ts";
import type { FuzzRequest } from "./requests.ts";
import { inWorld, type World } from "./world.ts";

export interface FuzzAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  json<Value = Record<string, unknown>>(): Value;
  /** Path of the operation that served the request; undefined: none. */
  route: string | undefined;
  /** Time from the first byte sent to the last byte received; 0 for a slow sender, which takes most of the time itself. */
  ms: number;
}

export interface Target {
  t: TestContext;
  send(request: FuzzRequest, world: World): Promise<FuzzAnswer>;
  /** Faults that the server logged since the last call of this function. */
  faults(): string[];
  close(): Promise<void>;
}

/** Number of concurrent requests. */
export const CONNECTIONS = 8;

function bytesOf({ text, encoding }: Body, world: World): Buffer {
  const whole = inWorld(text, world);
  switch (encoding) {
    case "gzip":
      return gzipSync(whole, { level: 1 });
    case "gzip twice":
      return gzipSync(gzipSync(whole, { level: 1 }), { level: 1 });
    case "utf8 with BOM":
      return Buffer.from(`\ufeff${whole}`);
    case "utf8 cut":
      // Leaves the last character incomplete.
      return Buffer.from(`${whole}é`).subarray(0, -1);
    default:
      return Buffer.from(whole, encoding);
  }
}

/** The body in pieces. The client then sends no Content-Length. */
function inPieces(bytes: Buffer, pace: "chunked" | "slow"): Readable {
  const length = Math.ceil(bytes.length / (pace === "slow" ? 8 : 2));
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) {
      // The pause simulates a slow sender. The test does not wait for an event here.
      if (pace === "slow") await delay(5);
      yield bytes.subarray(at, at + length);
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Finds no name, at once, because the time of DNS servers is not a cost of the content. */
const resolver = {
  addressesOf: async (name: string): Promise<readonly string[]> => {
    throw Object.assign(new Error(`the name ${name} leads to no address`), { code: "ENOTFOUND" });
  },
};

/** The real server with its own database and kept connections. */
export async function startTarget(): Promise<Target> {
  // Deadlines that no call meets on a slow machine. Other tests cover them.
  const t = await createTestContext({ timeouts: { waitMs: 240_000, statementMs: 240_000 } });
  const { actor: _actor, requestId: _requestId, ...context } = t.ctx;
  let faults: string[] = [];
  const logger = pino({ level: "error" }, { write: (line) => faults.push(line) });
  const app = buildServer({
    context: { ...context, settings: { ...context.settings, resolver } },
    publicUrl: "https://api.highstreet.example",
    whyNotReady: async () => undefined,
    // The clock does not advance, so all calls are in one second.
    rateLimit: Number.MAX_SAFE_INTEGER,
    corsOrigins: ["loopback"],
    logger,
  });
  app.addHook("onRequest", async ({ routeOptions }, reply) => {
    if (routeOptions.url !== undefined) reply.header("x-test-route", routeOptions.url);
  });
  const pool = new Pool(await app.listen({ port: 0, host: "127.0.0.1" }), { connections: CONNECTIONS, pipelining: 1 });

  return {
    t,
    send: async ({ method, url, headers, body, pace }, world) => {
      const sent = Object.entries(headers).map(([name, value]) => [name, inWorld(value, world)] as const);
      const bytes = body && bytesOf(body, world);
      const began = performance.now();
      const answer: Dispatcher.ResponseData = await pool.request({
        method: method as "GET",
        path: inWorld(url, world),
        headers: Object.fromEntries(sent),
        body: bytes && pace !== "whole" && bytes.length > 1 ? inPieces(bytes, pace) : (bytes ?? null),
      });
      const text = await answer.body.text();
      const { "x-test-route": route, ...received } = answer.headers;
      return {
        statusCode: answer.statusCode,
        headers: received,
        body: text,
        json: () => JSON.parse(text),
        route: route === undefined ? undefined : String(route),
        ms: pace === "slow" ? 0 : performance.now() - began,
      };
    },
    faults: () => {
      const logged = faults;
      faults = [];
      return logged;
    },
    close: async () => {
      await pool.close();
      await app.close();
      await t.close();
    },
  };
}
