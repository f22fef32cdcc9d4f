import { within } from "@highstreet/db";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { createCaller } from "../../router.ts";

let world: TestContext;
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
});

const caller = () => createCaller(world.ctx);
const patch = (body: Record<string, unknown>[]) => caller().inventory.patchStock({ ...ids, body });
const item = (barcode: string) => caller().inventory.getItem({ ...ids, barcode });

test("a known item keeps values that a line leaves out; a new item needs price and quantity", async () => {
  await patch([{ barcode: "mug", price: 4.5, quantity: 10, condition: "used", currency: "eur" }]);
  await patch([{ sku: "mug", qty: "2" }]);
  expect(await item("mug")).toMatchObject({
    quantity: 2,
    price: 4.5,
    condition: "used",
    currency: "EUR",
    status: "low_stock",
  });
  await patch([{ barcode: "mug", rrp: "£5" }]);
  expect(await item("mug")).toMatchObject({ quantity: 2, price: 5 });
  const ingest = await patch([
    { barcode: "hat", quantity: 1 },
    { barcode: "mug", quantity: 3 },
  ]);
  expect(ingest).toMatchObject({
    mode: "patch",
    status: "applied",
    numberOfLines: 2,
    validLines: 1,
    rejectedLines: 1,
    changedItems: 1,
  });
  const { data } = await caller().inventory.listRejections({ ...ids, ingestId: ingest.id, page: {} });
  expect(data).toMatchObject([{ line: 1, field: "price", code: "missing_price" }]);
});

test("a line without a price keeps the currency of the known price, also in a file", async () => {
  await patch([{ barcode: "mug", price: 44.9, quantity: 10 }]);
  await patch([{ barcode: "mug", quantity: 9, currency: "EUR" }]);
  expect(await item("mug")).toMatchObject({ quantity: 9, price: 44.9, currency: "GBP" });
  const feed = async function* (file: string) {
    yield Buffer.from(file);
  };
  const put = (file: string) => caller().inventory.putStock({ ...ids, mode: "update", feed: feed(file) });
  await put("EAN,Qty,Currency\nmug,8,EUR\n");
  expect(await item("mug")).toMatchObject({ quantity: 8, price: 44.9, currency: "GBP" });
  await patch([{ barcode: "mug", price: 50, currency: "EUR" }]);
  await put("EAN,Qty\nmug,7\n");
  expect(await item("mug")).toMatchObject({ quantity: 7, price: 50, currency: "EUR" });
});

test("a sale price above the price is rejected, as in a file", async () => {
  await patch([{ barcode: "mug", price: 44.9, quantity: 10 }]);
  const { id } = await patch([{ barcode: "mug", price: 44.9, sale_price: 49.9, quantity: 9 }]);
  expect(await item("mug")).toMatchObject({ quantity: 10, price: 44.9 });
  const { data } = await caller().inventory.listRejections({ ...ids, ingestId: id, page: {} });
  expect(data).toMatchObject([{ line: 1, field: "price", code: "invalid_price", value: "49.9" }]);
  await patch([{ barcode: "mug", price: 44.9, sale_price: 39.9, quantity: 9 }]);
  expect(await item("mug")).toMatchObject({ quantity: 9, price: 39.9 });
});

test("invalid lines are rejected one by one, and unknown members are ignored", async () => {
  const ingest = await patch([
    { barcode: "a", price: "free", quantity: 1 },
    { barcode: "b", price: 1, quantity: 1, colour: "red", nested: { deep: true } },
    { barcode: 5000000000001, price: 0.005, quantity: -2 },
    { barcode: { ean: 1 }, price: "", quantity: 1 },
    { price: 1, quantity: 1 },
    { barcode: "nul\u0000", price: 1, quantity: 1 },
    { barcode: "\ud800", price: 1, quantity: 1 },
    { barcode: "b", price: 2, quantity: null },
  ]);
  expect(ingest).toMatchObject({ numberOfLines: 8, validLines: 2, rejectedLines: 6 });
  const { data } = await caller().inventory.listRejections({ ...ids, ingestId: ingest.id, page: {} });
  expect(data.map(({ line, code }) => [line, code])).toEqual([
    [1, "invalid_price"],
    [4, "invalid_barcode"],
    [5, "missing_barcode"],
    [6, "invalid_barcode"],
    [7, "invalid_barcode"],
    [8, "missing_quantity"],
  ]);
  expect(await item("b")).toMatchObject({ price: 1, quantity: 1 });
  expect(await item("5000000000001")).toMatchObject({ price: 0.01, quantity: -2, status: "out_of_stock" });
});

test("barcodes with and without leading zeros name the same item, which shows the longest barcode", async () => {
  await patch([{ barcode: "5012345678900", price: 1, quantity: 1 }]);
  await patch([{ barcode: "00005012345678900", quantity: 5 }]);
  await patch([{ barcode: "05012345678900", quantity: 4 }]);
  expect(await item("5012345678900")).toMatchObject({ barcode: "00005012345678900", quantity: 4 });
  expect((await caller().inventory.listItems({ ...ids, page: {} })).data).toHaveLength(1);
});

test("a PATCH connects the source, never makes it invalid, and is its latest ingest only before the first feed", async () => {
  expect(await caller().inventory.getSource(ids)).toMatchObject({
    status: "pending",
    provider: null,
    latestIngest: null,
    warnings: [],
  });
  await patch([{ barcode: "mug", price: 1, quantity: 1 }]);
  expect(await caller().inventory.getSource(ids)).toMatchObject({
    status: "connected",
    latestIngest: { validLines: 1 },
  });
  async function* feed() {
    yield Buffer.from("barcode,price,quantity\na,1,1\nb,1,1\n");
  }
  await caller().inventory.putStock({ ...ids, mode: "update", feed: feed() });
  await patch([{ barcode: "mug", price: "x", quantity: 1 }]);
  expect(await caller().inventory.getSource(ids)).toMatchObject({
    status: "connected",
    latestIngest: { validLines: 2 },
  });
});

test.each([
  ["a body that is not an array", {}],
  ["an empty array", []],
  ["a line that is not an object", [1]],
  ["over 1,000 lines", Array.from({ length: 1001 }, () => ({}))],
])("%s is ValidationFailed and changes nothing", async (_, body) => {
  const input = { ...ids, body } as Parameters<ReturnType<typeof caller>["inventory"]["patchStock"]>[0];
  await expect(caller().inventory.patchStock(input)).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
  expect((await caller().inventory.listIngests({ ...ids, page: {} })).data).toEqual([]);
});

/** One item in each of many other stores. With so many rows the planner tends to read the whole table. */
const others = `
  INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, created_at, updated_at)
  SELECT gen_random_uuid(), gen_random_uuid(), n::text, n::text, 'in_stock', 3, 1, 'GBP', 'new', now(), now()
  FROM generate_series(1, 25000) n`;

test("lines look up their items by key, and read no items of other stores", async () => {
  await world.ctx.db.query(others);
  await world.ctx.db.query("ANALYZE stock_item");
  await patch([{ barcode: "mug", price: 4.5, quantity: 10 }]);
  const body = [
    { barcode: "mug", price: 5 },
    { barcode: "hat", price: 1, quantity: 1 },
    { barcode: "cup", price: "?", quantity: 1 },
  ];
  await world.ctx.db.transaction("no shop", async (tx) => {
    const inside = createCaller({ ...world.ctx, db: within(world.ctx.db, tx) });
    // PostgreSQL can count the scans of earlier transactions of the connection here.
    const scans = () => tx.query("SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'stock_item'");
    const before = await scans();
    expect(await inside.inventory.patchStock({ ...ids, body })).toMatchObject({ validLines: 2, rejectedLines: 1 });
    expect(await scans()).toEqual(before);
  });
});

test("a boolean, a fraction or a number with lost digits is no barcode", async () => {
  const barcodes = [true, 0.1, Number("12345678901234567890"), 1e300, 5_000_000_000_001];
  const { id } = await patch(barcodes.map((ean) => ({ ean, price: 1, quantity: 1 })));
  const { data } = await caller().inventory.listRejections({ ...ids, ingestId: id, page: { size: 10 } });
  expect(data.map(({ line, field, code }) => [line, field, code])).toEqual(
    [1, 2, 3, 4].map((line) => [line, "barcode", line === 4 ? "scientific_barcode" : "invalid_barcode"]),
  );
});

test("unknown members are listed, and a spelling of a barcode does not matter", async () => {
  await patch([{ barcode: "0-306-40615-2", price: "4,50", quantity: 1 }]);
  expect(await item("0306406152")).toMatchObject({ barcode: "9780306406157", price: 4.5 });
  const ingest = await patch([
    { isbn: "9780306406157", qantity: 2, colour: "red" },
    { barcode: "x", price: "$1", qty: 1 },
  ]);
  expect(ingest).toMatchObject({ validLines: 1, rejectedLines: 1, ignoredMembers: ["qantity", "colour"] });
  const { data } = await caller().inventory.listRejections({ ...ids, ingestId: ingest.id, page: {} });
  expect(data).toMatchObject([{ line: 2, code: "foreign_currency" }]);
  expect(await caller().inventory.getIngest({ ...ids, ingestId: ingest.id })).toEqual(ingest);
});

test("a price in cents is divided, a price in another currency is rejected, and the name of a place is ignored", async () => {
  const ingest = await patch([
    { barcode: "mug", price_cents: 450, quantity: 1, location: "shelf 3" },
    { barcode: "hat", price_usd: 4.5, quantity: 1 },
  ]);
  expect(ingest).toMatchObject({ validLines: 1, rejectedLines: 1, ignoredMembers: ["location"] });
  expect(await item("mug")).toMatchObject({ price: 4.5 });
});

test("a feed does not write items again that a PATCH has changed to the values of the feed", async () => {
  async function* feed(text: string) {
    yield Buffer.from(`barcode,price,quantity\n${text}`);
  }
  const put = (text: string) => caller().inventory.putStock({ ...ids, mode: "update", feed: feed(text) });
  const version = () =>
    world.ctx.db.query("SELECT xmin FROM stock_item WHERE retailer_id = $1 AND store_id = $2 AND item_key = 'mug'", [
      ...[ids.retailerId, ids.storeId],
    ]);
  await put("mug,1,5\nhat,2,5\n");
  await patch([{ barcode: "mug", quantity: 4 }]);
  const patched = await version();
  expect(await put("mug,1,4\nhat,2,6\n")).toMatchObject({ changedItems: 1 });
  expect(await version()).toEqual(patched);
});

const members = (count: number, name = (n: number) => `member ${n}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), n]));

test("a line with over 100 members, or a name over 200 characters, is rejected as too_many_members, and mentions its item", async () => {
  await patch([{ barcode: "mug", price: 4.5, quantity: 10 }]);
  const fine = { ...members(96), barcode: "hat", price: 1, quantity: 1, ["n".repeat(200)]: 1 };
  const ingest = await patch([
    fine,
    { ...members(98), barcode: "mug", price: 1, quantity: 1 },
    { barcode: "mug", ["n".repeat(201)]: 1 },
    members(101),
  ]);
  expect(ingest).toMatchObject({ numberOfLines: 4, validLines: 1, rejectedLines: 3 });
  const { data } = await caller().inventory.listRejections({ ...ids, ingestId: ingest.id, page: {} });
  expect(data.map(({ line, field, code }) => [line, field, code])).toEqual(
    [2, 3, 4].map((line) => [line, null, "too_many_members"]),
  );
  expect(await item("mug")).toMatchObject({ price: 4.5, quantity: 10 });
});

test("over 1,000 different names in a call are PayloadTooComplex, and our own names do not count", async () => {
  const lines = (names: number) =>
    Array.from({ length: names / 10 }, (_, line) => ({
      ...members(10, (n) => `member ${line * 10 + n}`),
      ...{ barcode: `b${line}`, price: 1, quantity: 1 },
    }));
  expect(await patch(lines(1_000))).toMatchObject({ validLines: 100 });
  const refused = expect.objectContaining({ cause: expect.objectContaining({ code: "PayloadTooComplex" }) });
  await expect(patch(lines(1_030))).rejects.toEqual(refused);
  await expect(item("b102")).rejects.toThrow();
});

test("1,000 lines with 500 sets of members are read, and 1,000 sets of 50 members are PayloadTooComplex", async () => {
  const set = (n: number, size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, at) => [`m${(n * 37 + at * (1 + (n % 7))) % 997}`, 1]));
  const few = Array.from({ length: 1_000 }, (_, n) => ({
    ...set(n % 500, 9),
    barcode: `s${n}`,
    price: 1,
    quantity: 1,
  }));
  expect(await patch(few)).toMatchObject({ validLines: 1_000 });
  const many = Array.from({ length: 1_000 }, (_, n) => ({ ...set(n, 50), barcode: `s${n}` }));
  await expect(patch(many)).rejects.toMatchObject({ cause: { code: "PayloadTooComplex" } });
});

test("a count by a person has its author in the history and says nothing about the till, whose next line replaces it", async () => {
  const team = await createTestTeam();
  try {
    const { ids: inStore } = await team.store(team.shop.id);
    const { retailerId, storeId } = inStore;
    const person = await team.join("mia@shop.example", "manager", retailerId, [storeId]);
    const till = createCaller(team.ctx).inventory;
    const countAs = (quantity: number) =>
      createCaller(person.ctx).inventory.patchStock({ ...inStore, body: [{ barcode: "mug", quantity }] });
    const shown = () => till.getItem({ ...inStore, barcode: "mug" });
    await till.patchStock({ ...inStore, body: [{ barcode: "mug", price: 4, quantity: 5 }] });
    const before = await till.getSource(inStore);
    team.advance(60_000);
    await countAs(3);
    // The same number is no change.
    await countAs(3);
    expect(await shown()).toMatchObject({ quantity: 3, price: 4 });
    expect(await till.getSource(inStore)).toEqual(before);
    const { history } = createCaller(team.ctx);
    expect((await history.list({ retailerId, barcode: "mug", page: {} })).data).toMatchObject([
      {
        ...{ action: "item.update", actor: { kind: "staff", name: "mia@shop.example" } },
        target: { type: "item", storeId, barcode: "mug" },
        before: { price: 4, quantity: 5 },
        after: { price: 4, quantity: 3 },
      },
    ]);
    const { data } = await history.listOperations({ retailerId, kind: "products", page: {} });
    expect(data).toMatchObject([{ undo: null, products: 1 }]);
    await till.patchStock({ ...inStore, body: [{ barcode: "mug", quantity: 6 }] });
    expect(await shown()).toMatchObject({ quantity: 6 });
  } finally {
    await team.close();
  }
});
