import { expect, test } from "vitest";
import { makeXlsx } from "./make-xlsx.ts";
import { readLines } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[]) => (await readLines(`${file.join("\n")}\n`, stores)).lines;
const one = `${lamp} 4490 12000`;
const other = `${mug} 999 3000`;

test.each([
  "Acme Sales Ltd",
  "Smith & Sons Sales and Repair",
  "Export for Sales & Marketing",
  "Point of Sale - Sales catalogue",
  "Quantities in sales units",
  "Items sold individually",
  "Pieces sold individually",
  "Sales prices for Leeds",
  "Prices and stock",
  "Vintage Clothes Bought & Sold",
  "All items sold by Acme Ltd",
  "Items available for click and collect",
  "Click & Collect enabled products",
  "Shopping cart products feed",
  "Acme Wedding List Shop",
  "Punto de ventas",
  "Catalogue des ventes privées",
  "Listino vendite al dettaglio",
  "Verkaufspreise in GBP",
  "Supplier stock code list",
  "Sales channel: POS",
  "Sales channel - Retail",
])("%s above a quantity costs nothing", async (title) => {
  expect(await lines([`"${title}",,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test.each([
  "Sales prices for York",
  "Sales prices - orders",
  "Prices for York",
  "Sales channel: POS York",
  "Sales channel: Store orders",
  "Daily sales inc. VAT",
  "Sales price report",
  "Sales price history",
  "Sales price x quantity",
  "Sales channel: Online",
  "Sales channel: wholesale",
  "Sales channel performance",
  "Monthly sales team report",
  "Daily sales tax report",
  "Weekly dept sales report",
  "Product sales units",
  "Top products by sales",
  "Quantity sold by store",
  "Units sold by product",
])("%s above a quantity is a report", async (title) => {
  await expect(lines([`"${title}",,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each(["Verkaufspreise", "Verkaufsartikel", "Broken biscuits", "Waste bins"])(
  "a sheet %s beside another one is one of the stock",
  async (name) => {
    const rows = (code: string, price: string, count: string) => [
      ["EAN", "Price", "Stock"],
      [code, { number: price }, { number: count }],
    ];
    const sheets = [rows(lamp, "44.9", "12"), rows(mug, "9.99", "3")];
    expect((await readLines(makeXlsx({ names: ["Lamps", name], sheets }), stores)).lines).toEqual([one, other]);
  },
);

test.each([
  "Action,I",
  "Per unit,1",
  "Unit and Precision,Pieces .0",
  "Deleted at,9999-12-31",
  "Deleted at,0001-01-01T00:00:00",
  "Price index,1.5",
  "Price rank,3.5",
  "Offer,Was £50",
  "Offer,Free delivery over £50",
])("by %s, the line is one of the stock", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`])).toEqual([one]);
});

test("a count of blocked pieces is no flag", async () => {
  for (const name of ["Blocked", "On hold"]) {
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,1,12`, `${mug},9.99,4,3`];
    expect(await lines(file)).toEqual([one, other]);
    expect(await lines([...file, `${mug},9.99,Yes,3`])).toContain("4 invalid_quantity");
  }
});

test("a discount of JSON without an amount is none", async () => {
  const read = async (discount: object) =>
    (await readLines(JSON.stringify([{ ean: lamp, price: 44.9, qty: 12, discount }]))).lines;
  expect(await read({ percent: 0, valid_from: "2026-01-01" })).toEqual([one]);
  expect(await read({ id: 7, amount: "0.00" })).toEqual([one]);
  for (const found of [
    { id: 7, amount: "1.00" },
    { percent: 10, valid_from: "2026-01-01" },
    { percent: 12.5, min: 2 },
    { id: "SAVE10" },
    { id: { percent: 5 } },
  ])
    expect((await read(found))[0], JSON.stringify(found)).toMatch(/^1 invalid/);
});

test.each(["Shop floor price", "Shopfloor price", "Sales floor price"])(
  "a lower %s makes the price unclear",
  async (name) => {
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,39.99,12`])).toEqual(["2 invalid_price"]);
  },
);

test.each(["Stock at retail", "Inventory at retail", "Stock at RRP", "Stock at selling", "Stock at VK"])(
  "%s is an amount of money",
  async (name) => {
    await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,538.80`])).rejects.toThrow(/Missing: quantity/);
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,538.80,12`])).toEqual([one]);
  },
);

test("a product that is there by one column and sold out by another is refused", async () => {
  for (const name of ["In stock", "Availability"]) {
    const file = [`EAN,Price,${name},Status`, `${lamp},44.90,Yes,Sold out`, `${mug},9.99,No,Sold out`];
    const read = await lines(file.map((line) => (name === "Availability" ? line.replace("Yes", "In stock") : line)));
    expect(read[0]).toBe("2 invalid_quantity");
  }
});

test("an offer of one piece makes the price unclear", async () => {
  for (const offer of ["1 for £39", "£39 per piece", "£39.90 per item"])
    expect(await lines(["EAN,Price,Offer,Stock", `${lamp},44.90,${offer},12`]), offer).toEqual(["2 invalid_price"]);
  for (const offer of ["3 for £10", "2 per 10 €", "12 x £1"])
    expect(await lines(["EAN,Price,Offer,Stock", `${lamp},44.90,${offer},12`]), offer).toEqual([one]);
});
