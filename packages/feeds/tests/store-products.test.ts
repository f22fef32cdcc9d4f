import { expect, test } from "vitest";
import { type StockOptions, spool } from "../src/index.ts";
import { reader } from "./feed-reader.ts";
import { makeXlsx } from "./make-xlsx.ts";

/** The product data of a stock file: its rows without line numbers, its columns and its dropped values. */
async function readProducts(file: string | Buffer, options: Partial<StockOptions> = {}) {
  async function* pieces() {
    yield Buffer.from(file);
  }
  const bytes = await spool(pieces(), { limit: 8 << 20 });
  const feed = await reader.openStoreProducts(bytes, { currency: "GBP", names: ["Leeds"], ...options });
  try {
    let text = "";
    const result = await feed.read((read) =>
      read(async (rows) => {
        text += Buffer.from(rows).toString();
      }),
    );
    const rows = text.split("\n").filter(Boolean);
    return { rows: rows.map((row) => row.split("\t").slice(1, -1)), ...result };
  } finally {
    feed.close();
    await bytes.close();
  }
}

const none = "\\N";

test("every format of a stock file can have product data", async () => {
  const title = "Mug, blue";
  const images = ["https://shop.example/1.jpg", "https://shop.example/2.jpg"];
  const mug = ["5012345678900", title, "Acme", `{"${images.join('","')}"}`, "Home > Mugs"];
  const line = { ean: "05012345678900", price: 1, qty: 2, title, brand: "Acme", images, category: "Home > Mugs" };
  const files = {
    csv: `EAN;Price;Qty;Item Name;Brand;Image;Image 2;Photo;Warengruppe\n05012345678900;1;2;${title};Acme;${images[0]};;${images[1]};Home > Mugs\n`,
    json: JSON.stringify([line]),
    ndjson: JSON.stringify(line),
    xlsx: makeXlsx({
      sheets: [
        [
          ["EAN", "Price", "Qty", "Title", "Vendor", "Picture", "Category"],
          ["05012345678900", "1", "2", title, "Acme", images.join("|"), "Home > Mugs"],
        ],
      ],
    }),
  };
  for (const [format, file] of Object.entries(files)) {
    const { rows, droppedValues, ignoredColumns } = await readProducts(file);
    expect(rows, format).toEqual([mug]);
    expect(droppedValues, format).toEqual([]);
    expect(ignoredColumns, format).toEqual(format === "csv" ? ["Image 2"] : []);
  }
});

test("blank values state nothing, and lines that the stock rejects have no product data", async () => {
  const { rows } = await readProducts(
    ["sku,price,qty,name,brand", "a,1,1,,", "b,1,1, ,Acme", "c,?,1,Cup,", "d,1,1,Cup,,,,more", "e,1,1,Egg\tcup,"].join(
      "\n",
    ),
  );
  expect(rows).toEqual([
    ["b", none, "Acme", none, none],
    ["e", "Egg\\tcup", none, none, none],
  ]);
});

test("a wrong value is dropped, and counted by field and reason", async () => {
  const long = "x".repeat(501);
  const { rows, droppedValues } = await readProducts(
    `sku,price,qty,name,image\na,1,1,${long},https://shop.example/a.jpg\nb,1,1,Cup,C:\\b.jpg\nc,1,1,Hat,none\n`,
  );
  expect(rows).toEqual([
    ["a", none, none, '{"https://shop.example/a.jpg"}', none],
    ["b", "Cup", none, none, none],
    ["c", "Hat", none, none, none],
  ]);
  expect(droppedValues).toMatchObject([
    { field: "title", code: "text_too_long", lines: 1, line: 2, value: long.slice(0, 200) },
    { field: "image", code: "invalid_image", lines: 2, line: 3, value: "C:\\b.jpg" },
  ]);
});

test("a mapping names the columns, an empty list leaves a field out, and a column of stock is no product data", async () => {
  const file = "SKU,Name,Long name,Maker,Price,Qty\na,Mug,Blue mug,Acme,1,1\nb,Cup,,Acme,1,1\n";
  const columns = { title: ["Long name", "Name"], brand: [] };
  const read = await readProducts(file, { columns });
  expect(read.rows.map(([key, title, brand]) => [key, title, brand])).toEqual([
    ["a", "Blue mug", none],
    ["b", "Cup", none],
  ]);
  expect(read).toMatchObject({ columns: { title: "Long name" }, fallbackColumns: { title: ["Name"] } });
  const named = await readProducts("Name,Price,Qty\nMUG-1,1,1\n", { columns: { barcode: "Name" } });
  expect(named).toMatchObject({ rows: [], columns: { barcode: "Name" } });
  expect(named.columns).not.toHaveProperty("title");
});

test("a member that only later objects have is read", async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => `{"sku":"many ${n}","price":1,"qty":1,"name":"Mug"}`);
  const { rows } = await readProducts([...many, '{"sku":"late","price":1,"qty":1,"brand":"Acme"}'].join("\n"));
  expect(rows.at(-1)).toEqual(["late", none, "Acme", none, none]);
});

test("a title with the entities of a web page is the text that the page shows", async () => {
  const { rows } = await readProducts("EAN,Title,Qty\nA-1,Salt &amp; Pepper &#39;n&#x27; more,1\nA-2,R&D,1\n");
  expect(rows.map(([, title]) => title)).toEqual(["Salt & Pepper 'n' more", "R&D"]);
});
