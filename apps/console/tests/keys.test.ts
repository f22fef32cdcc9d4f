import { randomBytes } from "node:crypto";
import { createCaller } from "@highstreet/router";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

type Route = (request: Request) => Promise<Response>;
interface Answer {
  result?: { data: unknown };
  error?: { message: string; data: { httpStatus: number; domain: { code: string } } };
}

const LIMIT = 30;
let t: TestContext;
let routes: { GET: Route; POST: Route };

beforeAll(async () => {
  t = await createTestContext();
  process.env.DATABASE_URL = t.databaseUrl;
  process.env.HIGHSTREET_SECRET_KEY = randomBytes(32).toString("base64");
  process.env.HIGHSTREET_CONSOLE_URL = "http://localhost:3000";
  process.env.HIGHSTREET_RATE_LIMIT = String(LIMIT);
  routes = await import("../src/app/api/trpc/[trpc]/route.ts");
});
afterAll(() => t.close());

const newKey = async (scopes: ("retailers:read" | "retailers:write")[]) =>
  createCaller(t.ctx).keys.create({ body: { name: "Program", scopes } });

async function call(procedure: string, input: object, headers: Record<string, string>, method: "GET" | "POST" = "GET") {
  const url = `http://localhost:3000/api/trpc/${procedure}`;
  const query = `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const request =
    method === "GET"
      ? new Request(url + query, { headers })
      : new Request(url, {
          method,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(input),
        });
  const answer = await routes[method](request);
  return { status: answer.status, ...((await answer.json()) as Answer) };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test("an API key calls procedures within its scopes and its retailers", async () => {
  const { key } = await newKey(["retailers:read"]);
  const shop = await t.retailer({ name: "Corner Shop" });
  const read = await call("retailers.get", { retailerId: shop.id }, bearer(key));
  expect([read.status, read.result?.data]).toMatchObject([200, { id: shop.id, name: "Corner Shop" }]);
  const write = await call("retailers.create", { body: { name: "Another" } }, bearer(key), "POST");
  expect([write.status, write.error?.data.domain.code]).toEqual([403, "InsufficientScope"]);
  const stranger = await t.newPartner("Others");
  const other = await call("retailers.get", { retailerId: shop.id }, bearer(stranger.key.key));
  expect([other.status, other.error?.data.domain.code]).toEqual([404, "RetailerNotFound"]);
});

test("a revoked key is refused at once", async () => {
  const { id, key } = await newKey(["retailers:read"]);
  expect((await call("retailers.list", { page: {} }, bearer(key))).status).toBe(200);
  await createCaller(t.ctx).keys.revoke({ keyId: id });
  expect((await call("retailers.list", { page: {} }, bearer(key))).status).toBe(401);
});

test("a 401 speaks of keys to a caller with a key, and of the session to any other", async () => {
  const withKey = await call("retailers.list", { page: {} }, bearer("hs_unknown"));
  expect([withKey.status, withKey.error?.message]).toEqual([401, expect.stringMatching(/^The API key/)]);
  const withCookie = await call("retailers.list", { page: {} }, { cookie: "better-auth.session_token=none" });
  expect([withCookie.status, withCookie.error?.message]).toEqual([401, expect.stringMatching(/^Sign in/)]);
  expect((await call("retailers.list", { page: {} }, bearer("hsu_upload"))).status).toBe(401);
});

test("a procedure for people says so to a key", async () => {
  const { key } = await newKey(["retailers:read"]);
  const { id: retailerId } = await t.retailer();
  for (const [procedure, input] of [
    ["staff.me", {}],
    ["staff.shop", { retailerId }],
    ["staff.list", { retailerId }],
    ["alerts.get", { retailerId }],
  ] as const) {
    const { status, error } = await call(procedure, input, bearer(key));
    expect([procedure, status, error?.message]).toEqual([
      procedure,
      403,
      "This call needs a signed-in person. No API key can make it.",
    ]);
  }
});

test("a number with lost digits is refused before the call", async () => {
  const { key } = await newKey(["retailers:read"]);
  const { id: retailerId } = await t.retailer();
  const long = (method: "GET" | "POST", text: string) => {
    const url = "http://localhost:3000/api/trpc/inventory.getProduct";
    const query = `?input=${encodeURIComponent(text)}`;
    const headers = { ...bearer(key), "content-type": "application/json" };
    return routes[method](
      new Request(method === "GET" ? url + query : url, { method, headers, ...(method === "POST" && { body: text }) }),
    );
  };
  for (const method of ["GET", "POST"] as const) {
    for (const number of ["9007199254740993", "-12345678901234567890"]) {
      const answer = await long(method, `{"retailerId":"${retailerId}","barcode":${number}}`);
      const { error } = (await answer.json()) as Answer;
      expect([answer.status, error?.message]).toEqual([
        400,
        `The number ${number} is beyond 2^53 and would lose digits. Send it as text.`,
      ]);
    }
    const isText = await long(method, `{"retailerId":"${retailerId}","barcode":"9007199254740993"}`);
    expect(isText.status).not.toBe(400);
  }
});

test("a body with too many names, values or levels is refused before the call", async () => {
  const { key } = await newKey(["retailers:read"]);
  const headers = { ...bearer(key), "content-type": "application/json" };
  const url = "http://localhost:3000/api/trpc/inventory.patchStock";
  const names = JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`n${n}`, 1])));
  for (const [body, status, code] of [
    [names, 422, "PayloadTooComplex"],
    [`[${"[],".repeat(200_000)}1]`, 422, "PayloadTooComplex"],
    [`${"[".repeat(40)}${"]".repeat(40)}`, 400, "MalformedRequest"],
  ] as const) {
    const answer = await routes.POST(new Request(url, { method: "POST", headers, body }));
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { data: { domain: { code } } } }]);
  }
});

test("calls of a key count for the key", async () => {
  const [busy, other] = [await newKey(["retailers:read"]), await newKey(["retailers:read"])];
  // The calls may run in several seconds, and each second allows LIMIT calls.
  let refused = 0;
  for (let n = 0; n < 20 && refused === 0; n++) {
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMIT }, () => call("retailers.list", { page: {} }, bearer(busy.key))),
    );
    refused = answers.filter(({ status }) => status === 429).length;
  }
  expect(refused).toBeGreaterThan(0);
  expect((await call("retailers.list", { page: {} }, bearer(other.key))).status).toBe(200);
});
