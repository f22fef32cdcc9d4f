import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t, call, json } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const inRetailer = `/v1/retailers/${shop.id}`;
const inStore = `${inRetailer}/stores/${ids.storeId}`;
await call("PATCH", `${inStore}/inventory/stock`, { body: [{ barcode: "5000000000017", price: 1, quantity: 1 }] });

/** U+0000 and an unpaired surrogate as JSON escapes. PostgreSQL can store neither. */
const unstorable = ["\\u0000", "\\ud800", "\\udc00"];
const customData = '"title":"Mug","description":"A mug","brand":"Acme"';

/** Every call that takes a URL. In the body, `@` marks the URL. */
const calls: [method: string, url: string, body: string][] = [
  ["PATCH", `${inRetailer}/inventory/5000000000017`, `{${customData},"image":["@"]}`],
  ["PATCH", `${inStore}/inventory/5000000000017`, `{${customData},"image":["@"]}`],
  ["POST", `${inRetailer}/inventory/customizations`, `{"barcode":"1",${customData},"image":["@"]}`],
  ["POST", `${inRetailer}/inventory/customizations/batch`, `[{"barcode":"1",${customData},"image":["@"]}]`],
  ["POST", `${inStore}/inventory`, '{"provider":"http-pull","parameters":{"url":"@"}}'],
  [
    "POST",
    `${inStore}/channels`,
    '{"type":"webhooks","parameters":{"webhookUrl":"@","secret":"abcdefghijkl","enhancedProductData":false}}',
  ],
  ["PATCH", inStore, '{"links":[{"type":"website","value":"@"}]}'],
];

test.each(calls)("%s %s refuses a URL that the database cannot store with 422", async (method, url, body) => {
  for (const character of unstorable) {
    for (const text of [
      `https://93.184.216.34/a${character}b`,
      `https://93.184.216.34/${character}`,
      `${character}https://93.184.216.34/`,
      `https://93.184.216.34/?q=${character}`,
      `https://93.184.216.34/#${character}`,
    ]) {
      const answer = await call(method, url, { body: body.replace("@", text) });
      expect([text, answer.statusCode, answer.json().code]).toEqual([text, 422, "ValidationFailed"]);
    }
  }
});

test("URLs are stored in normalized form", async () => {
  const store = await json("PATCH", inStore, {
    body: { links: [{ type: "website", value: "HTTPS://Shop.Example/a b\t?q=\n1" }] },
  });
  expect(store.links).toEqual([{ type: "website", value: "https://shop.example/a%20b?q=1" }]);
  const edited = await json("PATCH", `${inRetailer}/inventory/5000000000017`, {
    body: { title: "Mug", description: "A mug", brand: "Acme", image: ["https://shop.example/é.jpg"] },
  });
  expect(edited.image).toEqual(["https://shop.example/%C3%A9.jpg"]);
});

test("in product data, only a line with a character that the database cannot store is rejected", async () => {
  const lines = unstorable.flatMap((character, at) => [
    `{"barcode":"bad-${at}","image":"https://shop.example/${character}"}`,
    `{"barcode":"worse-${at}","title":"${character}"}`,
  ]);
  const feed = [`{"barcode":"good","image":"https://shop.example/a b.jpg"}`, ...lines].join("\n");
  const ingest = await json("PUT", `${inRetailer}/inventory/products`, { body: Buffer.from(feed) });
  expect(ingest).toMatchObject({ status: "applied", numberOfLines: 7, validLines: 1, rejectedLines: 6 });
});

test.each([
  ["q", (text: string) => `"q":"a${text}b"`],
  ["barcodes", (text: string) => `"barcodes":["1","${text}"]`],
])("a bulk edit refuses a filter with %s that PostgreSQL cannot store", async (_, filter) => {
  for (const character of unstorable) {
    for (const query of ["", "?dryRun=true"]) {
      const body = `{"filter":{${filter(character)}},"edit":{"hidden":true},"selection":"x"}`;
      const answer = await call("POST", `${inRetailer}/inventory/customizations/bulk${query}`, { body });
      expect([answer.statusCode, answer.json().code]).toEqual([422, "ValidationFailed"]);
    }
  }
});
