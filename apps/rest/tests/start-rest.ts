import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestContext, type TestContext, type TestContextOptions } from "@highstreet/router/testing";
import type { LightMyRequestResponse } from "fastify";
import { buildServer, type ServerOptions } from "../src/server.ts";
import { checkAnswer } from "./answer-check.ts";

export const PUBLIC_URL = "https://api.highstreet.example";

interface Call {
  /** Default: the first key of the test's partner; null: none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or a Buffer is sent unchanged. */
  body?: unknown;
}

export interface TestRest {
  t: TestContext;
  /** Calls the real server without a socket. Checks every answer against the document (answer-check.ts). */
  call(method: string, url: string, call?: Call): Promise<LightMyRequestResponse>;
  /** The same, and gives the parsed body. */
  json<Body = Record<string, unknown>>(method: string, url: string, call?: Call): Promise<Body>;
  /** Listens on its own port. */
  server: Server;
  listen(): Promise<number>;
  close(): Promise<void>;
}

/** The REST server over a database of the test's own. */
export async function startRest(
  options: Partial<ServerOptions> = {},
  contextOptions: TestContextOptions = {},
): Promise<TestRest> {
  const t = await createTestContext(contextOptions);
  const { actor: _actor, requestId: _requestId, ...context } = t.ctx;
  const app = buildServer({
    context,
    publicUrl: PUBLIC_URL,
    whyNotReady: async () => undefined,
    // The clock does not advance, so all calls of a test are in one second.
    rateLimit: 10_000_000,
    openRateLimit: 10_000_000,
    ...options,
  });

  const served = new WeakMap<object, string>();
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (routeOptions.url !== undefined) served.set(raw, routeOptions.url);
  });

  const call: TestRest["call"] = async (method, url, { key = t.partner.key.key, headers = {}, body } = {}) => {
    const isRaw = typeof body === "string" || Buffer.isBuffer(body);
    const answer = await app.inject({
      method: method as "GET",
      url,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    checkAnswer(method, served.get(answer.raw.req), answer);
    return answer;
  };

  return {
    t,
    call,
    json: async <Body>(method: string, url: string, given?: Call) => (await call(method, url, given)).json<Body>(),
    server: app.server,
    listen: async () => {
      await app.listen({ port: 0, host: "127.0.0.1" });
      return (app.server.address() as AddressInfo).port;
    },
    close: async () => {
      await app.close();
      await t.close();
    },
  };
}
