import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { spool } from "../src/index.ts";
import { readStoreProduct } from "../src/lines/product-line.ts";
import { readStockHeader, type StockOptions } from "../src/read-stock.ts";
import { readWholeLines, valuesOf } from "../src/read-stock-lines.ts";
import { readFile } from "./simulator/oracle.ts";

/** Price and quantity by barcode. */
type Items = Record<string, [price: number, quantity: number]>;

interface Case {
  /** Items that must be read. */
  has: Items;
  /** Items that may be missing, but have no other value. */
  may?: Items;
  options?: Partial<StockOptions> & { stores?: string[]; country?: string };
}

const mug: Items = { "5012345678900": [44.9, 12] };
const bowl: Items = { "5012345678917": [9.99, 3] };
const cup: Items = { "5012345678924": [5, 1] };

const bytesOf = (name: string): Buffer => readFileSync(`${import.meta.dirname}/cases/${name}`);
const optionsOf = (options: Case["options"] = {}): StockOptions => {
  const store = { currency: "GBP", country: "GB", names: ["The Shambles", "S1"], ...options };
  return store;
};

async function read(name: string, options?: Case["options"]) {
  const reading = await readFile(bytesOf(name), optionsOf(options));
  const lines = reading.taken.map(({ barcode, pence, thousandths }) => {
    return [barcode, [(pence ?? 0) / 100, (thousandths ?? 0) / 1_000]] as const;
  });
  return { ...reading, items: Object.fromEntries(lines) as Items };
}

test.each<[file: string, guarantee: string, expected: Case]>([
  ["c01-inch-mark-at-end.csv", "an inch mark at a title's end costs one line", { has: { ...bowl, ...cup }, may: mug }],
  ["s08-tsv-open-quote.csv", "a title of a tab file can begin with a quote", { has: { ...bowl, ...cup }, may: mug }],
  [
    "p05-sheets-german-comma.csv",
    "decimal commas are known by the values, not by the delimiter",
    { has: mug, may: { "5012345678917": [1_234, 3] } },
  ],
  ["p03-point-decimals-in-semicolon-qty.csv", "so are decimal points", { has: { ...mug, ...bowl } }],
  [
    "r12-lia-several-stores.csv",
    "of a file for several stores, the lines of this store count",
    { has: { ...mug, ...bowl }, options: { stores: ["The Shambles", "S1", "Leeds", "S2"] } },
  ],
  ["y07-quantity-sold.csv", "a sold quantity is no stock", { has: { "5012345678900": [44.9, 2] } }],
  ["y01-price-in-pence.csv", "a price in pence is divided by 100", { has: { ...mug, ...bowl } }],
  ["x01-hidden-sheet-first.xlsx", "a hidden sheet is not read", { has: { ...mug, ...bowl } }],
  ["x14-two-sheets.xlsx", "sheets with the same header are one file", { has: { ...mug, ...bowl } }],
  ["c12-totals-line.csv", "lines of totals are no items", { has: { ...mug, ...bowl } }],
  ["b07-two-codes-one-cell.csv", "a GTIN beside another code is the barcode", { has: {}, may: mug }],
  ["b16-gs1.csv", "an element string of GS1 is its GTIN", { has: mug }],
  [
    "n02-promotion-amount.csv",
    "promotion_amount is what a customer pays",
    { has: { "5012345678900": [29.9, 12], ...bowl } },
  ],
  ["b10-sku-like-60E27.csv", "digits-E-digits is a code", { has: { "60E27": [4.5, 12], "40E14": [3.5, 8] } }],
  ["q01-unicode-minus.csv", "the minus sign of Unicode is read", { has: { "5012345678900": [44.9, -3] } }],
  ["q03-units.csv", "a unit behind a quantity is read", { has: { ...mug, ...bowl, "5012345678924": [5, 12] } }],
  [
    "p07-kwd-three-decimals.csv",
    "a price is never rounded to a currency's decimals that we do not have",
    { has: { "6291041500220": [1.25, 4] }, options: { currency: "KWD", country: "KW" } },
  ],
  [
    "p09-mojibake-pound.csv",
    "a pound sign in the wrong encoding is one",
    { has: { "5012345678900": [12.5, 3], "5012345678917": [1, 3] } },
  ],
  ["c06-cr-with-lf-in-cell.csv", "CR ends lines, also with LF in a cell", { has: { ...mug, ...bowl } }],
  ["x04-row-per-cell.xlsx", "row elements with the same number are one row", { has: { ...mug, ...bowl } }],
  ["c11-utf16-no-bom.csv", "UTF-16 without a byte order mark is read", { has: mug }],
  [
    "w01-woo-scheduled-sale.csv",
    "a sale price counts between its dates",
    { has: { ...mug, ...bowl, "5012345678924": [3, 4] } },
  ],
])("%s: %s", async (file, _, { has, may = {}, options }) => {
  const { items, refused } = await read(file, options);
  expect(refused).toBeUndefined();
  expect(items).toMatchObject(has);
  expect({ ...may, ...has }).toMatchObject(items);
});

test("b06-upce.csv: a UPC-E and its UPC-A both stay readable", async () => {
  const { taken, rejected } = await read("b06-upce.csv");
  expect(rejected).toEqual([]);
  expect(taken).toMatchObject([
    { pence: 150, thousandths: 4_000 },
    { barcode: "042100005264", thousandths: 6_000 },
  ]);
});

test("w02-shopify-image-rows.csv: further pictures of Shopify are no errors", async () => {
  const { items, rejected, lines } = await read("w02-shopify-image-rows.csv");
  expect([items, rejected, lines]).toEqual([mug, [], 3]);
});

test("s02-html-entities.csv: HTML entities in a title are read", async () => {
  const body = await spool([bytesOf("s02-html-entities.csv")] as never, { limit: 1 << 20 });
  const feed = await readStockHeader(body, optionsOf());
  const titles: (string | null | undefined)[] = [];
  for await (const lines of readWholeLines(feed)) {
    for (const { fields = [] } of lines) {
      titles.push(
        readStoreProduct(
          (field) => valuesOf(feed, fields, field),
          () => undefined,
        )?.title,
      );
    }
  }
  await body.close();
  expect(titles).toEqual(["Salt & Pepper"]);
});

test("q04-words.csv: words of availability need no quantity", async () => {
  const { taken, refused } = await read("q04-words.csv");
  expect(refused).toBeUndefined();
  expect(taken).toMatchObject([44.9, 9.99, 5].map((price) => ({ pence: Math.round(price * 100), thousandths: null })));
});

test.each([
  ["c17-html-xls.xls", /HTML/],
  ["x15-ods.ods", /(?:\.ods|OpenDocument).*(?:XLSX|CSV)/s],
])("%s: an error names the format and the way out", async (file, message) => {
  const { taken, refused } = await read(file);
  expect(taken).toEqual([]);
  expect(refused).toMatch(message);
});
