import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { call, json, t } = rest;

type Json = Record<string, unknown>;

const { id } = await t.retailer();
const { ids } = await t.store(id);
const { ids: second } = await t.store(id);
const all = `/retailers/${id}`;
const one = `${all}/stores/${ids.storeId}`;
const two = `${all}/stores/${second.storeId}`;
const image = ["https://shop.example/lamp.jpg", "https://shop.example/lamp-2.jpg"];
const data = { title: "Own lamp", description: "In <b>brass</b>.", brand: "Lumen", image };
const long = "A very long title of a feed ".repeat(15).trim();

// Every origin of a value: nothing, stock file, product feed, edit of all stores, edit of one store.
const barcodes = ["bare", "filed", "fed", "edited", "own", "until", "within", "chosen"];
const lines = barcodes.map((barcode) => ({ barcode, price: 2.5, quantity: 9 }));
for (const store of [one, two]) await call("PATCH", `${store}/inventory/stock`, { body: lines });
const filed = {
  barcode: "filed",
  price: 2.5,
  quantity: 9,
  title: "Filed",
  brand: "Till",
  image: image[0],
  category: "Lamps",
};
await call("PATCH", `${one}/inventory/stock`, { body: [filed] });
await call("PUT", `${all}/inventory/products`, {
  headers: { "content-type": "text/csv" },
  body: `sku,title,description,brand,image,color\nfed,${long},${"x".repeat(6_000)},${"B".repeat(100)},${image.join("|")},red\n`,
});
await call("POST", `${one}/channels`, { body: { type: "search", parameters: { locationId: "1" } } });
const edit = (url: string, body: object) => call("POST", `${url}/inventory/customizations`, { body });
await edit(all, { barcode: "edited", hidden: true, ...data });
await edit(one, { barcode: "own", hidden: true, ...data });
await edit(one, { barcode: "until", hiddenUntil: "2099-01-01T00:00:00Z" });
await edit(all, { barcode: "within", hiddenWhile: { priceUnder: 9 } });
await edit(one, { barcode: "chosen", channels: ["search"] });

const records = () => json<Json[]>("GET", `${all}/inventory/customizations`);
const history = () => json("GET", `${all}/history?page[size]=100`);
const events = async () => (await json<{ data: unknown[] }>("GET", `${one}/events?page[size]=1000`)).data.length;
const addresses = barcodes.flatMap((barcode) => [all, one, two].map((at) => `${at}/inventory/${barcode}`));

test.each(addresses)("what GET %s answers may be sent back, whole or in part, and changes nothing", async (url) => {
  const before = [await records(), await history(), await events()];
  const shown = await json<Json>("GET", url);
  const parts = Object.entries(shown).map(([name, value]) => ({ [name]: value, updatedAt: shown.updatedAt }));
  const { title, description, brand, images } = shown;
  const texts = { title, description, brand, images };
  for (const body of [shown, texts, { ...texts, images: undefined, image: images }, ...parts]) {
    const answer = await call("PATCH", url, { body });
    expect([body, answer.statusCode, answer.json()]).toMatchObject([body, 200, { version: shown.version }]);
    expect(answer.headers.etag).toBe(`"${shown.version}"`);
  }
  expect([await records(), await history(), await events()]).toEqual(before);
  expect(await json("GET", url)).toEqual(shown);
  for (const typo of [{ hiden: true }, { imges: [] }]) {
    expect((await call("PATCH", url, { body: { ...shown, ...typo } })).statusCode).toBe(422);
  }
});

test.each([
  [`${one}/inventory/edited`, { hidden: false }],
  [`${one}/inventory/edited`, { title: "Another lamp", description: "New.", brand: "Glow", images: [image[0]] }],
  [`${all}/inventory/edited`, { images: [image[1]] }],
  [`${two}/inventory/own`, { title: "Lamp of York", description: "In York.", brand: "Yorick", images: [image[1]] }],
])("a record that is sent back to %s with other values (%j) edits only these", async (url, change) => {
  const shown = await json<Json>("GET", url);
  const [mine] = (await records()).filter(
    ({ barcode, storeId }) => barcode === shown.barcode && storeId === (shown.storeId ?? null),
  );
  const { images, ...changed } = change as Json;
  const own = { hidden: null, channels: null, title: null, description: null, brand: null, image: null, ...mine };
  const answer = await call("PATCH", url, { body: { ...shown, ...change } });
  const { hidden, channels, title, description, brand, image: ofEdit } = answer.json();
  const wanted = { ...own, ...changed, ...(images !== undefined && { image: images }) } as Json;
  expect([answer.statusCode, { hidden, channels, title, description, brand, image: ofEdit }]).toEqual([
    200,
    Object.fromEntries(
      ["hidden", "channels", "title", "description", "brand", "image"].map((name) => [name, wanted[name]]),
    ),
  ]);
});

test("the values of GET alone make no record, and an edit of `hidden` without a record ends the limits of a hide", async () => {
  const url = `${two}/inventory/bare`;
  const before = [await records(), await history()];
  for (const body of [{ hidden: false }, { channels: null }, { images: [] }, { title: null, hidden: false }]) {
    const answer = await call("PATCH", url, { body });
    expect([body, answer.statusCode, answer.json()]).toMatchObject([body, 200, { id: null, version: 0, hidden: null }]);
  }
  expect([await records(), await history()]).toEqual(before);
  const hidden = await call("PATCH", `${one}/inventory/until`, { body: { hidden: true } });
  expect(hidden.json()).toMatchObject({ hidden: true, hiddenUntil: null });
  const both = await call("PATCH", url, { body: { hidden: false, hiddenUntil: "2099-01-01T00:00:00Z" } });
  expect([both.statusCode, both.json().errors]).toMatchObject([422, [{ pointer: "/hidden" }]]);
});

test("a long text is refused unless GET answers it, and so is an empty list of images", async () => {
  const url = `${one}/inventory/fed`;
  for (const [body, pointer] of [
    [{ title: `${long}!` }, "/title"],
    [{ description: "y".repeat(5_001) }, "/description"],
    [{ brand: "C".repeat(71) }, "/brand"],
    [{ title: "y".repeat(501) }, "/title"],
    [{ images: [] }, "/image"],
    [{ title: "" }, "/title"],
  ] as const) {
    const answer = await call("PATCH", url, { body });
    expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ pointer }]]);
  }
  expect((await call("PATCH", `${one}/inventory/none`, { body: { status: "in_stock" } })).json().code).toBe(
    "ProductNotFound",
  );
});

test("POST takes `images`, and is 422 if it names no field; named fields may all be null", async () => {
  const post = (at: string, body: object) => call("POST", `${at}/inventory/customizations`, { body });
  for (const at of [all, one]) {
    for (const body of [{ barcode: "new" }, { barcode: "new", storeId: null, version: 1 }]) {
      expect((await post(at, body)).statusCode).toBe(422);
    }
    expect((await post(at, { barcode: "new", hidden: null })).statusCode).toBe(201);
    const made = await post(at, { ...data, barcode: "new", image: undefined, images: image });
    expect([made.statusCode, made.json().image]).toEqual([200, image]);
    expect((await post(at, { barcode: "new", images: [] })).statusCode).toBe(422);
  }
  const batch = await post(all, {}).then(() =>
    call("POST", `${all}/inventory/customizations/batch`, { body: [{ barcode: "b" }] }),
  );
  expect([batch.statusCode, batch.json().errors]).toMatchObject([422, [{ pointer: "/0" }]]);
});
