import { gzipSync } from "node:zlib";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeXlsx } from "../../../../feeds/tests/make-xlsx.ts";
import { createCaller } from "../../router.ts";

let world: TestContext;
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  world = await createTestContext();
  ids = (await world.store((await world.retailer()).id)).ids;
});
afterAll(() => world.close());

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const preview = (feed: string | Uint8Array, partial = false) =>
  createCaller(world.ctx).inventory.previewStock({
    ...ids,
    feed: pieces(typeof feed === "string" ? Buffer.from(feed) : feed),
    partial,
  });

test("a preview shows columns, the first lines and their problems, and changes nothing", async () => {
  const lines = Array.from({ length: 30 }, (_, n) => `${n === 1 ? "" : `item ${n}`};${n === 2 ? "free" : "4,50"};${n}`);
  expect(
    await preview(
      Buffer.from(`EAN;Note;RRP \u00a3;RRP;Stock\n${lines.join("\n")}`.replaceAll(";4", ";x;y;4"), "latin1"),
    ),
  ).toMatchObject({
    format: "csv",
    encoding: "windows-1252",
    delimiter: ";",
    columns: {
      taken: { barcode: "EAN", price: "RRP £", quantity: "Stock" },
      seen: ["EAN", "Note", "RRP £", "RRP", "Stock"],
    },
    missing: [],
    linesRead: 30,
    needsWholeFile: false,
  });
  const { lines: shown, problems } = await preview(`EAN;RRP;Stock\n${lines.join("\n")}`);
  expect(shown).toHaveLength(20);
  expect(problems).toBe(2);
  expect(shown.slice(0, 3)).toEqual([
    { line: 2, values: { barcode: "item 0", price: "4,50", quantity: "0" }, problem: null },
    {
      line: 3,
      values: { barcode: "", price: "4,50", quantity: "1" },
      problem: {
        field: "barcode",
        code: "missing_barcode",
        message: expect.stringContaining("The line has no barcode. Write"),
      },
    },
    {
      line: 4,
      values: { barcode: "item 2", price: "free", quantity: "2" },
      problem: { field: "price", code: "invalid_price", message: expect.any(String) },
    },
  ]);
  expect((await createCaller(world.ctx).inventory.listIngests({ ...ids, page: {} })).data).toEqual([]);
  expect(await createCaller(world.ctx).inventory.getSource(ids)).toMatchObject({ status: "pending" });
});

test("after the first lines, the preview shows up to twenty lines with a problem", async () => {
  const lines = Array.from({ length: 100 }, (_, n) => `item ${n},${n % 2 ? "free" : "1"},1`);
  const { lines: shown, linesRead, problems } = await preview(`sku,price,stock\n${lines.join("\n")}`);
  expect({ linesRead, problems }).toEqual({ linesRead: 100, problems: 50 });
  expect(shown.slice(0, 20).map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  const behind = shown.slice(20);
  expect(behind.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 23));
  expect(behind.every(({ problem }) => problem?.code === "invalid_price")).toBe(true);
});

test("the preview of the first part of a file leaves out the cut line, in any format", async () => {
  const objects = [1, 2, 3].map((n) => JSON.stringify({ barcode: `é${n}`, price: n, quantity: n }));
  const csv = 'barcode,price,quantity\né1,1,1\né2,2,2\né3,3,"3\n';
  for (const [text, format] of [
    [`[${objects.join(",")}`, "json"],
    [objects.join("\n"), "ndjson"],
    [csv, "csv"],
  ] as const) {
    const bytes = Buffer.from(text);
    for (const part of [bytes.subarray(0, -2), bytes.subarray(0, bytes.lastIndexOf("é") + 1)]) {
      expect(await preview(part, true), text).toMatchObject({ format, encoding: "utf-8", linesRead: 2, problems: 0 });
    }
  }
  const packed = gzipSync(csv.repeat(1));
  expect((await preview(packed.subarray(0, -9), true)).format).toBe("csv");
});

test("the preview of a workbook needs the whole file", async () => {
  const book = makeXlsx({
    sheets: [
      [
        ["barcode", "price", "quantity"],
        ["1", { number: "2.5" }, { number: "3" }],
      ],
    ],
  });
  expect(await preview(book)).toMatchObject({
    ...{ format: "xlsx", encoding: null, delimiter: null, linesRead: 1, problems: 0, needsWholeFile: false },
    lines: [{ line: 2, values: { barcode: "1", price: "2.5", quantity: "3" }, problem: null }],
  });
  expect(await preview(book.subarray(0, 500), true)).toMatchObject({ format: "xlsx", needsWholeFile: true, lines: [] });
});

test("the preview of an unrecognised header names the columns and the missing fields", async () => {
  expect(await preview("Code,RRP,Stock\n1,2,3\n")).toMatchObject({
    ...{ lines: [], linesRead: 0 },
    isRefused: true,
    missing: [{ field: "barcode", isRequired: true, names: expect.arrayContaining(["barcode", "ean13", "sku"]) }],
    columns: { taken: { price: "RRP", quantity: "Stock" }, seen: ["Code", "RRP", "Stock"] },
  });
  await expect(preview("")).rejects.toMatchObject({
    cause: { code: "UnrecognisedFeed", members: { reason: "empty", missing: [] } },
  });
});

test("the preview refuses a file without a column of the mapping exactly as the upload does", async () => {
  const caller = createCaller(world.ctx);
  const columns = { price: "RRP" };
  const { ids: store } = await world.store(ids.retailerId);
  const csv = Buffer.from("barcode,quantity\n1,2\n");
  const refused = await caller.inventory.previewStock({ ...store, feed: pieces(csv), partial: false, columns });
  expect(refused).toMatchObject({ isRefused: true, columns: { absent: { price: ["RRP"] } } });
  const put = caller.inventory.putStock({ ...store, feed: pieces(csv), columns });
  await expect(put).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  // A later object can have the member.
  const json = Buffer.from('[{"barcode":"1","quantity":2},{"barcode":"2","quantity":2,"RRP":3}]');
  const usable = await caller.inventory.previewStock({ ...store, feed: pieces(json), partial: false, columns });
  expect(usable).toMatchObject({ isRefused: false, linesRead: 2 });
  expect(await caller.inventory.putStock({ ...store, feed: pieces(json), columns })).toMatchObject({
    numberOfLines: 2,
  });
});

test("the store of another partner is not found", async () => {
  const other = { retailerId: ids.retailerId, storeId: ids.retailerId };
  const call = createCaller(world.ctx).inventory.previewStock({ ...other, feed: pieces(Buffer.of()), partial: false });
  await expect(call).rejects.toMatchObject({ cause: { code: "StoreNotFound" } });
});

test("the preview names the known till, counts repeated lines as the result does, and reads by given columns", async () => {
  const file =
    "Handle,SKU,Default price,Barcode,In stock [Here]\nlamp,1,44.90,5012345678900,12\nlamp,1,44.90,5012345678900,13\n";
  expect(await preview(file)).toMatchObject({
    ...{ preset: { id: "loyverse", label: "Loyverse" }, linesRead: 2, problems: 1 },
    lines: [
      { line: 2, problem: { code: "superseded" } },
      { line: 3, problem: null },
    ],
  });
  const own = { ...ids, partial: false, columns: { barcode: "A", quantity: ["B"] } };
  const read = await createCaller(world.ctx).inventory.previewStock({
    ...own,
    feed: pieces(Buffer.from("A,B,C\nmug,2,3\n")),
  });
  expect(read).toMatchObject({
    preset: null,
    keepsPrices: true,
    columns: { ignored: ["C"] },
    lines: [{ problem: null }],
  });
});

test("the preview of a file of all stores asks for their column, and names unknown stores", async () => {
  const { id: retailerId } = await world.retailer();
  await world.store(retailerId, { name: "Leeds" });
  const york = await world.store(retailerId, { name: "York" });
  await createCaller(world.ctx).inventory.connect({ ...york.ids, body: { provider: "csv-upload", parameters: {} } });
  const ofAll = (text: string, more: { columns?: Record<string, string>; partial?: boolean } = {}) =>
    createCaller(world.ctx).inventory.previewFile({
      ...{ retailerId, partial: false, ...more },
      feed: pieces(Buffer.from(text)),
    });
  const lines = "EAN,Price,Qty\nHull,mug,4,1\nLeeds,mug,4,1\nYork,mug,4,1\nLeeds,mug,4,2\n";
  const read = await ofAll(`Store,${lines}`);
  expect(read).toMatchObject({ isRefused: false, unknownStores: ["Hull"], linesRead: 3, problems: 2 });
  expect(read.lines.map(({ problem }) => problem?.code)).toEqual(["superseded", "store_has_own_source", undefined]);
  const asked = await ofAll(`Supplier,${lines}`);
  expect(asked).toMatchObject({ isRefused: true, missing: [{ field: "store", isRequired: true }] });
  expect(await ofAll(`Supplier,${lines}`, { columns: { store: "Supplier" } })).toMatchObject({ missing: [] });
  const foreign = "Store,EAN,Price,Qty\nHull,mug,4,1\n";
  expect(await ofAll(foreign)).toMatchObject({ isRefused: true, missing: [], unknownStores: ["Hull"] });
  expect(await ofAll(foreign, { partial: true })).toMatchObject({ needsWholeFile: true });
});
