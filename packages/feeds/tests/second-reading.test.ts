import { expect, test } from "vitest";
import type { StockOptions } from "../src/read-stock.ts";
import { makeXlsx } from "./make-xlsx.ts";
import { readLines } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[], options: Partial<StockOptions> = {}) =>
  (await readLines(`${file.join("\n")}\n`, { ...stores, ...options })).lines;
const one = `${lamp} 4490 12000`;
const other = `${mug} 999 3000`;

test("beside crates, bottles can be those that are left over", async () => {
  for (const names of [
    "Bestand Kisten,Bestand Flaschen",
    "Kisten,Bestand Flaschen",
    "Bestand VE,Bestand Stück",
    "Lagerbestand VE,Bestand Stück",
    "Stock cases,Stock pcs",
    "Cases,Pieces in stock",
    "Voorraad dozen,Voorraad stuks",
    "Qty (cases),Qty (singles)",
    "Case stock,Stock (singles)",
    "Cases on hand,Stock (singles)",
    "Cases,Stock (bottles)",
    "Stock (cases),Stock (singles)",
  ]) {
    const file = [`EAN,Price,${names}`, `${lamp},44.90,0,12`, `${mug},9.99,2,3`];
    expect(await lines(file), names).toEqual([one, "3 invalid_quantity"]);
  }
});

test("beside another period, today is the day of sales", async () => {
  for (const other of ["This week", "Yesterday", "Woche"])
    await expect(lines([`,,Today,${other}`, "EAN,Price,Qty,Qty", `${lamp},44.90,12,12`])).rejects.toThrow(
      /above the names/,
    );
});

test("the short code of this store names its quantities, and neither levels of prices nor quarters", async () => {
  const store = (code: string) => ({ names: ["Leeds", code], stores: ["Leeds", code] });
  expect(await lines(["EAN,Price,Price L1,Stock L1", `${lamp},44.90,40.00,12`], store("L1"))).toEqual([one]);
  await expect(lines(["EAN,Price,Qty Q1,Qty Q2", `${lamp},44.90,3,4`], store("Q1"))).rejects.toThrow(/quantity/);
});

test("a total at a rate of Ireland, Romania or India is one with tax", async () => {
  for (const total of ["50.96", "49.84", "57.47"])
    expect(await lines(["EAN,Price,Total,Qty", `${lamp},44.90,${total},12`]), total).toEqual(["2 invalid_price"]);
});

test("the price of a last chance is one of today", async () => {
  expect(await lines(["EAN,Preis,Letzte-Chance-Preis,Bestand", `${lamp},44.90,29.90,12`])).toEqual(["2 invalid_price"]);
});

test("a total with the word for tax is one at any rate", async () => {
  for (const name of ["Total incl.", "Total gross", "Grand total incl. VAT"])
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},37.42,45.50,12`]), name).toEqual(["2 invalid_price"]);
});

test("a reduced tax on top of the price says that the price is without it", async () => {
  const file = (price: string, tax: string, country: string) =>
    lines([`EAN,Price,VAT,Qty`, `${lamp},${price},${tax},12`], { country });
  expect(await file("9.35", "0.65", "DE")).toEqual(["2 invalid_price"]);
  expect(await file("10.00", "0.55", "FR")).toEqual(["2 invalid_price"]);
  for (const harmless of ["2.94", "7.17", "7.00", "0.00"]) expect(await file("44.90", harmless, "DE")).toEqual([one]);
});

test("the next price of a pharmacy is another one", async () => {
  expect(await lines(["EAN,AVK,AVK neu,Bestand", `${lamp},44.90,42.00,12`])).toEqual(["2 invalid_price"]);
});

test("a closing inventory with pence is money", async () => {
  const file = (...two: string[]) =>
    lines(["EAN,Price,Closing Inventory", `${lamp},44.90,${two[0]}`, `${mug},9.99,${two[1]}`]);
  await expect(file("538.80", "29.97")).rejects.toThrow(/quantity/);
  expect(await file("12.00", "3.00")).toEqual([one, other]);
  for (const more of ["Closing Inventory Qty", "COGS"])
    await expect(lines([`EAN,Price,Closing Inventory,${more}`, `${lamp},44.90,539,12`])).rejects.toThrow(/quantity/);
});

test("the price of a crate is none of one piece, and beside it, that of a bottle counts", async () => {
  expect(await lines(["EAN,Prix caisse,Stock", `${lamp},250.00,12`])).toEqual([`${lamp} null 12000`]);
  for (const name of ["Prix", "Prix unitaire"])
    expect(await lines([`EAN,${name},Prix caisse,Stock`, `${lamp},44.90,250.00,12`]), name).toEqual([one]);
});

test("a lower promo retail makes the regular one unclear", async () => {
  const file = (promo: string) => lines(["EAN,Regular Retail,Promo Retail,Stock", `${lamp},44.90,${promo},12`]);
  expect([await file("39.90"), await file("")]).toEqual([["2 invalid_price"], [one]]);
});

test("the stock of all places is none of one of them", async () => {
  expect(await lines(["EAN,Preis,Lager gesamt,Lager", `${lamp},44.90,12,12`, `${mug},9.99,7,3`])).toEqual([
    one,
    "3 invalid_quantity",
  ]);
});

test("the price of a bundle is none of one piece", async () => {
  const file = ["EAN,Bundle Prices Price,Bundle Prices Qty,Stock", `${lamp},90.00,2,12`];
  expect(await lines(file)).toEqual([`${lamp} null 12000`]);
});

test("a summary of sales tax is a report", async () => {
  await expect(lines(["Sales tax 8.25% summary,,", "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(
    /above the names/,
  );
});

test.each([
  "Market,N/A",
  "Market,NA",
  "Marketplace,No",
  "Mercado,Sí",
  "Marketplace,In-store",
  "Market,My Shop",
  "Territory,SE",
  "Sales territory,NE",
])("%s names no country", async (column) => {
  const [name, value] = column.split(",");
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`];
  expect(await lines(file, { country: "GB" })).toEqual([one]);
});

test("a territory can be a state, and a market none", async () => {
  const file = (name: string) => lines([`EAN,Price,${name},Qty`, `${lamp},44.90,CA,12`], { country: "US" });
  expect([await file("Sales territory"), await file("Market")]).toEqual([[one], ["2 invalid_price"]]);
  const foreign = ["EAN,Price,Market,Qty", `${lamp},44.90,US retail,12`];
  expect(await lines(foreign, { country: "GB" })).toEqual(["2 invalid_price"]);
});

test.each([
  "Stock,Counted by,7",
  "Stock,Days since counted,33",
  "Stock,Counted on,20261101",
  "Stock,Last counted qty,7",
  "Bestand,Zuletzt gezählt,7",
  "Stock,Counted,1",
  "Total stock,Stock no,10234",
  "Total stock,Stock ref,2000",
  "Stock total,Stock alerte,2",
  "Stock total,Stock critique,2",
  "Stock total,Stock à terme,20",
  "Gesamtbestand,Bestand Meldegrenze,2",
  "Gesamtbestand,Bestand Lieferant,99",
  "Stock total,Stock prévisionnel,20",
  "Total stock,Stock received,20",
])("%s is no other stock", async (columns) => {
  const [quantity, name, value] = columns.split(",");
  expect(await lines([`EAN,Price,${quantity},${name}`, `${lamp},44.90,12,${value}`])).toEqual([one]);
});

test.each(["Oud-Beijerland", "Casco Antiguo", "Ponte Vecchio", "Verkaufsfläche", "Sales Catalogue"])(
  "alone, a sheet %s can have the stock",
  async (name) => {
    const sheet = [
      ["EAN", "Price", "Qty"],
      [lamp, { number: "44.9" }, { number: "12" }],
    ];
    expect((await readLines(makeXlsx({ names: [name], sheets: [sheet] }), stores)).lines).toEqual([one]);
  },
);

test.each([
  "Umsatzsteuer 19% enthalten",
  "Umsatzsteuersatz: 19%",
  "Unit G",
  "Prices at The Box",
  "Prix / L'épicerie du coin",
  "Available for online order",
])("%s above a quantity costs nothing", async (title) => {
  expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["For sale,No", "Archived,Yes", "Online only,Yes", "Blocked,1"])(
  "with %s, 0 pieces are 0",
  async (column) => {
    const [name, value] = column.split(",");
    const file = ["0", "0.00", "3", ""].map((quantity) => `${lamp},44.90,${value},${quantity}`);
    const [none, decimal, some, empty] = await lines([`EAN,Price,${name},Stock`, ...file]);
    expect([none, decimal]).toEqual([`${lamp} 4490 0`, `${lamp} 4490 0`]);
    expect([some, empty]).toEqual(["4 invalid_quantity", "5 invalid_quantity"]);
  },
);

test.each([
  "VK exkl.",
  "Anzahl VK",
  "VK Umsatz",
  "VK VJ",
  "VK ME",
  "VK Faktor",
  "Ø VK",
  "VK Empf.",
  "VK Summe",
  "VK-Differenz",
  "VK Prozent",
  "VK-Status",
  "PVPR",
  "PVP fabricante",
  "PVP sin impuestos",
  "VKE",
])("a lower %s is no price of today", async (name) => {
  expect(await lines([`EAN,VK,${name},Bestand`, `${lamp},44.90,37.73,12`])).toEqual([one]);
});
