import { createTestContext, lockRows } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { applyDueSales } from "./apply-due-sales.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const HOUR = 3_600_000;

const mug = "5012345678900";
let ids: { retailerId: string; storeId: string };
beforeEach(async () => {
  ids = (await t.store((await t.retailer()).id)).ids;
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}
const header =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Date sale price starts","Date sale price ends","Tax status","In stock?",Stock,"Sale price","Regular price"';
const put = (lines: string[], mode: "update" | "replace" = "update") =>
  caller.inventory.putStock({ ...ids, mode, feed: bytes([header, ...lines].join("\n")) });
/** A line of WooCommerce's export. */
const line = (barcode: string, { from = "", until = "", price = "44.90", sale = "29.90", stock = 12 } = {}) =>
  `1,simple,M,${barcode},Mug,1,${from},${until},taxable,1,${stock},${sale},${price}`;
const patch = (body: object) => caller.inventory.patchStock({ ...ids, body: [{ barcode: mug, ...body }] });
const item = async (barcode = mug) => caller.inventory.getItem({ ...ids, barcode });
const priceOf = async (barcode = mug) => (await item(barcode)).price;
const prices = async (barcode = mug) =>
  (await caller.events.list({ ...ids, page: { size: 100 } })).data.flatMap((event) =>
    event.action === "inventory.update" && event.data.barcode === barcode ? [event.data.price] : [],
  );
const apply = () => applyDueSales(t.asSystem());
/** A day of the store, London in March, from today on. */
const day = (days: number) => new Date(t.ctx.now().getTime() + days * 24 * HOUR).toISOString().slice(0, 10);
const until = (time: string) => t.advance(new Date(time).getTime() - t.ctx.now().getTime());

test("scheduled, ended and open sale prices of WooCommerce give the price of today", async () => {
  const ingest = await put([
    line(mug, { from: "2099-01-01", until: "2099-02-01" }),
    line("5012345678917", { from: "2020-01-01", until: "2020-02-01", price: "9.99", sale: "5.00", stock: 3 }),
    line("5012345678924", { price: "4.00", sale: "3.00", stock: 4 }),
  ]);
  expect(ingest).toMatchObject({
    status: "applied",
    validLines: 3,
    droppedValues: [],
    ignoredColumns: expect.not.arrayContaining(["Sale price"]),
  });
  const shelf = await Promise.all([mug, "5012345678917", "5012345678924"].map(item));
  expect(shelf.map(({ price, quantity }) => [price, quantity])).toEqual([
    [44.9, 12],
    [9.99, 3],
    [3, 4],
  ]);
  expect(shelf.map(({ regularPrice, sale }) => ({ regularPrice, sale }))).toEqual([
    { regularPrice: 44.9, sale: { price: 29.9, from: "2099-01-01T00:00:00.000Z", until: "2099-02-02T00:00:00.000Z" } },
    { regularPrice: null, sale: null },
    { regularPrice: 4, sale: { price: 3, from: null, until: null } },
  ]);
});

test("a sale starts and ends at the midnights of its store, each with one event", async () => {
  const [first, last] = [day(2), day(3)];
  await put([line(mug, { from: first, until: last })]);
  const end = new Date(`${last}T00:00Z`).getTime() + 24 * HOUR;
  until(`${first}T00:00Z`);
  t.advance(-1);
  await apply();
  expect(await priceOf()).toBe(44.9);
  t.advance(1);
  await apply();
  await apply();
  expect(await item()).toMatchObject({ price: 29.9, quantity: 12, regularPrice: 44.9, sale: { price: 29.9 } });
  until(new Date(end - 1).toISOString());
  await apply();
  expect(await priceOf()).toBe(29.9);
  t.advance(1);
  await apply();
  await apply();
  expect(await item()).toMatchObject({ price: 44.9, quantity: 12, regularPrice: null, sale: null });
  expect(await prices()).toEqual([44.9, 29.9, 44.9]);
});

test("a midnight is that of the zone of the store", async () => {
  const { id } = await t.retailer();
  ids = (await t.store(id, { country: "US", currency: "USD", timezone: "America/New_York" })).ids;
  const first = day(1);
  await put([line(mug, { from: first })]);
  const zone = Temporal.PlainDate.from(first).toZonedDateTime("America/New_York").epochMilliseconds;
  until(new Date(zone - 1).toISOString());
  await apply();
  expect(await priceOf()).toBe(44.9);
  t.advance(1);
  await apply();
  expect(await priceOf()).toBe(29.9);
});

test("a sale that starts and ends while no worker runs changes nothing", async () => {
  await put([line(mug, { from: day(1), until: day(1) })]);
  t.advance(72 * HOUR);
  await apply();
  expect(await item()).toMatchObject({ price: 44.9, sale: null });
  expect(await prices()).toEqual([44.9]);
});

test("the same file keeps the sale before and after its start", async () => {
  const lines = [line(mug, { from: day(1), until: day(9) })];
  await put(lines);
  expect(await put(lines)).toMatchObject({ status: "unchanged" });
  t.advance(48 * HOUR);
  await apply();
  expect(await put(lines)).toMatchObject({ status: "applied", changedItems: 0 });
  expect(await put(lines)).toMatchObject({ status: "unchanged" });
  expect(await item()).toMatchObject({ price: 29.9, sale: { price: 29.9 } });
});

test("a file at the time of the start changes the price itself, and the worker finds nothing", async () => {
  await put([line(mug, { from: day(1) })]);
  t.advance(48 * HOUR);
  await put([line(mug, { from: day(-1), stock: 11 })]);
  expect(await priceOf()).toBe(29.9);
  await apply();
  expect(await prices()).toEqual([44.9, 29.9]);
});

test.each<[string, () => Promise<unknown>]>([
  ["a file", () => put([line(mug, { sale: "" })])],
  ["a file in the mode replace", () => put([line(mug, { sale: "" })], "replace")],
  ["a PATCH with a price", () => patch({ price: 44.9 })],
])("%s with a price and without a sale ends the schedule", async (_, write) => {
  await put([line(mug, { from: day(1) })]);
  await write();
  expect(await item()).toMatchObject({ price: 44.9, regularPrice: null, sale: null });
  t.advance(48 * HOUR);
  await apply();
  expect(await priceOf()).toBe(44.9);
});

test("a write without a price keeps the schedule", async () => {
  await put([line(mug, { from: day(1) }), line("5012345678917")]);
  await patch({ quantity: 3 });
  await caller.inventory.putStock({ ...ids, mode: "update", feed: bytes(`barcode,quantity\n${mug},2`) });
  await caller.inventory.putStock({ ...ids, mode: "replace", feed: bytes("barcode,quantity\n5012345678917,2") });
  expect(await item()).toMatchObject({ price: 44.9, quantity: 0, sale: { price: 29.9 } });
  t.advance(48 * HOUR);
  await apply();
  expect(await item()).toMatchObject({ price: 29.9, quantity: 0, status: "out_of_stock" });
});

test("a PATCH names a sale with its days", async () => {
  const sale_price_effective_date = `${day(1)}T09:00Z/${day(1)}T10:00Z`;
  await patch({ price: 44.9, quantity: 2, sale_price: "29,90", sale_price_effective_date });
  expect(await priceOf()).toBe(44.9);
  until(`${day(1)}T09:00Z`);
  await apply();
  expect(await priceOf()).toBe(29.9);
  t.advance(HOUR);
  await apply();
  expect(await prices()).toEqual([44.9, 29.9, 44.9]);
});

test("a sale that cannot count is named, and a line whose sale may be in force is rejected", async () => {
  const ingest = await put([
    line(mug, { sale: "50" }),
    line("5012345678917", { from: "04/05/2099" }),
    line("5012345678924", { from: "2020-01-01", until: "04/05/2099" }),
  ]);
  expect(ingest).toMatchObject({
    ...{ validLines: 2, rejectedLines: 1 },
    droppedValues: [
      { field: "salePrice", code: "sale_not_lower", line: 2, lines: 1 },
      { field: "saleFrom", code: "ambiguous_date", line: 3, lines: 1 },
    ],
  });
  const { data } = await caller.inventory.listRejections({ ...ids, ingestId: ingest.id, page: {} });
  expect(data).toMatchObject([{ line: 4, field: "saleUntil", code: "ambiguous_date" }]);
  const patched = await patch({ price: 3, sale_price: 4, sale_end: "2099-01-01" });
  expect(patched).toMatchObject({ validLines: 1, droppedValues: [{ field: "salePrice", code: "sale_not_lower" }] });
});

test("a locked store does not stop the other stores, and its sale starts later", async () => {
  const locked = ids;
  await put([line(mug, { from: day(1) })]);
  const { ids: other } = await t.store(ids.retailerId);
  ids = other;
  await put([line(mug, { from: day(1) })]);
  t.advance(48 * HOUR);
  await lockRows(t, "store WHERE retailer_id = $1 AND store_id = $2", [locked.retailerId, locked.storeId], apply);
  expect(await priceOf()).toBe(29.9);
  ids = locked;
  expect(await priceOf()).toBe(44.9);
  await apply();
  expect(await priceOf()).toBe(29.9);
});
