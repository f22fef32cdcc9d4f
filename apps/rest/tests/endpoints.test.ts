import { expect, test } from "vitest";
import { createDocument } from "../src/openapi/document.ts";
import { templateOf } from "../src/openapi/operation.ts";
import { operations } from "../src/operations/index.ts";
import { nameOf } from "../src/operations/operation.ts";

/** The endpoints of the first description of the product. */
const described = [
  "PATCH /retailers/:retailerId/inventory/:barcode",
  "PATCH /retailers/:retailerId/stores/:storeId/inventory/:barcode",
  "GET /retailers/:retailerId/inventory/customizations",
  "POST /retailers/:retailerId/inventory/customizations",
  "POST /retailers/:retailerId/stores/:storeId/inventory/customizations",
  "DELETE /retailers/:retailerId/inventory/customizations",
  "POST /retailers/:retailerId/stores/:storeId/channels",
  "GET /retailers/:retailerId/stores/:storeId/channels",
  "DELETE /retailers/:retailerId/stores/:storeId/channels/:type",
  "GET /channels",
];

/** The endpoints that came later. */
const settled = [
  // Retailers and stores
  "POST /retailers",
  "GET /retailers",
  "GET /retailers/:retailerId",
  "PATCH /retailers/:retailerId",
  "DELETE /retailers/:retailerId",
  "POST /retailers/:retailerId/stores",
  "GET /retailers/:retailerId/stores",
  "GET /retailers/:retailerId/stores/:storeId",
  "PATCH /retailers/:retailerId/stores/:storeId",
  "DELETE /retailers/:retailerId/stores/:storeId",
  // Inventory
  "GET /inventory/providers",
  "POST /retailers/:retailerId/stores/:storeId/inventory",
  "GET /retailers/:retailerId/stores/:storeId/inventory",
  "DELETE /retailers/:retailerId/stores/:storeId/inventory",
  "PUT /retailers/:retailerId/stores/:storeId/inventory/stock",
  "PATCH /retailers/:retailerId/stores/:storeId/inventory/stock",
  "PUT /retailers/:retailerId/inventory/products",
  "GET /retailers/:retailerId/inventory/ingests",
  "GET /retailers/:retailerId/inventory/ingests/:ingestId",
  "GET /retailers/:retailerId/inventory/ingests/:ingestId/rejections",
  "PUT /inventory/uploads/:fileName",
  "GET /retailers/:retailerId/stores/:storeId/inventory/ingests",
  "GET /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId",
  "GET /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId/rejections",
  "POST /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId/accept",
  "GET /retailers/:retailerId/stores/:storeId/inventory/items",
  "GET /retailers/:retailerId/stores/:storeId/inventory/:barcode",
  "GET /retailers/:retailerId/inventory/:barcode",
  // Customizations and history
  "GET /retailers/:retailerId/inventory/customizations/:customizationId",
  "DELETE /retailers/:retailerId/inventory/customizations/:customizationId",
  "POST /retailers/:retailerId/inventory/customizations/batch",
  "GET /retailers/:retailerId/history",
  "POST /retailers/:retailerId/history/:entryId/revert",
  "PUT /retailers/:retailerId/inventory/:barcode/image",
  "PUT /retailers/:retailerId/stores/:storeId/inventory/:barcode/image",
  // Standing rules
  "GET /retailers/:retailerId/rules",
  "POST /retailers/:retailerId/rules",
  "POST /retailers/:retailerId/rules/order",
  "GET /retailers/:retailerId/rules/:ruleId",
  "PATCH /retailers/:retailerId/rules/:ruleId",
  "DELETE /retailers/:retailerId/rules/:ruleId",
  "GET /retailers/:retailerId/stores/:storeId/shelf",
  "PATCH /retailers/:retailerId/stores/:storeId/shelf",
  // Channels
  "GET /retailers/:retailerId/stores/:storeId/channels/:type/listings",
  "POST /widget-sightings",
  "GET /retailers/:retailerId/stores/:storeId/channels/:type",
  "PATCH /retailers/:retailerId/stores/:storeId/channels/:type",
  // Events and deliveries
  "GET /retailers/:retailerId/stores/:storeId/events",
  "GET /retailers/:retailerId/stores/:storeId/channels/webhooks/deliveries",
  "GET /retailers/:retailerId/stores/:storeId/channels/webhooks/deliveries/:sequence",
  "POST /retailers/:retailerId/stores/:storeId/channels/webhooks/deliveries/:sequence/redeliver",
  "POST /retailers/:retailerId/stores/:storeId/channels/webhooks/redeliveries",
  "POST /retailers/:retailerId/stores/:storeId/channels/webhooks/test",
  "POST /retailers/:retailerId/stores/:storeId/channels/webhooks/secret",
  // Webhook endpoints
  ...["/webhook-endpoints", "/retailers/:retailerId/webhook-endpoints"].flatMap((all) => [
    `GET ${all}`,
    `POST ${all}`,
    ...["GET", "PATCH", "DELETE"].map((method) => `${method} ${all}/:endpointId`),
    ...["test", "secret", "redeliveries"].map((act) => `POST ${all}/:endpointId/${act}`),
    ...["deliveries", "deliveries/:storeId/:sequence", "summary"].map((of) => `GET ${all}/:endpointId/${of}`),
    `POST ${all}/:endpointId/deliveries/:storeId/:sequence/redeliver`,
  ]),
  // Keys and operations; /metrics has its own port
  "POST /keys",
  "GET /keys",
  "DELETE /keys/:keyId",
  "POST /retailers/:retailerId/inventory/customizations/bulk",
  "POST /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId/discard",
  "POST /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId/undo",
  "POST /retailers/:retailerId/inventory/ingests/:ingestId/undo",
  "POST /retailers/:retailerId/history/operations/:operationId/revert",
  "GET /retailers/:retailerId/operations/:operationId",
  // Files for all stores
  "POST /retailers/:retailerId/inventory",
  "GET /retailers/:retailerId/inventory",
  "DELETE /retailers/:retailerId/inventory",
  "PUT /retailers/:retailerId/inventory/stock",
  "GET /retailers/:retailerId/inventory/files/:fileId",
  "GET /retailers/:retailerId/inventory/files/:fileId/rejections",
  // Test mode
  "GET /retailers/:retailerId/test-clock",
  "PUT /retailers/:retailerId/test-clock",
  // Shop systems
  "GET /retailers/:retailerId/connections",
  "POST /retailers/:retailerId/connections",
  "GET /retailers/:retailerId/connections/:connector",
  "DELETE /retailers/:retailerId/connections/:connector",
];

/** Endpoints outside of the table. */
const health = ["GET /healthz", "GET /readyz"];

const promised = [...described, ...settled];
const built = operations.map(nameOf);

test("every documented endpoint is served", () => {
  expect(promised.filter((endpoint) => !built.includes(endpoint))).toEqual([]);
});

test("no other endpoint is served", () => {
  expect(built.filter((endpoint) => !promised.includes(endpoint))).toEqual([]);
  expect(built.filter((endpoint, n) => built.indexOf(endpoint) !== n)).toEqual([]);
});

test("the document has exactly the served endpoints", () => {
  const documented = Object.entries(createDocument().paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual([...built, ...health].map(templateOf).sort());
});
