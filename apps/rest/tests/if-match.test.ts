import { canary } from "@highstreet/telemetry/testing";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { afterAll, expect, test } from "vitest";
import { createDocument } from "../src/openapi/document.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { call, json, t } = rest;

interface Described {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
  responses: Record<string, unknown>;
}

const writes = new Set(["post", "put", "patch", "delete"]);
const operations = Object.entries(createDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>)
    .filter(([method]) => writes.has(method))
    .map(([method, described]) => ({ name: `${method.toUpperCase()} ${path}`, method, path, described })),
);
const documented = operations.filter(({ described }) => described.parameters?.some(({ name }) => name === "If-Match"));

const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const barcode = "5012345678900";
const store = `/retailers/${shop.id}/stores/${ids.storeId}`;
const patch = (quantity: number) =>
  call("PATCH", `${store}/inventory/stock`, { body: [{ barcode, price: 2, quantity }] });
await patch(3);
await call("POST", `${store}/inventory`, { body: { provider: "csv-upload" } });
await call("POST", `/retailers/${shop.id}/connections`, {
  body: { connector: "shopify", credential: { shop: "corner-shop", accessToken: canary("shopify") } },
});
const endpoint = { webhookUrl: "https://8.8.8.8/hook", secret: canary("webhook") };
await call("POST", `${store}/channels`, { body: { type: "webhooks", parameters: endpoint } });
const edit = { barcode, hidden: false };
const { id } = await json("POST", `/retailers/${shop.id}/inventory/customizations`, { body: edit });
await call("POST", `${store}/inventory/customizations`, { body: edit });
const rules = `/retailers/${shop.id}/rules`;
const planned = { name: "Cheap", when: { all: [{ price: { under: 1 } }] }, effect: { hidden: true } };
const { response } = await json<{ response: { plan: { preview: string } } }>("POST", `${rules}?dryRun=true`, {
  body: planned,
});
const rule = await json("POST", rules, { body: { ...planned, preview: response.plan.preview } });

const retailerEndpoint = await json("POST", `/retailers/${shop.id}/webhook-endpoints`, {
  body: { url: endpoint.webhookUrl },
});
const partnerEndpoint = await json("POST", "/webhook-endpoints", { body: { url: endpoint.webhookUrl } });

const params: Record<string, string> = {
  ...{ retailerId: shop.id, storeId: ids.storeId, barcode, customizationId: String(id) },
  ...{ ruleId: String(rule.id), endpointId: String(retailerEndpoint.id) },
  ...{ type: "webhooks", connector: "shopify" },
};
const addressOf = (path: string) => {
  const ofPartner: typeof params = path.startsWith("/webhook") ? { endpointId: String(partnerEndpoint.id) } : {};
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ofPartner[name] ?? params[name] ?? `no ${name}`);
};
const bodyOf = ({ requestBody }: Described) =>
  requestBody && "image/png" in requestBody.content
    ? pngOf(100, 100)
    : Object.values(requestBody?.content["application/json"]?.examples ?? {})[0]?.value;
const history = () => json<{ data: unknown[] }>("GET", `/retailers/${shop.id}/history?page[size]=100`);

test("at least 15 operations document If-Match, at least four of them with POST", () => {
  expect(documented.length).toBeGreaterThanOrEqual(15);
  expect(documented.filter(({ method }) => method === "post").length).toBeGreaterThanOrEqual(4);
});

test.each(documented)("$name documents 412, refuses a stale ETag and changes nothing", async (operation) => {
  const { method, path, described } = operation;
  expect(Object.keys(described.responses)).toContain("412");
  const body = bodyOf(described);
  const before = await history();
  for (const stale of ['"998"', '"999.x"', 'W/"1"']) {
    const answer = await call(method.toUpperCase(), addressOf(path), {
      headers: { "if-match": stale },
      ...(body !== undefined && { body }),
    });
    expect([stale, answer.statusCode, answer.json().code]).toEqual([stale, 412, "PreconditionFailed"]);
  }
  expect(await history()).toEqual(before);
});

test.each([
  ["channels/webhooks", "POST", "channels", { type: "webhooks", parameters: endpoint }],
  ["channels/webhooks", "POST", "channels/webhooks/secret", { secret: canary("next") }],
  ["inventory", "POST", "inventory", { provider: "csv-upload" }],
])("the ETag of %s is good for one %s %s, and stale after it", async (read, method, write, body) => {
  const { etag } = (await call("GET", `${store}/${read}`)).headers;
  const headers = { "if-match": String(etag) };
  const statuses = [];
  for (let n = 0; n < 2; n++) statuses.push((await call(method, `${store}/${write}`, { body, headers })).statusCode);
  expect(statuses).toEqual([200, 412]);
});

test('a POST of what does not exist yet takes only If-Match: "0" or *', async () => {
  const { ids: other } = await t.store(shop.id);
  const url = `/retailers/${shop.id}/stores/${other.storeId}/channels`;
  const body = { type: "webhooks", parameters: endpoint };
  expect((await call("POST", url, { body, headers: { "if-match": '"1"' } })).statusCode).toBe(412);
  expect((await call("POST", url, { body, headers: { "if-match": '"0"' } })).statusCode).toBe(201);
});
