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
  "Zoho Invoice",
  "Zoho Invoice - Items",
  "Odoo / Sales / Products",
  "Odoo > Sales > Products > Product Variants",
  "Prices include sales tax",
  "Sales tax: 8.25%",
  "Sales floor: Leeds",
  "Backorders allowed: no",
  "Omzetbelasting 21%",
  "Products sold by the metre",
  "Prix au détail",
  "Bewegung & Spiel",
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

test.each(["n/a", "N/A", "none", "-", "NaN", "keine", "ninguno"])("a sale price %s is none", async (none) => {
  for (const name of ["Sale price", "special_price", "Angebotspreis"])
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${none},12`])).toEqual([one]);
  // Without a price that counts without a sale, it is the price of the shop that nobody knows.
  for (const names of ["MRP,Sale price", "Default price,Price [Leeds]", "Retail price,Price"])
    expect(await lines([`EAN,${names},Qty`, `${lamp},44.90,${none},12`])).toEqual(
      none === "-" ? [one] : ["2 invalid_price"],
    );
  for (const hidden of ["tba", "#N/A", "ask"])
    expect(await lines(["EAN,Price,Sale price,Qty", `${lamp},44.90,${hidden},12`])).toEqual(["2 invalid_price"]);
});

test("the code of this store beside the name of a column is enough", async () => {
  for (const names of ["Stock S1,Stock S2", "S1 stock,S2 stock", "Qty_S1,Qty_S2"])
    expect(await lines([`EAN,Price,${names}`, `${lamp},44.90,12,7`]), names).toEqual([one]);
  for (const name of ["Stock S2", "Stock S1 + S2", "Sold S1", "Stock S1 (reserved)", "Min stock S1"])
    await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,12`]), name).rejects.toThrow(/Missing: quantity/);
});

test("today is the day of the stock", async () => {
  for (const today of ["Today", "Heute"])
    expect(await lines([`,,${today}`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test("a total is a price with tax only at a rate of tax", async () => {
  const file = (total: string, names = "Price,Total") => lines([`EAN,${names},Qty`, `${lamp},44.90,${total},12`]);
  for (const total of ["49.90", "51.00", "55.55"]) expect(await file(total), total).toEqual([one]);
  for (const total of ["53.88", "53.43", "48.04"]) expect(await file(total), total).toEqual(["2 invalid_price"]);
  expect(await file("49.90", "Price,Gross")).toEqual(["2 invalid_price"]);
});

test("in a file with a column of stores, a line that was cut is no heading", async () => {
  const file = ["Store,EAN,Price,Qty", `S2,${mug},5.00,7`, "S2", `S1,${lamp},44.90,12`];
  expect(await lines(file)).toEqual(["3 too_few_columns", one]);
});

test("a quote in the first text hides no further column of blanks", async () => {
  const file = ["name\tEAN\tprice\tquantity\tdate", `Box 12"\t${lamp}\t44.90\t12\t\t`];
  expect(await lines(file)).toEqual([one]);
  const moved = ["id\tname\tEAN\tprice\tquantity\tdate", `7\tBox 12"\t${lamp}\t44.90\t12\t\t`];
  expect(await lines(moved)).toEqual(["2 too_many_columns"]);
});

test("a first line with a delimiter too many names no columns", async () => {
  const moved = ["Barcode,Policy,Price,SKU,Tracker,Qty", ",x,deny,9.99,B7,shop,3", `${lamp},deny,44.90,,shop,12`];
  expect(await lines(moved)).toEqual(["2 too_many_columns", one]);
  const names = ["EAN,Price,Stock", ",,Reserved,Free", `${lamp},44.90,77`];
  expect(await lines(names)).toEqual(["2 too_many_columns", "3 other_columns"]);
});

test("yes and no in a column of prices with tax say that of the price", async () => {
  const file = (said: string, more = "") =>
    lines([`EAN,Price,Price incl. VAT,Qty`, `${lamp},44.90,${said},12`, ...(more ? [`${mug},9.99,${more},3`] : [])]);
  expect(await file("Yes")).toEqual([one]);
  expect(await file("No")).toEqual(["2 invalid_price"]);
  expect(await file("Yes", "No")).toEqual([one, "3 invalid_price"]);
  expect(await file("53.88", "12")).toEqual([`${lamp} 5388 12000`, `${mug} 1200 3000`]);
  expect(await file("1")).toEqual([`${lamp} 100 12000`]);
});

test.each(["Clubcard price", "Prix fidélité", "Kundenkartenpreis"])("a lower %s is that of a card", async (name) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,39.90,12`])).toEqual([one]);
  expect(await lines([`EAN,${name},Qty`, `${lamp},39.90,12`])).toEqual([`${lamp} null 12000`]);
});

test.each([
  "Primary UPC,Price,Qty",
  "Registered barcode,Default sales price,Stock",
  "EAN-13 or JAN barcode,Price,Quantity",
  "Barcode ID,Price,On hand",
  "Product Codes,Price,Actual Level",
  "EAN,Retail Price,Closing Inventory",
  "EAN,Preis,Bestand Ist",
  "EAN,AVK,Lagerbestand aktuell",
  "Streepjescode,Verkoopprijs 1,Voorraad",
  "EAN,Pr. vendita,Giac.",
  "EAN,Price,Stock (singles)",
  "EAN,Prijs,Vrrd",
  "EAN,VK akt.,Endbestand",
  "GTIN,Unit retail price,Bestand Flaschen",
  "EAN,Prix de vente conseillé,Qté en main",
])("the names %s are known", async (names) => {
  expect(await lines([names, `${lamp},44.90,12`])).toEqual([one]);
});

test("of closing inventories, one in money is none of the stock", async () => {
  expect(await lines(["EAN,Price,Stock,Closing inventory", `${lamp},44.90,12,538.80`])).toEqual([one]);
});

test.each(["VK-Menge", "VK-Marge", "Letzter VK", "VK Händler", "VK netto", "PVL", "Groothandelsprijs", "VK-Gruppe"])(
  "a lower %s says nothing of the price",
  async (name) => {
    expect(await lines([`EAN,VK,${name},Bestand`, `${lamp},44.90,1.50,12`])).toEqual([one]);
  },
);

test("the country of a wine is that of origin", async () => {
  const file = ["Wine,Vintage,Country,EAN,Price,Stock", `Lamp,2020,FR,${lamp},44.90,12`];
  expect((await readLines(`${file.join("\n")}\n`, { ...stores, country: "GB" })).lines).toEqual([one]);
});

test.each(["Sales Floor", "Item Sales Price List", "Old Town", "Sale items", "Discontinued", "Website export"])(
  "alone, a sheet %s can have the stock",
  async (name) => {
    const sheet = [
      ["EAN", "Price", "Qty"],
      [lamp, { number: "44.9" }, { number: "12" }],
    ];
    expect((await readLines(makeXlsx({ names: [name], sheets: [sheet] }), stores)).lines).toEqual([one]);
  },
);

test.each(
  "Normalpreis|Ladenverkaufspreis|Prix boutique|Prix régulier|Prix vte TTC|Tarif public|P. Venta|Precio c/IVA|Prezzo c/IVA|P. vendita|Listino pubblico|Kassaprijs|Verkoopprijs inclusief btw|Retail Unit Price".split(
    "|",
  ),
)("%s is the price", async (name) => {
  expect(await lines([`EAN,${name},Stock`, `${lamp},44.90,12`])).toEqual([one]);
});

test.each(
  "Branch Stock|Number available|Stk|Stock pcs|Pieces in stock|Saleable stock|Bestand Stück|Lager gesamt|frei verfügbar|Quantité dispo|Nombre en stock|Unités|Cant. stock|Stock físico|Giacenza negozio|Qtà giac.|Voorraad stuks|Totale voorraad".split(
    "|",
  ),
)("%s is the stock", async (name) => {
  expect(await lines([`EAN,Price,${name}`, `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["Precio + IVA", "Price + VAT", "Verkoopprijs exclusief btw", "Prezzo s/IVA"])("%s is none", async (name) => {
  expect(await lines([`EAN,${name},Stock`, `${lamp},37.42,12`])).toEqual([`${lamp} null 12000`]);
});

test.each(["Normalpreis,VK", "Tarif public,Prix", "Regular Retail,Current Retail"])(
  "of %s, the second one is the price of today",
  async (names) => {
    expect(await lines([`EAN,${names},Stock`, `${lamp},52.53,44.90,12`])).toEqual([one]);
  },
);
