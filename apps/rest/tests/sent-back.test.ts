import { canary } from "@highstreet/telemetry/testing";
import { afterAll, describe, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest({}, { settings: { allowLocalWebhooks: false } });
afterAll(() => rest.close());
const { call, json, t } = rest;

type Json = Record<string, unknown>;

const shop = await t.retailer({ name: "Corner Shop" });
const { ids } = await t.store(shop.id);
const all = `/retailers/${shop.id}`;
const one = `${all}/stores/${ids.storeId}`;

const lines = Array.from({ length: 50 }, (_, n) => ({ barcode: `item-${n}`, price: 2.5, quantity: 9 }));
await call("PATCH", `${one}/inventory/stock`, { body: lines });
const search = { type: "search", parameters: { locationId: "1234567890", storeCode: "LONDON1" } };
await call("POST", `${one}/channels`, { body: search });
const webhooks = { webhookUrl: "https://8.8.8.8/hook", secret: canary("webhook"), enhancedProductData: true };
await call("POST", `${one}/channels`, { body: { type: "webhook", parameters: webhooks } });

const custom = { title: "A lamp", description: "In brass", brand: "Lumen", image: ["https://shop.example/lamp.jpg"] };
const pickup = { method: "reserve", time: "next_day" };
const forSearch = { title: "A lamp for Google", description: null, image: null, pickup };
const edited = {
  barcode: "item-1",
  hidden: true,
  hiddenWhile: { priceUnder: 1 },
  channels: ["search"],
  ...custom,
  for: { search: forSearch },
};
const forAll = await json<Json>("POST", `${all}/inventory/customizations`, { body: edited });
const forOne = await json<Json>("POST", `${one}/inventory/customizations`, { body: { ...edited, barcode: "item-2" } });

const connect = (body: object) => json<Json>("POST", `${one}/inventory`, { body });

const hook = { url: "https://8.8.8.8/hook", description: "Cache", actions: ["inventory.update"] };
const ofRetailer = await json<Json>("POST", `${all}/webhook-endpoints`, {
  body: { ...hook, filter: { storeIds: [ids.storeId] } },
});
const ofPartner = await json<Json>("POST", "/webhook-endpoints", {
  body: { ...hook, filter: { retailerIds: [shop.id] }, enabled: false },
});

/** What changes with every write, and what only one answer shows. */
const volatile = new Set(["version", "updatedAt", "nextSteps", "nextFetchAt"]);
const lasting = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([member]) => !volatile.has(member)));

/** Records with the address that shows them, and the calls that write them. */
const written: [name: string, read: string, writes: [method: string, url: string][]][] = [
  ["a retailer", all, [["PATCH", all]]],
  ["a store", one, [["PATCH", one]]],
  [
    "a customization for all stores",
    `${all}/inventory/customizations/${forAll.id}`,
    [
      ["PATCH", `${all}/inventory/item-1`],
      ["POST", `${all}/inventory/customizations`],
    ],
  ],
  [
    "a customization for one store",
    `${all}/inventory/customizations/${forOne.id}`,
    [
      ["PATCH", `${one}/inventory/item-2`],
      ["POST", `${one}/inventory/customizations`],
    ],
  ],
  [
    "a search channel",
    `${one}/channels/search`,
    [
      ["PATCH", `${one}/channels/search`],
      ["POST", `${one}/channels`],
    ],
  ],
  ["a webhooks channel", `${one}/channels/webhooks`, [["PATCH", `${one}/channels/webhooks`]]],
  [
    "an endpoint of a retailer",
    `${all}/webhook-endpoints/${ofRetailer.id}`,
    [["PATCH", `${all}/webhook-endpoints/${ofRetailer.id}`]],
  ],
  ["an endpoint of a partner", `/webhook-endpoints/${ofPartner.id}`, [["PATCH", `/webhook-endpoints/${ofPartner.id}`]]],
];

describe.each(written)("the record of %s", (_, read, writes) => {
  test.each(writes)("may be sent back by %s %s, and changes nothing", async (method, url) => {
    const before = await json<Json>("GET", read);
    const answer = await call(method, url, { body: before });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, lasting(before)]);
    expect(lasting(await json("GET", read))).toEqual(lasting(before));
    const typo = await call(method, url, { body: { ...before, hiden: true } });
    expect([typo.statusCode, typo.json().errors]).toMatchObject([422, [{ pointer: "/hiden", code: "UnknownField" }]]);
  });
});

test("the record of local ads may be sent back, and its planned budget stays", async () => {
  // The ads need a search channel that shows listings.
  await t.ctx.db.prisma.channel.updateMany({
    where: { ...ids, channel: "search" },
    data: { status: "connected" },
  });
  const ads = `${one}/channels/local_ads`;
  await call("POST", `${one}/channels`, { body: { type: "local-ads", parameters: { dailyBudget: 25 } } });
  const before = await json<Json>("GET", ads);
  for (const [method, url] of [
    ["PATCH", ads],
    ["POST", `${one}/channels`],
  ] as const) {
    const answer = await call(method, url, { body: before });
    expect([answer.statusCode, lasting(answer.json())]).toEqual([200, lasting(before)]);
  }
});

test.each([
  ["file upload", { provider: "csv-upload", parameters: { mode: "replace", columns: { barcode: ["EAN", "UPC"] } } }],
  ["web address", { provider: "http-pull", parameters: { url: "https://8.8.8.8/stock.csv", intervalMinutes: 30 } }],
  ["API", { provider: "api" }],
  ["till", { provider: "square" }],
])("the record of a source (%s) may be sent back", async (_, body) => {
  const connected = await connect(body);
  expect(connected.provider).toMatchObject({ id: body.provider });
  const before = await json<Json>("GET", `${one}/inventory`);
  for (const record of [connected, before]) {
    const answer = await call("POST", `${one}/inventory`, { body: record });
    expect([answer.statusCode, lasting(answer.json())]).toEqual([200, lasting(before)]);
  }
  const typo = await call("POST", `${one}/inventory`, { body: { ...before, parameter: {} } });
  expect([typo.statusCode, typo.json().errors]).toMatchObject([422, [{ pointer: "/parameter" }]]);
});

test("records of new retailers, stores, keys and lists of customizations may be sent to the calls that create them", async () => {
  const sent: [url: string, status: number, record: unknown][] = [
    ["/retailers", 201, await json("GET", all)],
    [`${all}/stores`, 201, await json("GET", one)],
    ["/keys", 201, await json("POST", "/keys", { body: { name: "Till", scopes: ["inventory:read"] } })],
    [`${all}/inventory/customizations/batch`, 200, await json("GET", `${all}/inventory/customizations`)],
  ];
  for (const [url, status, body] of sent) {
    const answer = await call("POST", url, { body });
    expect([url, answer.statusCode]).toEqual([url, status]);
  }
  const { body } = await call("GET", `${all}/inventory/customizations`);
  const lamp = (JSON.parse(body) as Json[]).find(({ barcode }) => barcode === "item-1");
  expect(lasting(lamp ?? {})).toEqual(lasting(forAll));
  const deleted = await call("DELETE", `${all}/inventory/customizations`, { body: lamp });
  expect(deleted.statusCode).toBe(204);
});

test("the customization of one store does not become an edit of all stores", async () => {
  for (const [method, url] of [
    ["POST", `${all}/inventory/customizations`],
    ["PATCH", `${all}/inventory/item-2`],
  ] as const) {
    const answer = await call(method, url, { body: forOne });
    expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ pointer: "/storeId" }]]);
  }
});

test("a body in which nothing is left changes nothing, and an empty body is refused", async () => {
  const addresses: [url: string, shown: string, body: Json][] = [
    [`${all}/inventory/item-2`, `${all}/inventory/item-2`, { barcode: "item-2", storeId: null, version: 1 }],
    [`${one}/inventory/item-9`, `${one}/inventory/item-9`, { status: "in_stock", quantity: 7 }],
    [all, all, { stores: [], links: {}, inventoryStatus: "connected" }],
    [one, one, { createdAt: "2026-01-01T00:00:00Z", version: 7 }],
    [`${one}/channels/search`, `${one}/channels/search`, { channel: { id: "search" } }],
  ];
  const history = async () => (await json<{ data: Json[] }>("GET", `${all}/history?page[size]=100`)).data;
  for (const [url, shown, body] of addresses) {
    const before = [await json("GET", shown), await history()];
    expect([url, (await call("PATCH", url, { body })).statusCode]).toEqual([url, 200]);
    expect([await json("GET", shown), await history()]).toEqual(before);
    expect((await call("PATCH", url, { body, headers: { "if-match": '"999"' } })).statusCode).toBe(412);
    const empty = await call("PATCH", url, { body: {} });
    expect([url, empty.statusCode, empty.json().code]).toEqual([url, 422, "ValidationFailed"]);
  }
});

test("a retailer or store with the values that it has already keeps its version, and the history has no entry of it", async () => {
  for (const url of [all, one]) {
    const before = await json<Json>("GET", url);
    const history = await json("GET", `${all}/history`);
    for (const body of [before, { name: before.name }]) {
      expect((await call("PATCH", url, { body })).json()).toMatchObject({ version: before.version });
    }
    expect(await json("GET", url)).toEqual(before);
    expect(await json("GET", `${all}/history`)).toEqual(history);
  }
});
