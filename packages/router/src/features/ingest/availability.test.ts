import { readFileSync } from "node:fs";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { expireUnseen } from "./expire-unseen.ts";

let world: TestContext;
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(async () => {
  ids = (await world.store((await world.retailer()).id, { name: "Leeds", externalId: "S1" })).ids;
});

const api = () => createCaller(world.ctx);
async function* bytes(text: string | Buffer) {
  yield Buffer.from(text);
}
const put = (text: string | Buffer, mode: "update" | "replace" = "update") =>
  api().inventory.putStock({ ...ids, mode, feed: bytes(text) });
const patch = (...body: Record<string, unknown>[]) => api().inventory.patchStock({ ...ids, body });
const words = (lines: Record<string, string>) =>
  `barcode,price,availability\n${Object.entries(lines)
    .map(([barcode, word]) => `${barcode},1.00,${word}\n`)
    .join("")}`;
const shelf = async () => {
  const { data } = await api().inventory.listItems({ ...ids, page: { size: 100 } });
  return Object.fromEntries(data.map(({ barcode, quantity, status }) => [barcode, [quantity, status]]));
};
const events = async () =>
  (await api().events.list({ ...ids, page: { size: 100 } })).data.filter(({ action }) => action === "inventory.update");
const counted = async () => (await api().localAds.overview(ids)).inStock.actual;

test("a local inventory file of Google gives the status without a quantity, in items, events and counts", async () => {
  const file = readFileSync(new URL("../../../../feeds/tests/cases/q04-words.csv", import.meta.url));
  expect(await put(file)).toMatchObject({ validLines: 3, inStockValidLines: 2, newItems: 3, rejectedLines: 0 });
  expect(await shelf()).toEqual({
    "5012345678900": [null, "in_stock"],
    "5012345678917": [null, "low_stock"],
    "5012345678924": [null, "out_of_stock"],
  });
  expect(await counted()).toBe(2);
  const written = (await events()).map(({ data }) => data as Record<string, unknown>);
  expect(written.map(({ status }) => status).toSorted()).toEqual(["in_stock", "low_stock", "out_of_stock"]);
  for (const data of written) expect(data).not.toHaveProperty("quantity");
  const barcode = "5012345678900";
  expect(await api().inventory.getItem({ ...ids, barcode })).toMatchObject({
    quantity: null,
    status: "in_stock",
    price: 44.9,
  });
  expect((await api().inventory.getProduct({ retailerId: ids.retailerId, barcode })).stores).toMatchObject([
    { quantity: null, status: "in_stock" },
  ]);
});

test("50 products with an availability are enough for local ads", async () => {
  await put(
    words(Object.fromEntries(Array.from({ length: 52 }, (_, n) => [`i-${n}`, n < 50 ? "in stock" : "preorder"]))),
  );
  expect((await api().localAds.overview(ids)).inStock).toEqual({ actual: 50, required: 50 });
});

test("the last line decides: a quantity sets the quantity, an availability alone takes it away", async () => {
  await put("barcode,price,quantity\nmug,1.00,2\nhat,1.00,0\n");
  expect(await put(words({ mug: "low stock", hat: "in stock" }))).toMatchObject({ changedItems: 2, newItems: 0 });
  expect(await shelf()).toEqual({ mug: [null, "low_stock"], hat: [null, "in_stock"] });
  expect(await counted()).toBe(2);
  // A new item each, then the hat in stock. The mug was low in stock before.
  expect(await events()).toHaveLength(3);
  expect(await put(words({ mug: "low stock", hat: "IN_STOCK" }))).toMatchObject({ changedItems: 0 });
  await put("barcode,price,quantity,availability\nmug,1.00,7,\nhat,1.00,,out of stock\n");
  expect(await shelf()).toEqual({ mug: [7, "in_stock"], hat: [null, "out_of_stock"] });
  expect(await counted()).toBe(1);
});

test("a PATCH can have an availability, also of a new item, and a line without one keeps the stock", async () => {
  const made = await patch({ barcode: "mug", price: 1, availability: "in stock" }, { barcode: "hat", price: 1 });
  expect(made).toMatchObject({ validLines: 1, inStockValidLines: 1, newItems: 1, rejectedLines: 1 });
  expect(await patch({ barcode: "mug", price: 2 })).toMatchObject({
    validLines: 1,
    inStockValidLines: 1,
    changedItems: 1,
  });
  expect(await shelf()).toEqual({ mug: [null, "in_stock"] });
  expect(await patch({ barcode: "mug", availability: "sold out" })).toMatchObject({ inStockValidLines: 0 });
  expect(await patch({ barcode: "mug", price: 3 })).toMatchObject({ validLines: 1, inStockValidLines: 0 });
  expect(await shelf()).toEqual({ mug: [null, "out_of_stock"] });
  expect(await patch({ barcode: "mug", quantity: 3, availability: "sold out" })).toMatchObject({ rejectedLines: 1 });
  await patch({ barcode: "mug", quantity: 3 });
  expect(await shelf()).toEqual({ mug: [3, "in_stock"] });
  expect(await counted()).toBe(1);
});

test("an item without a quantity that files leave out goes out of stock, at once in the mode replace", async () => {
  await put(words({ mug: "in stock", hat: "in stock" }));
  await put(words({ hat: "in stock" }), "replace");
  expect(await shelf()).toEqual({ mug: [0, "out_of_stock"], hat: [null, "in_stock"] });
  await put(words({ mug: "in stock", hat: "in stock" }));
  await put(words({ mug: "in stock" }));
  world.advance(7 * 24 * 3_600_000 - 1);
  await put(words({ mug: "in stock" }));
  world.advance(1);
  expect(await expireUnseen(world.asSystem())).toBe(1);
  expect(await shelf()).toEqual({ mug: [null, "in_stock"], hat: [0, "out_of_stock"] });
  expect(await counted()).toBe(1);
});

test("a file of words that would empty the shelf is held", async () => {
  const all = (word: string) => words(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`i-${n}`, word])));
  await put(all("in stock"));
  expect(await put(all("out of stock"))).toMatchObject({ status: "held", changedItems: 20 });
});

test("a hide until a quantity stays while the quantity is unknown", async () => {
  await put(words({ mug: "out of stock" }));
  const body = { hidden: true, hiddenWhile: { quantityUnder: 5 } };
  await api().customizations.edit({ ...ids, barcode: "mug", body });
  await put(words({ mug: "in stock" }));
  expect(await api().inventory.getItem({ ...ids, barcode: "mug" })).toMatchObject({ hidden: true });
  await patch({ barcode: "mug", quantity: 5 });
  expect(await api().inventory.getItem({ ...ids, barcode: "mug" })).toMatchObject({ hidden: false });
});

test("a list has no sum of quantities if one is unknown, and sorts such products last", async () => {
  const { retailerId } = ids;
  const { ids: second } = await world.store(retailerId, { name: "York", externalId: "S2" });
  await put("barcode,price,quantity,availability\nfew,1.00,1,\nmany,1.00,9,\nsome,1.00,,low stock\nboth,1.00,2,\n");
  await api().inventory.patchStock({ ...second, body: [{ barcode: "both", price: 1, availability: "in stock" }] });
  for (const [descending, sorted] of [
    [true, ["many", "both", "few", "some"]],
    [false, ["few", "both", "many", "some"]],
  ] as const) {
    const order = { sort: "quantity", descending } as const;
    const { data } = await api().inventory.findProducts({ retailerId, filter: {}, order, pageNumber: 1, pageSize: 50 });
    expect(data.map(({ barcode }) => barcode)).toEqual(sorted);
    expect(data.find(({ barcode }) => barcode === "both")).toMatchObject({ quantity: null, status: "in_stock" });
    expect(data.find(({ barcode }) => barcode === "many")).toMatchObject({ quantity: 9, status: "in_stock" });
  }
});
