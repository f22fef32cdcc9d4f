import { expect, test } from "vitest";
import type { StockOptions } from "../src/read-stock.ts";
import { makeXlsx } from "./make-xlsx.ts";
import { readLines } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[], options: Partial<StockOptions> = {}) =>
  (await readLines(csv(...file), { ...stores, ...options })).lines;
const one = `${lamp} 4490 12000`;
const other = `${mug} 999 3000`;

test.each(
  `Einheit(en),Unité(s),Unidad(es),Stuk(s),Eenheden,Unités,Stück (Stk),Pr,PAA,Kit,Satz,Fl.,Pkg,Pckg.,Pkt,Btl.,RL,rol,Becher,Topf,zak
  pot,Bouteilles,Sachet,Produkt,Product,Artikel,Article,Manual,No.,x1,1x,Heft,CD,DVD,Spiel,à la pièce,l'unité,Unitaire,Pieza,Juego
  Conf.,Confezione,Cad.,cadauno`.split(/[,\n]\s*/),
)("the unit %s is one product", async (unit) => {
  expect(await lines(["EAN,Price,Unit,Qty", `${lamp},44.90,${unit},12`])).toEqual([one]);
});

test.each([
  "Markup multiplier",
  "Rewards multiplier",
  "Commission multiplier",
  "Purchase unit factor",
  "Supplier pack factor",
  "Purch. UoM conversion factor",
])("a %s says nothing about the price", async (name) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,12,12`])).toEqual([one]);
});

test.each(["Measure,750", "Measure,in", "Stock type,Sale", "Stock type,In"])(
  "by %s, it is the stock",
  async (column) => {
    const [name, value] = column.split(",");
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`])).toEqual([one]);
  },
);

test.each(["Capacity,ml", "Net Wt,g", "Vol.,ml", "Packungsgröße,ml", "Contenance,ml"])(
  "%s is the content",
  async (column) => {
    const [name, unit] = column.split(",");
    expect(await lines([`EAN,Price,${name},Unit,Qty`, `${lamp},44.90,500,${unit},12`])).toEqual([one]);
  },
);

const book = (...names: string[]) =>
  makeXlsx({
    names,
    sheets: names.map((_, n) => [
      ["EAN", "Price", "Stock"],
      [n ? mug : lamp, { number: n ? "9.99" : "44.9" }, { number: n ? "3" : "12" }],
    ]),
  });

test.each([
  "Costumes",
  "Costume jewellery",
  "Fair trade",
  "Trademark",
  "Net stock",
  "Net quantity",
  "Nettobestand",
  "Achate",
])("a sheet %s is one of the stock", async (name) => {
  expect((await readLines(book(name), stores)).lines).toEqual([one]);
  expect((await readLines(book("Accessories", name), stores)).lines).toEqual([one, other]);
});

test.each([
  ["Stock York Store 27.11.2026", "York Store", "York"],
  ["Stock Leeds Outlet", "Leeds Outlet", "Leeds"],
  ["Stock York 2", "York 2", "York"],
  ["Inventory York 2 27.11.2026", "York 2", "York"],
  ["York Lager Bestand", "York Lager", "York"],
  ["Stock York 27 Nov 2026", "York", "Leeds"],
  ["Bestand Filiale 2", "2", "1"],
  ["Filiale 2: Bestand", "2", "1"],
  ["Store 2 stock", "2", "1"],
])("%s is the stock of %s, and not that of %s", async (title, own, another) => {
  const file = [`${title},,`, "EAN,Price,Stock", `${lamp},44.90,12`];
  const both = { stores: [own, another] };
  expect(await lines(file, { ...both, names: [own] })).toEqual([one]);
  await expect(lines(file, { ...both, names: [another] })).rejects.toThrow(/above the names/);
});

test.each(["Stock list 2", "Report 2", "Stock list May 2026", "Stock 27.11.2026"])(
  "%s names no store",
  async (title) => {
    const file = [`${title},,`, "EAN,Price,Stock", `${lamp},44.90,12`];
    expect(await lines(file, { stores: ["1", "2", "May"], names: ["1"] })).toEqual([one]);
  },
);

test.each([
  "Stock,Total stock available",
  "Qty,Total stock available",
  "Menge,Gesamtbestand verfügbar",
  "Qty,Stock total disponible",
  "Qty,Available total stock",
  "Bestand,Gesamtbestand (frei)",
])("of %s, the second one can be of all stores", async (names) => {
  expect(await lines([`EAN,Price,${names}`, `${lamp},44.90,12,40`])).toEqual([one]);
});

test.each([
  ["barcode,title,price,department,stock", `${lamp},Lamp,45,12,3`, 3],
  ["barcode,title,price,category,qty,brand", `${lamp},Lamp,45,12,3,Acme`, 3],
  ["barcode,price,qty,brand,title", `${lamp},45,12,Acme,501`, 12],
  ["barcode,price,rrp,title,qty", `${lamp},45,50,1984,3`, 3],
] as const)("no comma splits the price of %s, %s, because then no number is the quantity", async (names, line, qty) => {
  expect(await lines([names, line])).toEqual([`${lamp} 4500 ${qty}000`]);
});

test.each(["Corporate ID", "Operator", "Strategic unit"])("codes in a column %s are those of stores", async (name) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,S1,12`, `${mug},9.99,S2,3`])).toEqual([one]);
});

test("a cost in pounds is no part of a price in pence", async () => {
  expect(await lines(["EAN,price_pence,cost_pounds,Qty", `${lamp},4490,20.00,12`])).toEqual([one]);
});

test("beside committed pieces, 0 and 1 are numbers of available pieces", async () => {
  const ones = Array.from({ length: 24 }, () => `${lamp},44.90,1,1,2`);
  const read = await lines(["EAN,Price,Available,Committed,On hand", ...ones]);
  expect(new Set(read)).toEqual(new Set([`${lamp} 4490 1000`]));
});

test.each([{ available: 3 }, { available: true }, { in_stock: "yes" }, { available: null }, { quantity: 3 }])(
  "late members %j that agree with the stock of their line reject no line",
  async (late) => {
    const many = Array.from({ length: 3_000 }, (_, n) => ({ ean: lamp, price: 44.9, stock: 12, title: `Lamp ${n}` }));
    const read = async (last: object) =>
      (
        await readLines(
          [...many, { ean: mug, price: 9.99, stock: 3, ...last }].map((line) => JSON.stringify(line)).join("\n"),
          stores,
        )
      ).lines;
    const found = await read(late);
    expect([found[0], found.at(-1)]).toEqual([one, other]);
    expect((await read({ available: false })).at(-1)).toBe("3001 availability_differs");
  },
);
