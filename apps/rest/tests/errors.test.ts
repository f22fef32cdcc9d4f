import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@highstreet/router";
import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t } = rest;
const shop = await t.retailer({ externalId: "shop" });
const { ids } = await t.store(shop.id, { externalId: "store" });
const other = await t.retailer();
const second = await t.store(shop.id);
const retailer = `/retailers/${shop.id}`;
const store = `${retailer}/stores/${ids.storeId}`;
const channels = `${store}/channels`;
const missing = randomUUID();

const search = { type: "search", parameters: { locationId: "1234567890" } };
const ads = { type: "local-ads", parameters: { dailyBudget: 5 } };
const aRule = { name: "R", when: { all: [{ price: { under: 1 } }] }, effect: { hidden: true } };
const place = { name: "S", address: "1 Road", postcode: "N1", city: "London", country: "GB" };

await rest.call("POST", channels, { body: search });
await rest.call("PATCH", `${store}/inventory/stock`, { body: [{ barcode: "5000000000017", price: 1, quantity: 9 }] });

/** Calls that the rules refuse, each with its code. Every call also checks that the document has this code. */
const refusals: [ErrorCode, method: string, url: string, body?: unknown][] = [
  ["ExternalIdTaken", "POST", "/retailers", { name: "X", externalId: "shop" }],
  ["ExternalIdTaken", "PATCH", `/retailers/${other.id}`, { externalId: "shop" }],
  ["ExternalIdTaken", "POST", `${retailer}/stores`, { ...place, externalId: "store" }],
  ["ExternalIdTaken", "PATCH", `${retailer}/stores/${second.id}`, { externalId: "store" }],
  ["RetailerNotEmpty", "DELETE", retailer],
  ["ChannelInUse", "DELETE", store],
  ["IncompleteCustomData", "PATCH", `${retailer}/inventory/5000000000017`, { brand: "Alone" }],
  ["IncompleteCustomData", "PATCH", `${store}/inventory/5000000000017`, { brand: "Alone" }],
  ["IncompleteCustomData", "POST", `${retailer}/inventory/customizations`, { barcode: "5000000000017", brand: "B" }],
  ["IncompleteCustomData", "POST", `${store}/inventory/customizations`, { barcode: "5000000000017", brand: "B" }],
  ["IncompleteCustomData", "POST", `${retailer}/inventory/customizations/batch`, [{ barcode: "1", brand: "B" }]],
  ["ChannelNotEnabledForStore", "PATCH", `${store}/inventory/5000000000017`, { channels: ["webhooks"] }],
  ["ChannelNotEnabledForStore", "PATCH", `${retailer}/inventory/5000000000017`, { channels: ["webhooks"] }],
  ["UnknownChannel", "PATCH", `${retailer}/inventory/5000000000017`, { channels: ["radio"] }],
  ["UnknownChannel", "POST", channels, { type: "radio", parameters: {} }],
  ["UnknownChannel", "DELETE", `${channels}/radio`],
  ["MalformedRequest", "GET", `${store}/inventory/items?channel=radio`],
  ["ChannelNotEnabled", "DELETE", `${channels}/webhook`],
  ["SearchChannelNotConnected", "POST", channels, ads],
  ["ValidationFailed", "POST", channels, { type: "search", parameters: {} }],
  ["UnrecognisedFeed", "PUT", `${store}/inventory/stock`, "name,colour\nlamp,red\n"],
  ["UnrecognisedFeed", "PUT", `${retailer}/inventory/products`, "name,colour\nlamp,red\n"],
  ["InvalidPicture", "PUT", `${store}/inventory/5000000000017/image`, "<svg/>"],
  ["InvalidPicture", "PUT", `${retailer}/inventory/5000000000017/image`, "<svg/>"],
  ["ProductNotFound", "GET", `${store}/inventory/none`],
  ["ProductNotFound", "GET", `${retailer}/inventory/none`],
  ["ProductNotFound", "PATCH", `${retailer}/inventory/none`, { hidden: true }],
  ["CustomizationNotFound", "GET", `${retailer}/inventory/customizations/${missing}`],
  ["CustomizationNotFound", "DELETE", `${retailer}/inventory/customizations/${missing}`],
  ["CustomizationNotFound", "DELETE", `${retailer}/inventory/customizations?barcode=none`],
  ["CustomizationNotFound", "DELETE", `${retailer}/inventory/customizations?barcode=none&storeId=${missing}`],
  ["ValidationFailed", "POST", `${retailer}/inventory/customizations/batch`, [{ barcode: "1", storeId: missing }]],
  ["IngestNotFound", "GET", `${store}/inventory/ingests/${missing}`],
  ["IngestNotFound", "GET", `${store}/inventory/ingests/${missing}/rejections`],
  ["RuleNotFound", "GET", `${retailer}/rules/${missing}`],
  ["PreviewRequired", "POST", `${retailer}/rules`, aRule],
  ["KeyNotFound", "DELETE", `/keys/${missing}`],
  ["HistoryEntryNotFound", "POST", `${retailer}/history/${missing}/revert`],
  ["OperationNotFound", "GET", `${retailer}/operations/${missing}`],
  ["DeliveryNotFound", "GET", `${channels}/webhooks/deliveries/999`],
];

test.each(refusals)("%s refuses %s %s, as documented", async (code, method, url, body) => {
  expect(await rest.json(method, `/v1${url}`, { body })).toMatchObject({ code });
});
