import { createTestContext } from "@highstreet/router/testing";
import { startSending } from "@highstreet/router/testing/listings";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../../router.ts";
import { dryRunFeed } from "../../dry-run/index.ts";

const world = await createTestContext();
afterAll(() => world.close());
const api = createCaller(world.ctx);

let retailerId: string;
let leeds: { retailerId: string; storeId: string };
let york: { retailerId: string; storeId: string };
beforeEach(async () => {
  retailerId = (await world.retailer()).id;
  leeds = (await world.store(retailerId)).ids;
  york = (await world.store(retailerId)).ids;
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const putIn = (ids: typeof leeds, ...lines: string[]) =>
  api.inventory.putStock({ ...ids, mode: "update", feed: bytes(lines.join("\n")) });
const put = (...lines: string[]) => putIn(leeds, ...lines);
const shown = async (ids: typeof leeds, barcode: string) => {
  const { title, brand, images, category } = await api.inventory.getItem({ ...ids, barcode });
  return { title, brand, images, category };
};
/** The stored product data of a store, with the transactions that wrote it. */
const rows = (ids: typeof leeds) =>
  world.ctx.db.query(
    "SELECT p.*, p.xmin FROM store_product p WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key",
    [ids.retailerId, ids.storeId],
  );
const marked = async () =>
  (
    await world.ctx.db.query("SELECT item_key FROM listing_change WHERE retailer_id = $1 ORDER BY item_key", [
      retailerId,
    ])
  ).map((row) => row.item_key);
const nothing = { title: null, brand: null, images: [], category: null };

const header = "sku,price,qty,title,brand,image,category";
const photo = (name: string): string => `https://shop.example/${name}.jpg`;
const ofFile = { title: "File", brand: "File Co", images: [photo("file")], category: "File > Mugs" };
const mugOfFile = `mug,1,5,File,File Co,${photo("file")},File > Mugs`;

test("a stock file gives its store titles, brands, images and categories, and no other store", async () => {
  await putIn(york, "sku,price,qty", "mug,1,5");
  const ingest = await put(header, mugOfFile, "hat,1,5,,,,");
  expect(ingest).toMatchObject({
    ...{ status: "applied", newItems: 2, ignoredColumns: [], droppedValues: [] },
    columns: { barcode: "sku", title: "title", brand: "brand", image: "image", category: "category" },
  });
  expect(await api.inventory.getIngest({ ...leeds, ingestId: ingest.id })).toEqual(ingest);
  expect(await shown(leeds, "mug")).toEqual(ofFile);
  expect(await shown(leeds, "hat")).toEqual(nothing);
  expect(await shown(york, "mug")).toEqual(nothing);
  expect(await rows(leeds)).toHaveLength(1);
});

test("of each field the edit of the store counts, then the edit for all stores, the product feed, and the stock file", async () => {
  await put(header, mugOfFile);
  const productFeed = (line: string) =>
    api.products.putFeed({ retailerId, feed: bytes(`sku,title,brand,image,category\n${line}\n`) });
  await productFeed("mug,Feed,,,");
  expect(await shown(leeds, "mug")).toEqual({ ...ofFile, title: "Feed" });
  await productFeed(`mug,,Feed Co,${photo("feed")},Feed > Mugs`);
  const ofFeed = { title: "Feed", brand: "Feed Co", images: [photo("feed")], category: "Feed > Mugs" };
  expect(await shown(leeds, "mug")).toEqual(ofFeed);

  const edit = (name: string) => ({ title: name, description: name, brand: `${name} Co`, image: [photo(name)] });
  await api.customizations.edit({ retailerId, barcode: "mug", body: edit("All") });
  const edited = (name: string) => ({ ...ofFeed, title: name, brand: `${name} Co`, images: [photo(name)] });
  expect(await shown(leeds, "mug")).toEqual(edited("All"));
  await api.customizations.edit({ ...leeds, barcode: "mug", body: edit("One") });
  expect(await shown(leeds, "mug")).toEqual(edited("One"));
});

test("the product for all stores, lists and searches have the data of a stock file", async () => {
  await putIn(york, "sku,price,qty", "mug,1,5");
  await put(header, mugOfFile);
  expect(await api.inventory.getProduct({ retailerId, barcode: "mug" })).toMatchObject(ofFile);
  const filter = { q: "fil" };
  const found = await api.inventory.findProducts({ retailerId, filter });
  expect(found).toMatchObject({ total: 1, data: [{ barcode: "mug", title: "File", image: photo("file") }] });
  expect((await api.inventory.listItems({ ...leeds, q: "fil", page: {} })).data).toMatchObject([ofFile]);
  expect((await api.inventory.listItems({ ...york, q: "fil", page: {} })).data).toEqual([]);
});

test("blank cells and files without product columns leave the data as it is", async () => {
  await put(header, mugOfFile);
  const before = await rows(leeds);
  expect(await put(header, "mug,2,5,,,,")).toMatchObject({ changedItems: 1 });
  expect(await put("sku,price,qty", "mug,3,5")).toMatchObject({ changedItems: 1 });
  expect(await put(header, mugOfFile.replace("mug,1", "mug,4"))).toMatchObject({ changedItems: 1 });
  expect(await rows(leeds)).toEqual(before);
  await put(header, "mug,4,5,New,,,");
  expect(await shown(leeds, "mug")).toEqual({ ...ofFile, title: "New" });
});

test("a new title alone changes no item and writes no event, but marks the listing", async () => {
  await put(header, mugOfFile, "hat,1,5,Hat,,,");
  await startSending(world.ctx, leeds, leeds.storeId);
  await world.ctx.db.query("DELETE FROM listing_change WHERE retailer_id = $1", [retailerId]);
  const events = () =>
    world.ctx.db.query("SELECT sequence FROM store_event WHERE retailer_id = $1 AND subject <> 'source'", [retailerId]);
  const before = await events();
  world.advance(1_000);
  expect(await put(header, mugOfFile.replace("File,", "New,"), "hat,1,5,Hat,,,")).toMatchObject({
    ...{ status: "applied", changedItems: 0 },
  });
  expect(await events()).toEqual(before);
  expect(await marked()).toEqual(["mug"]);
  expect(await shown(leeds, "mug")).toEqual({ ...ofFile, title: "New" });
});

test("the event of a new item has its title", async () => {
  await put(header, mugOfFile);
  const [event] = await world.ctx.db.query<{ product: string }>(
    "SELECT product FROM store_event WHERE retailer_id = $1 AND subject = 'mug'",
    [retailerId],
  );
  expect(JSON.parse(event?.product ?? "null")).toMatchObject(ofFile);
});

test("wrong values are dropped and named, also when the same file comes again", async () => {
  const lines = [header, `mug,1,5,${"x".repeat(501)},Acme,C:\\mug.jpg,`, "hat,1,5,Hat,,none,"];
  const first = await put(...lines);
  expect(first).toMatchObject({ validLines: 2, rejectedLines: 0, newItems: 2 });
  expect(first.droppedValues).toMatchObject([
    { field: "title", code: "text_too_long", lines: 1, line: 2 },
    { field: "image", code: "invalid_image", lines: 2, line: 2, value: "C:\\mug.jpg" },
  ]);
  expect(await shown(leeds, "mug")).toEqual({ ...nothing, brand: "Acme" });
  const again = await put(...lines);
  expect(again).toMatchObject({ status: "unchanged", columns: first.columns, droppedValues: first.droppedValues });
});

test("a line of a new item without a price gives no product data, and one of a known item does", async () => {
  await put("sku,price,qty", "mug,1,5");
  expect(await put("sku,qty,title", "mug,5,Mug", "new,5,New")).toMatchObject({ validLines: 1, rejectedLines: 1 });
  expect(await rows(leeds)).toMatchObject([{ item_key: "mug", title: "Mug" }]);
});

test("a held feed gives no product data until it is accepted", async () => {
  const items = Array.from({ length: 25 }, (_, n) => `item ${n}`);
  await put("sku,price,qty", ...items.map((key) => `${key},1,5`));
  const held = await put("sku,price,qty,title", ...items.map((key) => `${key},1,0,Title of ${key}`));
  expect(held).toMatchObject({ status: "held", columns: { title: "title" } });
  expect(await rows(leeds)).toEqual([]);
  await api.inventory.acceptIngest({ ...leeds, ingestId: held.id });
  expect(await rows(leeds)).toHaveLength(25);
  expect(await shown(leeds, "item 7")).toEqual({ ...nothing, title: "Title of item 7" });
});

test("a dry run shows a new title and writes nothing", async () => {
  await put(header, mugOfFile);
  await startSending(world.ctx, leeds, leeds.storeId);
  const before = await rows(leeds);
  const feed = bytes(`${header}\n${mugOfFile.replace("File,", "New,")}\n`);
  const { response, affected } = await dryRunFeed(world.ctx, leeds, feed, (inside, body) =>
    createCaller(inside).inventory.putStock({ ...leeds, feed: body }),
  );
  expect(response).toMatchObject({ status: "applied", changedItems: 0, columns: { title: "title" } });
  expect(affected.channels).toContainEqual({ storeId: leeds.storeId, channel: "search" });
  expect(await rows(leeds)).toEqual(before);
});

test("a till's PATCH has product data too, and the file with the old title counts again", async () => {
  await put(header, mugOfFile);
  const patch = await api.inventory.patchStock({
    ...leeds,
    body: [
      { barcode: "mug", title: "Patched", image: [photo("patched")], shelf: 4 },
      { barcode: "hat", price: 1, quantity: 1, name: "Hat", brand: { name: "Acme" } },
      { barcode: "new", title: "New" },
    ],
  });
  expect(patch).toMatchObject({
    ...{ validLines: 2, rejectedLines: 1, ignoredMembers: ["shelf"], columns: { title: "title", image: "image" } },
    droppedValues: [{ field: "brand", code: "invalid_text", lines: 1, line: 2 }],
  });
  expect(await shown(leeds, "mug")).toEqual({ ...ofFile, title: "Patched", images: [photo("patched")] });
  expect(await shown(leeds, "hat")).toEqual({ ...nothing, title: "Hat" });
  expect((await rows(leeds)).map((row) => row.item_key)).toEqual(["hat", "mug"]);
  expect(await put(header, mugOfFile)).toMatchObject({ status: "applied" });
  expect(await shown(leeds, "mug")).toEqual(ofFile);
});

test("few lines of a large store and all of its lines are stored alike", async () => {
  const keys = Array.from({ length: 300 }, (_, n) => `item ${n}`);
  await put("sku,price,qty,title", ...keys.map((key) => `${key},1,5,First ${key}`));
  await put("sku,price,qty,title", "item 3,1,5,Second", "item 3,1,5,Third", "item 300,1,5,New");
  const titles = (await rows(leeds)).map(({ item_key, title }) => [item_key, title]);
  const expected = keys.map((key) => [key, key === "item 3" ? "Third" : `First ${key}`]);
  expect(titles.toSorted()).toEqual([...expected, ["item 300", "New"]].toSorted());
});

test("after any files, each field has the last value that a file stated", async () => {
  const value = fc.constantFrom("", "", "A", "B");
  const line = fc.record({ sku: fc.constantFrom("a", "b", "c"), title: value, brand: value });
  const files = fc.array(fc.uniqueArray(line, { selector: ({ sku }) => sku, minLength: 1 }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const { ids } = await world.store(retailerId);
      const last = new Map<string, { title: string | null; brand: string | null }>();
      for (const file of given) {
        await putIn(
          ids,
          "sku,price,qty,title,brand",
          ...file.map(({ sku, title, brand }) => `${sku},1,5,${title},${brand}`),
        );
        for (const { sku, title, brand } of file) {
          const before = last.get(sku) ?? { title: null, brand: null };
          last.set(sku, { title: title || before.title, brand: brand || before.brand });
        }
      }
      for (const [sku, expected] of last) expect(await shown(ids, sku)).toMatchObject(expected);
    }),
    { numRuns: rounds(15) },
  );
});
