import { randomUUID } from "node:crypto";
import { createRateLimit } from "@highstreet/router";
import { afterAll, expect, test, vi } from "vitest";
import { readEnvironment } from "../src/environment.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest({ rateLimit: 3, openRateLimit: 50 });
afterAll(() => rest.close());
const base = `http://127.0.0.1:${await rest.listen()}/v1`;
const { t } = rest;

async function get(path: string, key: string) {
  const answer = await fetch(base + path, { headers: { authorization: `Bearer ${key}` } });
  const { headers } = answer;
  return {
    status: answer.status,
    limit: headers.get("ratelimit"),
    policy: headers.get("ratelimit-policy"),
    retryAfter: headers.get("retry-after"),
    code: ((await answer.json()) as { code?: string }).code,
  };
}

const policy = '"default";q=3;w=1';

test("a key has a limit of calls per second, sees the rest in a header, and can continue in the next second", async () => {
  const { key } = t.partner.key;
  const answers = [];
  for (const path of ["/retailers", "/retailers/x", "/retailers?bad=1", "/channels", "/retailers"]) {
    answers.push(await get(path, key));
  }
  expect(answers).toMatchObject([
    { status: 200, limit: '"default";r=2;t=1', policy, retryAfter: null },
    { status: 404, limit: '"default";r=1;t=1', policy },
    { status: 400, limit: '"default";r=0;t=1', policy },
    { status: 429, limit: '"default";r=0;t=1', policy, retryAfter: "1", code: "RateLimited" },
    { status: 429, code: "RateLimited" },
  ]);
  t.advance(1_000);
  expect(await get("/retailers", key)).toMatchObject({ status: 200, limit: '"default";r=2;t=1' });
});

test("every key has its own limit; calls without a key are 401 and do not count", async () => {
  const { key } = (await t.newPartner()).key;
  for (const left of [2, 1, 0]) expect((await get("/retailers", key)).limit).toBe(`"default";r=${left};t=1`);
  expect((await get("/retailers", key)).status).toBe(429);
  for (let n = 0; n < 5; n++) expect(await get("/retailers", "x")).toMatchObject({ status: 401, limit: null });
});

test("the limit comes before the scope", async () => {
  t.advance(1_000);
  const made = await rest.json<{ key: string }>("POST", "/keys", { body: { name: "k", scopes: ["channels:read"] } });
  for (const status of [403, 403, 403, 429]) expect((await get("/retailers", made.key)).status).toBe(status);
});

test("the environment sets the limit, 1,000 when it does not, and must be a number", () => {
  const env = { DATABASE_URL: "postgresql://x", HIGHSTREET_SECRET_KEY: Buffer.alloc(32).toString("base64") };
  expect(readEnvironment(env).rateLimit).toBe(1_000);
  expect(readEnvironment({ ...env, HIGHSTREET_RATE_LIMIT: "20" }).rateLimit).toBe(20);
  for (const wrong of ["0", "-1", "1.5", "many"]) {
    expect(() => readEnvironment({ ...env, HIGHSTREET_RATE_LIMIT: wrong })).toThrow(/HIGHSTREET_RATE_LIMIT is/);
  }
});

/** A well-formed key that does not exist. */
const madeUp = (): string => `hs_${randomUUID()}_${"0".repeat(64)}`;

test("unknown keys from an address cost a bounded number of queries and do not delay valid keys", async () => {
  const queries = vi.spyOn(t.ctx.db.prisma.apiKey, "findUnique");
  t.advance(1_000);
  const { key } = (await t.newPartner()).key;
  expect((await get("/retailers", key)).status).toBe(200);
  queries.mockClear();
  const answers = await Promise.all(Array.from({ length: 200 }, () => get("/retailers", madeUp())));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
  expect(answers.filter(({ status, code }) => status === 429 && code === "RateLimited")).toHaveLength(150);
  expect(queries.mock.calls).toHaveLength(50);
  expect((await get("/retailers", key)).status).toBe(200);
  t.advance(1_000);
  expect((await get("/retailers", madeUp())).status).toBe(401);
});

test("a known id with a wrong secret counts as an unknown key, for upload keys too", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const path = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory`;
  const { nextSteps } = await rest.json<{ nextSteps: { uploadKey: string } }>("POST", path, {
    body: { provider: "csv-upload" },
  });
  const put = (key: string) =>
    rest.call("PUT", "/v1/inventory/uploads/stock.csv", { key, body: "barcode,price,quantity\n1,1,1\n" });
  const { key } = (await t.newPartner()).key;
  for (const [valid, send] of [
    [nextSteps.uploadKey, put],
    [key, (made: string) => rest.call("GET", "/v1/retailers", { key: made })],
  ] as const) {
    t.advance(1_000);
    expect((await send(valid)).statusCode).toBe(200);
    const wrong = `${valid.slice(0, valid.lastIndexOf("_"))}_${"0".repeat(64)}`;
    const statuses = [];
    for (let n = 0; n < 52; n++) statuses.push((await send(wrong)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 401), 429, 429]);
  }
});

test("a revoked key counts as an unknown key", async () => {
  t.advance(1_000);
  const made = await rest.json<{ id: string; key: string }>("POST", "/keys", {
    body: { name: "k", scopes: ["retailers:read"] },
  });
  expect((await get("/retailers", made.key)).status).toBe(200);
  expect((await rest.call("DELETE", `/keys/${made.id}`)).statusCode).toBe(204);
  t.advance(1_000);
  const statuses = [];
  for (let n = 0; n < 52; n++) statuses.push((await get("/retailers", made.key)).status);
  expect(statuses).toEqual([...Array.from({ length: 51 }, () => 401), 429]);
});

test("valid keys from one address never count as unknown keys", async () => {
  t.advance(1_000);
  const partners = await Promise.all(Array.from({ length: 60 }, () => t.newPartner()));
  for (const { key } of partners) expect((await get("/retailers", key.key)).status).toBe(200);
});

test("a member of any length takes bounded memory and has its own count", () => {
  const limit = createRateLimit(1, () => new Date(0));
  const long = "x".repeat(1 << 20);
  expect([limit.take(`${long}a`), limit.take(`${long}b`), limit.take(`${long}a`)]).toEqual([0, 0, -1]);
});
