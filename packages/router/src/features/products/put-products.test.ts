import { gzipSync } from "node:zlib";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeXlsx } from "../../../../feeds/tests/make-xlsx.ts";
import { createCaller } from "../../router.ts";

let world: TestContext;
let retailerId: string;
beforeAll(async () => {
  world = await createTestContext();
  retailerId = (await world.retailer()).id;
});
afterAll(() => world.close());

async function* pieces(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes);
}

const put = (feed: string | Uint8Array) => createCaller(world.ctx).products.putFeed({ retailerId, feed: pieces(feed) });
const product = async (itemKey: string) => {
  const [row] = await world.ctx.db.query(
    "SELECT title, brand, images, color FROM product WHERE retailer_id = $1 AND item_key = $2",
    [retailerId, itemKey],
  );
  return row;
};

test("product data has the same formats as stock", async () => {
  const expected = {
    title: "Blue, mug",
    brand: "Acme",
    images: ["https://x.example/1", "https://x.example/2"],
    color: null,
  };
  const images = expected.images;
  const feeds = {
    csv: `sku;name;manufacturer;image;Image\ncsv;Blue, mug;Acme;${images.join(";")}\n`,
    json: JSON.stringify([{ barcode: "json", title: "Blue, mug", brand: "Acme", images }]),
    ndjson: `{"barcode":"other"}\n${JSON.stringify({ barcode: "ndjson", title: "Blue, mug", brand: "Acme", images })}`,
    xlsx: makeXlsx({
      sheets: [
        [
          ["barcode", "title", "brand", "images"],
          ["xlsx", "Blue, mug", { inline: "Acme" }, images.join("|")],
        ],
      ],
    }),
  };
  for (const [key, feed] of Object.entries(feeds)) {
    expect(await put(feed), key).toMatchObject({ status: "applied", rejectedLines: 0, reason: null });
    expect(await product(key), key).toEqual(expected);
  }
});

test("the condition of product data counts unless the stock has another one, and an unknown word is rejected", async () => {
  const { ids } = await world.store(retailerId);
  const { inventory } = createCaller(world.ctx);
  const ingest = await put("barcode,condition\nold mug,Used\nmended mug,used\nshabby mug,shabby\n");
  expect(ingest).toMatchObject({ validLines: 2, rejectedLines: 1, columns: { condition: "condition" } });
  const line = { price: 4.5, quantity: 9 };
  await inventory.patchStock({
    ...ids,
    body: [
      { ...line, barcode: "old mug" },
      { ...line, barcode: "mended mug", condition: "refurbished" },
      { ...line, barcode: "mug" },
    ],
  });
  const conditionOf = async (barcode: string) => (await inventory.getItem({ ...ids, barcode })).condition;
  expect(await conditionOf("old mug")).toBe("used");
  expect(await conditionOf("mended mug")).toBe("refurbished");
  expect(await conditionOf("mug")).toBe("new");
  await put("barcode,title\nold mug,Old mug\n");
  expect(await conditionOf("old mug")).toBe("used");
  const events = await world.ctx.db.query<{ data: string }>(
    "SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update'",
    [retailerId, ids.storeId],
  );
  const sent = events.map(({ data }) => JSON.parse(data)).map(({ barcode, condition }) => `${barcode}: ${condition}`);
  expect(sent.toSorted()).toEqual(["mended mug: refurbished", "mug: new", "old mug: used"]);
});

test("a field that only later objects have is read", async () => {
  const many = Array.from({ length: 2_000 }, (_, n) =>
    JSON.stringify({ barcode: `many ${n}`, title: "Mug ".repeat(10) }),
  );
  await put([...many, '{"barcode":"late","colour":"blue"}'].join("\n"));
  expect(await product("late")).toMatchObject({ color: "blue" });
});

test("a feed without a barcode column or without a valid line is refused, and its record has the reason", async () => {
  await expect(put("title,brand\nMug,Acme\n")).rejects.toMatchObject({
    cause: { code: "UnrecognisedFeed", members: { seen: ["title", "brand"], missing: ["barcode"] } },
  });
  expect(await put("barcode,title\n,Mug\n")).toMatchObject({ status: "refused", validLines: 0, rejectedLines: 1 });
  const { data } = await createCaller(world.ctx).products.listIngests({ retailerId, page: { size: 2 } });
  expect(data).toMatchObject([
    { status: "refused", numberOfLines: 1, reason: expect.any(String) },
    { status: "refused", numberOfLines: 0, reason: expect.stringContaining("barcode") },
  ]);
});

test("a file of prices and stock alone is refused, with the place where stock goes, and its record has the reason", async () => {
  const feeds = ["barcode,price,quantity\nstock,1.50,3\n", '[{"barcode":"stock","price":1.5}]', "barcode\nstock\n"];
  for (const feed of feeds)
    await expect(put(feed), feed).rejects.toMatchObject({
      cause: {
        code: "UnrecognisedFeed",
        message: expect.stringContaining("stock.csv"),
        members: { missing: ["title"], reason: "no_product_data" },
      },
    });
  expect(await product("stock")).toBeUndefined();
  const { data } = await createCaller(world.ctx).products.listIngests({ retailerId, page: { size: 1 } });
  expect(data).toMatchObject([{ status: "refused", reason: expect.stringContaining("no product data") }]);
  const preview = createCaller(world.ctx).products.previewFeed({
    retailerId,
    partial: false,
    feed: pieces(feeds[0] ?? ""),
  });
  await expect(preview).resolves.toMatchObject({ linesRead: 1, missing: [{ field: "title" }] });
});

test.each([
  ["no byte", ""],
  ["blank lines", "\n \n"],
  ["JSON", " [ ]\n"],
  ["XLSX", makeXlsx({ sheets: [[]] })],
])("an empty file is told so: %s", async (_, feed) => {
  const refused = {
    cause: { code: "UnrecognisedFeed", message: expect.stringContaining("empty"), members: { reason: "empty" } },
  };
  await expect(put(feed)).rejects.toMatchObject(refused);
  const { ids } = await world.store(retailerId);
  const stock = { ...ids, mode: "update" as const, feed: pieces(feed) };
  await expect(createCaller(world.ctx).inventory.putStock(stock)).rejects.toMatchObject(refused);
});

test("many concurrent slow feeds leave connections for other calls", async () => {
  const { db } = world.ctx;
  const { promise: over, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
  const holding = db.sqlTransaction("no shop", async (tx) => {
    await tx.query("INSERT INTO product (retailer_id, item_key, updated_at) VALUES ($1, 'held', now())", [retailerId]);
    tellHeld();
    await over;
  });
  await isHeld;
  const feeds = Array.from({ length: 12 }, (_, n) => put(`barcode,title\nheld,Mug ${n}\n`));
  const waiting = async () => {
    const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await db.query(text)).length;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect(createCaller(world.ctx).retailers.get({ retailerId })).resolves.toMatchObject({ id: retailerId });
  release();
  await holding;
  for (const { status } of await Promise.all(feeds)) expect(status).toBe("applied");
});

test("all repeated barcodes are counted, 10,000 are recorded, and the last line of each barcode is applied", async () => {
  const lines = Array.from({ length: 24_000 }, (_, n) => `again ${n % 2},Title ${n}`);
  const ingest = await put(`barcode,title\n${lines.join("\n")}\n`);
  expect(ingest).toMatchObject({ numberOfLines: 24_000, validLines: 2, rejectedLines: 23_998, status: "applied" });
  expect(await product("again 1")).toMatchObject({ title: "Title 23999" });
  const [kept] = await world.ctx.db.query<{ count: number; first: number; last: number }>(
    `SELECT count(*)::int AS count, min(line) AS first, max(line) AS last FROM ingest_rejection
     WHERE retailer_id = $1 AND ingest_id = $2`,
    [retailerId, ingest.id],
  );
  expect(kept).toEqual({ count: 10_000, first: 2, last: 10_001 });
});

test("only the first ten image URLs of a cell are read", async () => {
  const urls = Array.from({ length: 50_000 }, (_, n) => `https://x.example/${n}`);
  expect(await put(`barcode,image\nmany,${urls.join("|")}|not a URL\n`)).toMatchObject({ validLines: 1 });
  expect(await product("many")).toMatchObject({ images: urls.slice(0, 10) });
});

test("a feed that unpacks too far is recorded as refused", async () => {
  const bomb = gzipSync(`barcode,title\n${"a,b\n".repeat(600_000)}`);
  await expect(put(bomb)).rejects.toMatchObject({ cause: { code: "FeedTooComplex" } });
  const [last] = await world.ctx.db.query(
    "SELECT status, reason FROM ingest WHERE retailer_id = $1 AND store_id IS NULL ORDER BY ingest_id DESC LIMIT 1",
    [retailerId],
  );
  expect(last).toEqual({ status: "refused", reason: expect.stringContaining("100 times") });
});

test("a refused header with U+0000 is recorded, too", async () => {
  await expect(put("pri\0ce,ti\0tle\nMug,Acme\n")).rejects.toMatchObject({ cause: { status: 422 } });
  await expect(put("price\ud800,ti\0tle\nMug,Acme\n")).rejects.toMatchObject({ cause: { status: 422 } });
  const { data } = await createCaller(world.ctx).products.listIngests({ retailerId, page: { size: 2 } });
  expect(data.map(({ status }) => status)).toEqual(["refused", "refused"]);
});

test("an image URL with U+0000 in the first of many lines rejects only that line", async () => {
  const ingest = await put(`barcode,image\n1,http://a.example/\0\n${"2,http://a.example/b\n".repeat(50_000)}`);
  expect(ingest).toMatchObject({ status: "applied", validLines: 1, rejectedLines: 50_000 });
  expect(await product("2")).toMatchObject({ images: ["http://a.example/b"] });
});

test("feeds of one retailer wait for each other without a connection", async () => {
  const feeds = Array.from({ length: 12 }, (_, n) => put(`barcode,title\nsame,Title ${n}\n`));
  expect((await Promise.all(feeds)).map(({ status }) => status)).toEqual(Array(12).fill("applied"));
});

describe("the statistics that searches need", () => {
  const knownRows = async () => {
    const [{ rows } = { rows: 0 }] = await world.ctx.db.query<{ rows: number }>(
      "SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'product'::regclass",
    );
    return rows;
  };
  const feed = (first: number) =>
    ["barcode,title", ...Array.from({ length: 10_000 }, (_, n) => `S-${first + n},Thing ${n}`)].join("\n");

  test("PostgreSQL knows the number of products after a large first feed", async () => {
    await put(feed(0));
    expect(await knownRows()).toBeGreaterThanOrEqual(10_000);
  });

  test("a feed that adds less than a fifth of the products does not read the whole table", async () => {
    await world.ctx.db.query("ALTER TABLE product SET (autovacuum_enabled = false)");
    await world.ctx.db.query(
      `INSERT INTO product (retailer_id, item_key, title, images, updated_at)
       SELECT $1, 'many-' || n, 'Thing', '{}', now() FROM generate_series(1, 60000) n`,
      [retailerId],
    );
    await world.ctx.db.query("ANALYZE product");
    const known = await knownRows();
    await put(feed(10_000));
    expect(await knownRows()).toBe(known);
  });
});

test("chosen columns count, and an undone file gives products their data, except those that were written since", async () => {
  const api = createCaller(world.ctx).products;
  await put("barcode,title,brand,image\nu1,Mug,Acme,https://x.example/1\nu2,Cup,Acme,\nu3,Jug,Acme,\n");
  world.advance(1_000);
  const text = "barcode,label,brand,images\nu1,Wrong,Bad,no address\n";
  const preview = (columns: object) => api.previewFeed({ retailerId, columns, partial: false, feed: pieces(text) });
  expect(await preview({ title: "label" })).toMatchObject({
    ...{ isRefused: false, linesRead: 1, problems: 1, columns: { taken: { title: "label", image: "images" } } },
    lines: [{ line: 2, values: { title: "Wrong", brand: "Bad" }, problem: { field: "image" } }],
  });
  expect(await preview({ barcode: [] })).toMatchObject({ isRefused: true, missing: [{ field: "barcode" }] });
  const feed = pieces(
    "barcode,label,brand,images\nu1,Wrong,Bad,https://x.example/2\nu2,Wrong,,\nu3,Jug,Acme,\nu4,Wrong,,\n",
  );
  const wrong = await api.putFeed({ retailerId, columns: { title: "label" }, feed });
  expect(wrong).toMatchObject({ changedItems: 2, newItems: 1, columns: { title: "label" } });
  world.advance(1_000);
  await put("barcode,title\nu2,Beaker\n");
  world.advance(1_000);
  const undo = { retailerId, ingestId: wrong.id };
  expect(await api.undoIngest({ ...undo, onlyCount: true })).toEqual({ restoredItems: 2, keptItems: 1 });
  expect(await product("u1")).toMatchObject({ title: "Wrong" });
  expect(await api.undoIngest(undo)).toEqual({ restoredItems: 2, keptItems: 1 });
  expect(await Promise.all(["u1", "u2", "u4"].map(product))).toEqual([
    { title: "Mug", brand: "Acme", images: ["https://x.example/1"], color: null },
    { title: "Beaker", brand: "Acme", images: [], color: null },
    { title: null, brand: null, images: [], color: null },
  ]);
  await expect(api.undoIngest(undo)).rejects.toMatchObject({ cause: { code: "IngestNotUndoable" } });
  const [entry] = (await createCaller(world.ctx).history.list({ retailerId, page: { size: 1 } })).data;
  expect(entry).toMatchObject({ action: "products.undo", target: { id: wrong.id } });
});
