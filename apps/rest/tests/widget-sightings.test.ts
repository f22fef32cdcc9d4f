import { afterAll, expect, test } from "vitest";
import { readEnvironment } from "../src/environment.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest({ openRateLimit: 50 });
const withOrigins = await startRest({ corsOrigins: ["https://partner.example"], openRateLimit: 50 });
const behindProxy = await startRest({ trustedProxies: ["127.0.0.0/8"], openRateLimit: 50 });
afterAll(() => Promise.all([rest.close(), withOrigins.close(), behindProxy.close()]));
const { t, call } = rest;

const { id: retailerId } = await t.retailer();
const { ids, widgetToken } = await t.store(retailerId);
const path = "/v1/widget-sightings";
const see = (body: unknown, headers = {}) => call("POST", path, { key: null, body, headers });
const seenAt = async () => {
  const [row] = await t.ctx.db.query<{ seenAt: Date | null }>(
    'SELECT widget_seen_at AS "seenAt" FROM store WHERE retailer_id = $1 AND store_id = $2',
    [ids.retailerId, ids.storeId],
  );
  return row?.seenAt ?? null;
};

test("a sighting needs no key and is recorded once a minute", async () => {
  const first = t.ctx.now();
  const answer = await see({ widgetToken });
  expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  expect(await seenAt()).toEqual(first);
  t.advance(59_999);
  expect((await see({ widgetToken })).statusCode).toBe(204);
  expect(await seenAt()).toEqual(first);
  t.advance(1);
  await see({ widgetToken });
  expect(await seenAt()).toEqual(t.ctx.now());
});

test("a sighting does not wait for a change of the store and is then not recorded", async () => {
  const before = await seenAt();
  t.advance(120_000);
  await t.ctx.db.transaction("no shop", async (tx) => {
    await tx.query("SELECT FROM store WHERE retailer_id = $1 AND store_id = $2 FOR NO KEY UPDATE", [
      ids.retailerId,
      ids.storeId,
    ]);
    expect((await see({ widgetToken })).statusCode).toBe(204);
  });
  expect(await seenAt()).toEqual(before);
  await see({ widgetToken });
  expect(await seenAt()).toEqual(t.ctx.now());
});

test("a dry run records nothing", async () => {
  const before = await seenAt();
  t.advance(120_000);
  const answer = await call("POST", `${path}?dryRun=true`, { key: null, body: { widgetToken } });
  expect(answer.statusCode).toBe(200);
  expect(await seenAt()).toEqual(before);
});

test("an unknown token is 404, a missing token 422", async () => {
  const missing = await see({ widgetToken: "nobody" });
  expect([missing.statusCode, missing.json().code]).toEqual([404, "WidgetNotFound"]);
  const empty = await see({});
  expect([empty.statusCode, empty.json().errors]).toMatchObject([422, [{ pointer: "/widgetToken" }]]);
});

test("pages of any origin can call it, for any CORS settings", async () => {
  for (const server of [rest, withOrigins]) {
    const headers = { origin: "https://any.example", "access-control-request-method": "POST" };
    const preflight = await server.call("OPTIONS", path, { key: null, headers });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "Content-Type",
    });
    const answer = await server.call("POST", path, {
      key: null,
      body: { widgetToken: "nobody" },
      headers: { origin: "https://any.example" },
    });
    expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([404, "*"]);
    const other = await server.call("GET", "/v1/retailers", { headers: { origin: "https://any.example" } });
    expect(other.headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("an address and a widget can each call at most 50 times a second", async () => {
  t.advance(1_000);
  const statuses = [];
  for (let n = 0; n < 51; n++) statuses.push((await see({ widgetToken })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 50 }, () => 204), 429]);
  const refused = await see({ widgetToken });
  expect([refused.headers["retry-after"], refused.json().code]).toEqual(["1", "RateLimited"]);
  t.advance(1_000);
  expect((await see({ widgetToken })).statusCode).toBe(204);
});

test("the address comes from a trusted proxy and from no other caller", async () => {
  for (const [server, expected] of [
    [behindProxy, 404],
    [rest, 429],
  ] as const) {
    server.t.advance(1_000);
    const statuses = [];
    for (let n = 0; n < 51; n++) {
      const headers = { "x-forwarded-for": `192.0.2.${n}` };
      const answer = await server.call("POST", path, { key: null, body: { widgetToken: `nobody ${n}` }, headers });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 404), expected]);
  }
});

test("a wrong trusted proxy in the environment is refused by name", () => {
  const env = { DATABASE_URL: "postgresql://x", HIGHSTREET_SECRET_KEY: Buffer.alloc(32).toString("base64") };
  const read = (list: string) => readEnvironment({ ...env, HIGHSTREET_TRUSTED_PROXIES: list }).trustedProxies;
  expect(readEnvironment(env).trustedProxies).toEqual([]);
  expect(read(" 192.0.2.1, 10.0.0.0/8,fd00::/8, ::1")).toEqual(["192.0.2.1", "10.0.0.0/8", "fd00::/8", "::1"]);
  for (const wrong of ["*", "proxy", "10.0.0.0/33", "10.0.0.0/", "0.0.0.0/0", "10.0.0.0/8/8", "::/129", "1.2.3"]) {
    expect(() => read(`::1,${wrong}`)).toThrow(`HIGHSTREET_TRUSTED_PROXIES holds "${wrong}"`);
  }
});
