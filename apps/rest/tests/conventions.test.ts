import { randomUUID } from "node:crypto";
import { fixedWords } from "@highstreet/router/features/shelf/visibility.schema.ts";
import { afterAll, describe, expect, test } from "vitest";
import release from "../../../package.json" with { type: "json" };
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t, call, json } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const store = `/retailers/${ids.retailerId}/stores/${ids.storeId}`;

describe("paths", () => {
  test("every path is served with and without /v1 by the same handlers", async () => {
    const bare = await json("GET", store);
    expect(bare).toMatchObject({ id: ids.storeId });
    expect(await json("GET", `/v1${store}`)).toEqual(bare);
  });

  test("an unknown address is 404 RouteNotFound, with or without a key", async () => {
    for (const url of ["/nothing", "/v1/nothing", "/nothing/", `/v1/v1${store}`, "/retailers/a/b/c/d/e"]) {
      const answer = await call("GET", url, { key: null });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, "RouteNotFound"]);
    }
  });

  test("a known path with another method is 405 with Allow, for every method that HTTP knows", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"]) {
      const answer = await call(method, "/v1/retailers", { key: null });
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, "GET, HEAD, OPTIONS, POST"]);
      expect(answer.json().code).toBe("MethodNotAllowed");
    }
  });

  test("an address without a route is 404, also with the prefix of another address", async () => {
    for (const url of ["/v1/mcp", "/v1/llms.txt", `/v1/pictures/${shop.id}/a.webp`]) {
      const answer = await call("POST", url, { key: null });
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 404, undefined]);
    }
  });

  test("a fixed word is never a barcode, in any encoding of the path", async () => {
    for (const [method, word, status] of [
      ["PATCH", "products", 405],
      ["PATCH", "customizations", 405],
      ["PATCH", "%70roducts", 405],
      ["PATCH", "stock", 405],
      ["PATCH", "files", 404],
      ["PATCH", "uploads", 404],
      ["PATCH", "providers", 404],
    ] as const) {
      const answer = await call(method, `/retailers/${shop.id}/inventory/${word}`, { body: { hidden: true } });
      expect([word, answer.statusCode]).toEqual([word, status]);
      if (status === 404) expect(answer.json().detail).toContain(`The word ${word} is no barcode in an address.`);
    }
    const products = await call("PUT", `${store}/inventory/products`, { body: {} });
    expect(products.json().detail).toContain("PUT /v1/retailers/{retailerId}/inventory/products");
    const items = await call("PATCH", `${store}/inventory/items`, { body: { hidden: true } });
    expect([items.statusCode, items.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("a fix of a product with the barcode of a fixed word works as it stands", async () => {
    for (const barcode of fixedWords) {
      await call("PATCH", `${store}/inventory/stock`, { body: [{ barcode, price: 5, quantity: 9 }] });
      await json("POST", `/retailers/${shop.id}/inventory/customizations`, { body: { barcode, hidden: true } });
      const read = async () => (await call("GET", `${store}/inventory/items?barcode=${barcode}`)).json().data[0];
      const item = await read();
      const [missing] = item.missing;
      const values = { title: "Lamp", image: ["https://shop.example/lamp.jpg"] };
      const { fix } = item.visibility[2].reasons.at(-1);
      const added = await call(missing.fix.method, missing.fix.path, { body: { ...missing.fix.body, ...values } });
      const shown = await call(fix.method, fix.path, { body: fix.body });
      expect([barcode, added.statusCode, shown.statusCode]).toEqual([barcode, 200, 200]);
      expect(await read()).toMatchObject({ hidden: false, title: "Lamp" });
    }
  });

  test("%2F is part of a barcode: the path is split before it is decoded", async () => {
    const made = await call("POST", `${store}/inventory/customizations`, { body: { barcode: "A/B 1", hidden: true } });
    expect(made.statusCode).toBe(201);
    await call("PATCH", `${store}/inventory/stock`, { body: [{ barcode: "A/B 1", price: 5, quantity: 9 }] });
    const edited = await call("PATCH", `${store}/inventory/A%2FB%201`, { body: { hidden: false } });
    expect([edited.statusCode, edited.json().barcode]).toEqual([200, "A/B 1"]);
  });

  test("a link with a GTIN in a path is the item of the GTIN", async () => {
    await call("PATCH", `${store}/inventory/stock`, { body: [{ barcode: "5012345678900", price: 5, quantity: 9 }] });
    for (const text of [
      "https://id.gs1.org/01/05012345678900/10/ABC?17=261231",
      "(01)05012345678900(10)A",
      "]C10105012345678900",
    ]) {
      const found = await call("GET", `${store}/inventory/${encodeURIComponent(text)}`);
      expect([text, found.statusCode, found.json().barcode]).toEqual([text, 200, "5012345678900"]);
    }
  });

  test("wrong URL encoding is 400, in the path and in the query", async () => {
    for (const url of ["/retailers/%zz", "/retailers/%FF", "/retailers?externalId=%zz", "/retailers?externalId=%FF"]) {
      const answer = await call("GET", url);
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, "MalformedRequest"]);
      expect(answer.headers["x-request-id"]).toBe(answer.json().requestId);
    }
  });

  test("a very long id is 404 like any unknown id", async () => {
    expect((await json("GET", `/retailers/${"x".repeat(10_000)}`)).code).toBe("RetailerNotFound");
  });

  test("HEAD answers like GET without the body, OPTIONS with the allowed methods", async () => {
    const head = await call("HEAD", store);
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const rows = await call("HEAD", `/retailers/${shop.id}/inventory/customizations`);
    expect([rows.statusCode, rows.body]).toEqual([200, ""]);
    const options = await call("OPTIONS", store, { key: null });
    expect([options.statusCode, options.headers.allow]).toEqual([204, "DELETE, GET, HEAD, OPTIONS, PATCH"]);
  });
});

describe("keys", () => {
  test("a missing or wrong key is 401 with WWW-Authenticate before any other check", async () => {
    const { key } = t.partner.key;
    const wrong = [
      null,
      "",
      "x",
      `${key}0`,
      key.slice(0, -1),
      key.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      key.toUpperCase(),
    ];
    for (const given of wrong) {
      const answer = await call("POST", "/retailers?bad=1", {
        key: given,
        body: "{",
        headers: { "content-type": "text/plain" },
      });
      expect([given, answer.statusCode]).toEqual([given, 401]);
      expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
      expect(answer.json().code).toBe("Unauthorized");
    }
  });

  test("a missing scope is 403 before the checks of body, query and ids", async () => {
    const { key } = await json<{ key: string }>("POST", "/keys", {
      body: { name: "reads", scopes: ["retailers:read"] },
    });
    for (const url of ["/retailers?bad=1", "/retailers/x/stores"]) {
      const answer = await call("POST", url, { key, body: "{", headers: { "content-type": "text/plain" } });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { code: "InsufficientScope", scope: "retailers:write" },
      ]);
    }
  });

  test("a key that is limited to retailers cannot create a retailer, and lists only its own", async () => {
    const other = await t.retailer();
    const body = { name: "limited", scopes: ["retailers:read", "retailers:write"], retailerIds: [other.id] };
    const { key } = await json<{ key: string }>("POST", "/keys", { body });
    expect((await call("POST", "/retailers", { key, body: "{" })).statusCode).toBe(403);
    expect(await json("GET", "/retailers", { key })).toMatchObject({ data: [{ id: other.id }], links: { next: null } });
  });

  test("a revoked key and an expired key stop at once", async () => {
    const expiresAt = new Date(t.ctx.now().getTime() + 60_000).toISOString();
    const short = await json<{ key: string }>("POST", "/keys", {
      body: { name: "a", scopes: ["retailers:read"], expiresAt },
    });
    const gone = await json<{ key: string; id: string }>("POST", "/keys", {
      body: { name: "b", scopes: ["retailers:read"] },
    });
    expect((await call("GET", "/retailers", { key: gone.key })).statusCode).toBe(200);
    expect((await call("DELETE", `/keys/${gone.id}`)).statusCode).toBe(204);
    expect((await call("GET", "/retailers", { key: gone.key })).statusCode).toBe(401);
    expect((await call("GET", "/retailers", { key: short.key })).statusCode).toBe(200);
    t.advance(60_000);
    expect((await call("GET", "/retailers", { key: short.key })).statusCode).toBe(401);
  });
});

describe("tenancy", () => {
  test("another partner's ids get the same bytes as missing ids, on every path below a retailer", async () => {
    const stranger = await t.newPartner();
    const missing = { retailerId: randomUUID(), storeId: randomUUID() };
    const calls = [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["GET", "/stores"],
      ["POST", "/stores"],
      ["GET", `/stores/${ids.storeId}`],
      ["PATCH", `/stores/${ids.storeId}`],
      ["DELETE", `/stores/${ids.storeId}`],
      ["GET", `/stores/${ids.storeId}/inventory`],
      ["GET", `/stores/${ids.storeId}/inventory/items`],
      ["GET", `/stores/${ids.storeId}/inventory/ingests`],
      ["GET", `/stores/${ids.storeId}/channels`],
      ["DELETE", `/stores/${ids.storeId}/channels/search`],
      ["GET", "/inventory/customizations"],
    ] as const;
    const store = { name: "S", address: "1", postcode: "1", city: "C", country: "GB" };
    for (const [method, path] of calls) {
      const body = method === "POST" ? store : method === "PATCH" ? { name: "Mine now" } : undefined;
      const send = (retailerId: string) =>
        call(method, `/retailers/${retailerId}${path}`, {
          key: stranger.key.key,
          body,
          headers: { "x-request-id": "same" },
        });
      const [theirs, none] = [await send(shop.id), await send(missing.retailerId)];
      expect([method, path, theirs.statusCode, theirs.json().code]).toEqual([method, path, 404, "RetailerNotFound"]);
      expect(theirs.body.replaceAll(shop.id, missing.retailerId)).toBe(none.body);
    }
  });

  test("ids are checked from left to right, after query and body", async () => {
    expect((await json("GET", "/retailers/x/stores/y")).code).toBe("RetailerNotFound");
    expect((await json("GET", `/retailers/${shop.id}/stores/y`)).code).toBe("StoreNotFound");
    expect((await json("PATCH", "/retailers/x/stores/y", { body: { nmae: "typo" } })).code).toBe("ValidationFailed");
    expect((await json("GET", "/retailers/x/stores?what=1")).code).toBe("MalformedRequest");
  });
});

describe("answers", () => {
  test("a request id of 1 to 128 visible characters is kept, otherwise created, and every answer has it", async () => {
    const given = async (id: string) =>
      (await call("GET", "/retailers/x", { headers: { "x-request-id": id } })).headers["x-request-id"];
    expect(await given("a-1")).toBe("a-1");
    for (const bad of ["", "a b", "x".repeat(129), "é"]) expect(await given(bad)).toMatch(/^[0-9a-f-]{36}$/);
    for (const url of ["/nothing", "/retailers", "/healthz"]) {
      expect((await call("GET", url, { headers: { "x-request-id": "mine" } })).headers["x-request-id"]).toBe("mine");
    }
  });

  test("an error is problem+json with the members of RFC 9457, a code and the request's id", async () => {
    const answer = await call("GET", "/v1/retailers/x?what=1", { headers: { "x-request-id": "r-1" } });
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(answer.json()).toEqual({
      type: `${PUBLIC_URL}/docs/errors#MalformedRequest`,
      title: "Malformed request",
      status: 400,
      detail: '?what: "what" is not known here; leave it out or correct its spelling',
      instance: "/v1/retailers/x",
      code: "MalformedRequest",
      requestId: "r-1",
      errors: [
        {
          pointer: "?what",
          code: "UnknownField",
          message: '"what" is not known here; leave it out or correct its spelling',
        },
      ],
    });
  });

  test("an unexpected error is 500 with a fixed text", async () => {
    const { prisma } = t.ctx.db;
    await prisma.$executeRawUnsafe("ALTER TABLE api_key RENAME COLUMN name TO called");
    const answer = await call("POST", "/keys", { body: { name: "x", scopes: ["keys:write"] } });
    await prisma.$executeRawUnsafe("ALTER TABLE api_key RENAME COLUMN called TO name");
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      code: "InternalError",
      detail: "Something went wrong on our side. Please try again; if it persists, tell us the requestId.",
    });
    expect(answer.body).not.toMatch(/column|prisma|api_key|\.ts/i);
  });

  test("201 names the new resource with the request's own prefix", async () => {
    for (const prefix of ["", "/v1"]) {
      const made = await call("POST", `${prefix}/retailers`, { body: { name: "New" } });
      expect([made.statusCode, made.headers.location]).toEqual([
        201,
        `${PUBLIC_URL}${prefix}/retailers/${made.json().id}`,
      ]);
    }
  });

  test("prices have two decimals", async () => {
    await call("PATCH", `${store}/inventory/stock`, { body: [{ barcode: "5000000000017", price: 44.9, quantity: 9 }] });
    expect((await call("GET", `${store}/inventory/5000000000017`)).body).toContain('"price":44.90,');
    expect((await call("GET", `${store}/inventory/items`)).body).toContain('"price":44.90,');
  });
});

test("health needs no key, and readiness has the reason and Retry-After", async () => {
  expect(await json("GET", "/healthz", { key: null })).toEqual({ status: "ok", version: release.version });
  expect(await json("GET", "/v1/readyz", { key: null })).toEqual({ status: "ready" });
  const unready = await startRest({ whyNotReady: async () => "The database lacks 2 migrations; apply them first." });
  const answer = await unready.call("GET", "/readyz", { key: null });
  await unready.close();
  expect([answer.statusCode, answer.headers["retry-after"], answer.json().code]).toEqual([503, "2", "Unavailable"]);
});

test("webhook is an alias in channel paths, and a barcode of that name stays a barcode", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  const store = `/v1/retailers/${id}/stores/${ids.storeId}`;
  const both = await Promise.all(
    ["webhook", "webhooks"].map((name) => call("GET", `${store}/channels/${name}/deliveries`)),
  );
  expect(both.map(({ statusCode }) => statusCode)).toEqual([both[1]?.statusCode, both[1]?.statusCode]);
  expect(both[0]?.json().code).toBe(both[1]?.json().code);
  expect(both[0]?.json().code).not.toBe("RouteNotFound");
  expect((await call("GET", `${store}/inventory/%2Fchannels%2Fwebhook%2F`)).json().code).toBe("ProductNotFound");
});

test("every answer, also an error, has the security headers", async () => {
  for (const url of [`/v1${store}`, "/v1/retailers", "/nothing", "/healthz", "/openapi.json", "/docs/", "/%zz"]) {
    const { headers } = await call("GET", url, { key: null });
    expect([url, headers]).toMatchObject([
      url,
      {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
        "strict-transport-security": "max-age=31536000",
      },
    ]);
  }
});
