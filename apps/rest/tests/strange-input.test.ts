import { afterAll, expect, test } from "vitest";
import { createDocument } from "../src/openapi/document.ts";
import { templateOf } from "../src/openapi/operation.ts";
import type { Parameter } from "../src/openapi/parameters.ts";
import { operations } from "../src/operations/index.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t, call } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);

const strange = [
  "%00",
  "a%00b",
  "%20",
  "..",
  "%2E%2E",
  "%2F",
  "__proto__",
  "constructor",
  "'",
  "%EF%BF%BF",
  "x".repeat(5_000),
  "%F0%9F%9B%92",
  "-1",
  "null",
];
const bodies = [
  "null",
  "[]",
  "{}",
  '""',
  "[[]]",
  "[null]",
  '{"__proto__":1}',
  "1e999",
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `[{"barcode":${"[".repeat(200_000)}${"]".repeat(200_000)},"price":1,"quantity":1}]`,
  `{"parameters":{"locationId":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`,
  '{"barcode":"\\u0000"}',
  '[{"barcode":"\\u0000","price":1,"quantity":1}]',
  '[{"barcode":"a\\ud800","price":1e300,"quantity":1e300}]',
  '{"type":"search","parameters":null}',
  '{"type":{},"parameters":{}}',
  '{"channels":["\\u0000"]}',
  '{"title":"\\ud800"}',
  '{"name":"Key","scopes":["inventory:read"],"expiresAt":"9999-12-31T23:59:59-14:00"}',
];

/** The route's path with real ids, but for one parameter at a time. */
function* urlsOf(path: string): Generator<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const real: Record<string, string> = {
    ...ids,
    barcode: "1",
    type: "search",
    connector: "shopify",
    keyId: shop.id,
    ingestId: shop.id,
    customizationId: shop.id,
  };
  const fill = (odd?: string, value = ""): string =>
    path.replace(/:(\w+)/g, (_, name: string) => (name === odd ? value : (real[name] ?? "x")));
  yield fill();
  for (const name of names) for (const value of strange) yield fill(name, value);
}

const { paths } = createDocument();

/** The names of the documented query parameters of a call. */
function queryParametersOf({ method, path }: (typeof operations)[number]): string[] {
  const parameters = (paths[templateOf(path)]?.[method.toLowerCase()]?.parameters ?? []) as Parameter[];
  return parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
}

test("no value of a path parameter causes a 5xx", async () => {
  for (const { method, path } of operations) {
    if (method === "DELETE" && /:(storeId|retailerId)$/.test(path)) continue;
    for (const url of urlsOf(path)) {
      // The path of the parent: it would delete the shop.
      if (method === "DELETE" && /\/(?:\.\.|%2E%2E)$/.test(url)) continue;
      const body = method === "POST" || method === "PATCH" ? { name: "x" } : undefined;
      const answer = await call(method, url, { body });
      expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(500);
    }
  }
});

test("NUL in any query parameter is a bad query or finds nothing", async () => {
  for (const route of operations) {
    const [url = ""] = urlsOf(route.path);
    for (const name of queryParametersOf(route)) {
      for (const value of ["%00", "a%00b"]) {
        const answer = await call(route.method, `${url}?${name}=${value}`);
        const message = `${route.method} ${url}?${name}=${value}: ${answer.body}`;
        expect([200, 400, 401, 404], message).toContain(answer.statusCode);
        if (answer.statusCode === 200) expect(answer.json().data ?? answer.json(), message).toEqual([]);
      }
    }
  }
});

test("no value of a query parameter causes a 5xx", async () => {
  const values = [
    ...strange,
    "n",
    "nAA",
    "nAAAA",
    "pMDAw",
    "2026-13-45T99:99:99Z",
    "9999999999999999999999",
    "275760-09-14T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59+00:00",
  ];
  for (const route of operations.filter(({ method }) => method === "GET")) {
    const [url] = urlsOf(route.path);
    const own = queryParametersOf(route);
    const queries = own.flatMap((name) => values.map((value) => `${name}=${value}`));
    // A call refuses every unknown parameter before it reads the value.
    const [strangeValue] = strange;
    const unknown = ["page[size]", "page[after]", "storeId", "q", "__proto__"].filter((name) => !own.includes(name));
    for (const query of [...queries, ...unknown.map((name) => `${name}=${strangeValue}`)]) {
      const answer = await call(route.method, `${url}?${query}`);
      expect(answer.statusCode, `${route.method} ${url}?${query}: ${answer.body}`).toBeLessThan(500);
    }
  }
});

test("no body causes a 5xx", async () => {
  for (const { method, path } of operations.filter((route) => route.method !== "GET")) {
    const [url = ""] = urlsOf(path);
    for (const body of bodies) {
      const answer = await call(method, url, { body });
      expect(answer.statusCode, `${method} ${url} ${body.slice(0, 80)}: ${answer.body}`).toBeLessThan(500);
    }
  }
});

test("an empty store id in a batch is an unknown store", async () => {
  const url = `/retailers/${shop.id}/inventory/customizations/batch`;
  const answer = await call("POST", url, { body: [{ barcode: "1", storeId: "", hidden: true }] });
  expect([answer.statusCode, answer.json().code]).toEqual([422, "ValidationFailed"]);
});

test("a barcode with NUL is unknown, also if the rest is the barcode of an item", async () => {
  await call("PATCH", `/retailers/${shop.id}/stores/${ids.storeId}/inventory/stock`, {
    body: [{ barcode: "nul", price: 1, quantity: 1 }],
  });
  for (const url of [`/retailers/${shop.id}`, `/retailers/${shop.id}/stores/${ids.storeId}`]) {
    for (const barcode of ["nul%00", "%00", "other%00"]) {
      const answer = await call("PATCH", `${url}/inventory/${barcode}`, { body: { hidden: true } });
      expect([barcode, answer.statusCode]).toEqual([barcode, 404]);
    }
  }
});

test("an unknown path is 404 for any Content-Type", async () => {
  for (const type of [undefined, "nonsense", "", "text/csv"]) {
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const nowhere = await call("POST", "/nowhere", { headers, body: "x" });
    expect([type, nowhere.statusCode, nowhere.json().code]).toEqual([type, 404, "RouteNotFound"]);
    // Fastify itself answers 400 to a QUERY without Content-Type. Our 405 must come first.
    const answer = await call("QUERY", "/retailers", { headers });
    expect([type, answer.statusCode, answer.json().code]).toEqual([type, 405, "MethodNotAllowed"]);
  }
});
