import { expect, test } from "vitest";
import type { StockOptions } from "../src/read-stock.ts";
import { readLines, readParts } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[], options: Partial<StockOptions> = {}) =>
  (await readLines(csv(...file), { ...stores, ...options })).lines;
const both = [`${lamp} 4490 12000`, `${mug} 999 3000`];

test.each([
  ["Stock,Quantity", "In stock", "On order"],
  ["Stock,Quantity", "Available", "Sold out"],
  ["In stock,Units", "yes", "backorder"],
  ["Available,Quantity", "in stock", "out of stock"],
  ["Verfügbar,Menge", "auf Lager", "ausverkauft"],
  ["Verfügbar,Menge", "ja", "nein"],
  ["Disponible,Quantité", "oui", "non"],
  ["Disponible,Cantidad", "sí", "no"],
  ["Beschikbaar,Aantal", "ja", "nee"],
  ["Disponibile,Quantità", "sì", "esaurito"],
  ["Free stock,Stock", "1", "-"],
])("of %s, the word %s has the count beside it, and %s makes it unclear", async (names, yes, no) => {
  const file = [`EAN,Price,${names}`, `${lamp},44.90,${yes},12`, `${mug},9.99,${no},3`];
  expect(await lines(file)).toEqual([both[0], "3 availability_differs"]);
});

test.each([
  "Out of stock",
  "out-of-stock",
  "Sold out",
  "Ausverkauft",
  "Rupture de stock",
  "Agotado",
  "Esaurito",
  "Uitverkocht",
])("a status %s beside pieces makes the line unclear", async (status) => {
  const file = [
    "EAN,Price,Quantity,Status",
    `${lamp},44.90,12,Active`,
    `${mug},9.99,3,${status}`,
    `${lamp}1,5.00,0,${status}`,
  ];
  expect((await lines(file)).slice(0, 2)).toEqual([both[0], "3 invalid_quantity"]);
  expect((await lines(file)).at(-1)).toMatch(/ 500 0$/);
});

test.each([
  ["Price type", "Retail", "Wholesale"],
  ["Price type", "Standard", "Trade price"],
  ["Preisart", "VK", "Händlerpreis"],
  ["Preisart", "brutto", "EK"],
])("by %s, the price of %s counts, and that of %s is refused", async (name, own, other) => {
  const file = [`EAN,Price,Quantity,${name}`, `${lamp},44.90,12,${own}`, `${mug},9.99,3,${other}`];
  expect(await lines(file)).toEqual([both[0], "3 invalid_price"]);
});

test("a count behind the first lines of a column of yes and no is no yes", async () => {
  const flags = Array.from({ length: 50 }, () => `${lamp},44.90,1,12`);
  const read = await lines(["EAN,Price,Free stock,Stock", ...flags, `${mug},9.99,2,3`]);
  expect(read.at(-1)).toBe("52 availability_differs");
});

test.each(["Store stock,Total stock", "Stock (Leeds),Stock", "Bestand,Gesamtbestand", "Winkelvoorraad,Voorraad"])(
  "of %s, the stock of all stores does not stand for that of this one",
  async (names) => {
    const file = [`EAN,Price,${names}`, `${lamp},44.90,none,77`, `${mug},9.99,1,30`];
    expect(await lines(file)).toEqual(["2 invalid_quantity", `${mug} 999 1000`]);
  },
);

test("a word that a person gave a quantity is one, whatever stands beside it", async () => {
  const file = ["EAN,Price,Stock,Units", `${lamp},44.90,Plenty,6`, `${mug},9.99,Few,6`];
  expect(await lines(file, { words: { plenty: 12, few: 3 } })).toEqual(both);
});

test.each(["(3) in stock", "3 - available", "3- in stock"])("%s is no number below 0", async (quantity) => {
  expect(await lines(["EAN,Price,Qty", `${lamp},44.90,${quantity}`])).toEqual(["2 invalid_quantity"]);
});

test.each(["York Warehouse", "Lager York", "Dépôt York"])("%s need not be the store York", async (place) => {
  const file = ["Location,EAN,Price,Qty", `York,${lamp},44.90,12`, `${place},${lamp},44.90,120`];
  expect(await lines(file, { names: ["York"] })).toEqual([both[0]]);
});

test.each(["Home branch,Branch", "Origin,Store code", "Last sold at,Store"])(
  "of %s with names of stores, the second one has the stock",
  async (names) => {
    const file = [`${names},EAN,Price,Qty`, `York,Leeds,${lamp},44.90,12`, `Leeds,York,${lamp},44.90,7`];
    expect(await lines(file)).toEqual([both[0]]);
  },
);

test("a shelf with the code of a store is none", async () => {
  const file = ["EAN,Price,Shelf,Qty", `${lamp},44.90,S1,12`, `${mug},9.99,S2,3`, "4006381333931,5,A7,7"];
  expect((await lines(file)).slice(0, 2)).toEqual(both);
});

test.each(["Cost,Currency,Price,Currency", "EK,Währung,VK,Währung", "Cost,,Price,"])(
  "of %s, the currency beside the price counts",
  async (names) => {
    const { pieces } = await readParts(csv(`EAN,${names},Qty`, `${lamp},10,GBP,44.90,EUR,12`));
    expect(pieces).toEqual(["EUR"]);
  },
);

test.each([
  ["Price per unit,Pack size", "1.50,6"],
  ["Price per unit,Unit", "1.50,100g"],
  ["Price per item,Multipack price", "1.50,9.00"],
  ["Price per item,Items per box", "1.50,12"],
  ["Price per unit,Content", "1.50,100g"],
  ["Preis pro Stück,VE", "1.50,6"],
  ["Prijs per stuk,Prijs per doos", "1.50,9.00"],
  ["Cover price,Condition", "44.90,used"],
  ["Cover price,Used price", "44.90,12.00"],
  ["MRP,Sale Rate", "50.00,44.90"],
])("of %s, none is the price of the product for certain", async (names, values) => {
  expect(await lines([`EAN,${names},Qty`, `${lamp},${values},12`])).toEqual([`${lamp} null 12000`]);
});

test.each([
  ["Cover price,Price", "60.00,44.90"],
  ["Ticket price,Selling price", "60.00,44.90"],
  ["Prezzo di copertina,Prezzo vendita", "60.00,44.90"],
  ["Price per unit,RRP", "1.50,44.90"],
])("of %s, the second price counts", async (names, values) => {
  expect(await lines([`EAN,${names},Qty`, `${lamp},${values},12`])).toEqual([both[0]]);
});

test.each([
  ["Discount", "(20)"],
  ["Ekstra rabatt", "20"],
  ["Applicable discount", "20"],
  ["Supplementary discount", "20"],
  ["Remise à l'achat", "20"],
  ["Descuento por compra", "20"],
])("the %s of %s is one of a customer", async (name, discount) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${discount},12`])).toEqual(["2 invalid_price"]);
});

test.each([
  ["Discount %", "20.00,10.00,10"],
  ["Discount", "20.00,10.00,10%"],
  ["Extra discount", "50.00,40.00,10"],
])("a %s that is not the whole way from the list price makes the price unclear: %s", async (name, values) => {
  expect(await lines([`EAN,RRP,Price,${name},Qty`, `${lamp},${values},12`])).toEqual(["2 invalid_price"]);
});

test.each(["Available,Stock level", "Qty,Units"])("of %s, 0 and later numbers are no flags", async (names) => {
  const flags = Array.from({ length: 50 }, () => `${lamp},44.90,12,1`);
  const read = await lines([`EAN,Price,${names}`, ...flags, `${mug},9.99,3,0`, `${mug},9.99,3,2`, `${mug},9.99,3,1`]);
  expect(read.slice(49)).toEqual([both[0], "52 invalid_quantity", "53 invalid_quantity", both[1]]);
});

test("a column without a value in the first lines is none of flags", async () => {
  const blank = Array.from({ length: 50 }, () => `${lamp},44.90,12,`);
  expect((await lines(["EAN,Price,Qty,Units", ...blank, `${mug},9.99,3,7`])).at(-1)).toBe("52 invalid_quantity");
});

test.each(["Balance", "Stock amount"])("%s beside a total stock can be money", async (name) => {
  expect(await lines([`EAN,Price,${name},Total stock`, `${lamp},44.90,538.80,12`])).toEqual([both[0]]);
});

test.each(["Prix HT,,", "Tarif HT,,", "Listino ingrosso,,"])("%s above the names says another price", async (above) => {
  await expect(lines([above, "EAN,Price,Stock", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each([
  ["Currency,Price,Currency,RRP,Qty", "EUR,44.90,GBP,50.00,12"],
  ["Price,Qty,Cost,Currency,Price currency", "44.90,12,10,GBP,EUR"],
  ["Price,Currency,Cost,Currency,Qty", "44.90,EUR,10,GBP,12"],
])("of two currencies, the one of the price counts: %s", async (names, values) => {
  expect((await readParts(csv(`EAN,${names}`, `${lamp},${values}`))).pieces).toEqual(["EUR"]);
});

test("a national code beside a code is not the barcode", async () => {
  const file = ["Codigo,Codigo Nacional,Precio,Stock", `${lamp},123456.7,44.90,12`];
  expect(await lines(file)).toEqual([both[0]]);
});

test("the quantity of a warehouse is none beside that of the shop", async () => {
  const file = ["EAN,Preis,Menge im Lager,Menge in Filiale", `${lamp},44.90,120,12`];
  await expect(lines(file)).rejects.toThrow(/Missing: quantity/);
});
