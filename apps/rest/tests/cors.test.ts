import { afterAll, expect, test } from "vitest";
import { readEnvironment } from "../src/environment.ts";
import { startRest } from "./start-rest.ts";

const partner = "https://partner.example";
const rest = await startRest({ corsOrigins: [partner, "https://other.example:8443"] });
const local = await startRest({ corsOrigins: ["loopback"] });
const none = await startRest();
afterAll(() => Promise.all([rest.close(), local.close(), none.close()]));

const preflight = { "access-control-request-method": "PATCH", "access-control-request-headers": "authorization" };

test("a page of an allowed origin can call and read the headers of answers and errors", async () => {
  for (const [url, status] of [
    ["/v1/retailers", 200],
    ["/v1/retailers/x", 404],
    ["/v1/nothing", 404],
    ["/v1/retailers?bad=1", 400],
  ] as const) {
    const { statusCode, headers } = await rest.call("GET", url, { headers: { origin: partner } });
    expect([url, statusCode, headers["access-control-allow-origin"]]).toEqual([url, status, partner]);
    expect(headers.vary).toMatch(/origin/i);
    const exposed = String(headers["access-control-expose-headers"]).toLowerCase();
    for (const name of [
      "etag",
      "location",
      "link",
      "x-request-id",
      "ratelimit",
      "retry-after",
      "idempotent-replayed",
    ]) {
      expect(exposed.split(", ")).toContain(name);
    }
  }
  const refused = await rest.call("GET", "/v1/retailers", { key: null, headers: { origin: partner } });
  expect([refused.statusCode, refused.headers["access-control-allow-origin"]]).toEqual([401, partner]);
});

test("a preflight needs no key, and allows the methods and headers of the API", async () => {
  for (const url of ["/v1/retailers", "/retailers/x", "/v1/retailers/x/stores/y/inventory/a%2Fb"]) {
    const { statusCode, headers } = await rest.call("OPTIONS", url, {
      key: null,
      headers: { origin: partner, ...preflight },
    });
    expect([statusCode, headers["access-control-allow-origin"]]).toEqual([204, partner]);
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, PUT, PATCH, DELETE");
    expect(String(headers["access-control-allow-headers"])).toBe(
      "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, Mcp-Protocol-Version, Mcp-Session-Id",
    );
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  }
});

test("no similar origin is allowed", async () => {
  const others = [
    "https://partner.example.evil.example",
    "http://partner.example",
    "https://partner.example:1",
    "null",
  ];
  for (const origin of [...others, "http://localhost:3000"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await rest.call(method, "/v1/retailers", { headers: { origin, ...preflight } });
      expect([origin, headers["access-control-allow-origin"]]).toEqual([origin, undefined]);
      expect(headers["access-control-allow-methods"]).toBeUndefined();
    }
  }
});

test("loopback allows pages of this machine on any port, and no other name", async () => {
  const allowed = async (origin: string) =>
    (await local.call("GET", "/v1/channels", { headers: { origin } })).headers["access-control-allow-origin"];
  for (const origin of ["http://localhost:5173", "https://localhost", "http://127.0.0.1:3000", "http://[::1]:80"]) {
    expect(await allowed(origin)).toBe(origin);
  }
  for (const origin of [
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://x-localhost",
    partner,
  ]) {
    expect(await allowed(origin)).toBeUndefined();
  }
});

test("OPTIONS without a preflight returns the path's methods", async () => {
  const kinds: Record<string, string>[] = [{}, { origin: partner }];
  for (const headers of kinds) {
    const answer = await rest.call("OPTIONS", "/v1/retailers", { key: null, headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
  }
  expect((await rest.call("OPTIONS", "/v1/nothing", { key: null })).statusCode).toBe(404);
});

test("by default no origin is allowed", async () => {
  const { headers } = await none.call("GET", "/v1/retailers", { headers: { origin: "http://localhost:3000" } });
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a wrong origin in the environment is refused by name", () => {
  const env = { DATABASE_URL: "postgresql://x", HIGHSTREET_SECRET_KEY: Buffer.alloc(32).toString("base64") };
  const read = (list: string) => readEnvironment({ ...env, HIGHSTREET_CORS_ORIGINS: list }).corsOrigins;
  expect(readEnvironment(env).corsOrigins).toEqual([]);
  expect(read(" https://a.example, loopback,")).toEqual(["https://a.example", "loopback"]);
  for (const wrong of ["*", "a.example", "https://a.example/", "https://a.example/x"]) {
    expect(() => read(`https://b.example,${wrong}`)).toThrow(`HIGHSTREET_CORS_ORIGINS holds "${wrong}"`);
  }
});
