import { expect, test } from "vitest";
import type { StockOptions } from "../src/read-stock.ts";
import { makeXlsx } from "./make-xlsx.ts";
import { readLines, readParts } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[], options: Partial<StockOptions> = {}) =>
  (await readLines(csv(...file), { ...stores, ...options })).lines;
const both = [`${lamp} 4490 12000`, `${mug} 999 3000`];

const units = ["Unit", "UOM", "U/M", "Einheit", "ME", "Unité", "Unidad", "Unità", "Eenheid", "Base unit", "Sales unit"];
const ofOne =
  "EA,PCE,Stk.,pcs,each,st,pz,ud,un,U,C62,H87,Nos,NR,Units,Unit(s),Stück,1,1 Stk,1.0,per piece,Pack,Paar,Set,Bottle,unité,unità,Each (EA),Stücke,-,n/a,"
    .split(",")
    .flatMap((unit) => units.map((name) => [name, unit] as const));
const ofMany = "Box,BX,100g,DZ,Dutzend,kg,per kg,/100g,g,m,lb,Karton,KAR,CT,6,6er,100 ml,1.5,1000,1 kg,Stange,T"
  .split(",")
  .flatMap((unit) => units.map((name) => [name, unit] as const));

test.each(ofOne)("by %s, the numbers of %s are those of a product", async (name, unit) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${unit},12`])).toEqual([both[0]]);
});

test.each(ofMany)("by %s, the numbers of %s can be those of another amount", async (name, unit) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,EA,12`, `${mug},9.99,${unit},3`];
  expect(await lines(file)).toEqual([both[0], "3 invalid_price"]);
});

test.each(["Content,Unit", "Inhalt,Einheit", "Contenu,Unité", "Weight,UOM", "Net content,Unit", "Size,Unit"])(
  "of %s, the unit is that of the content, unless it is a box",
  async (names) => {
    const file = [`EAN,Price,${names},Qty`, `${lamp},44.90,500,g,12`, `${mug},9.99,0.75,l,3`, `${lamp},5,1,Box,3`];
    expect(await lines(file)).toEqual([...both, "4 invalid_price"]);
  },
);

test.each(["Multiplier", "Price multiplier", "Qty multiplier", "Pack size multiplier", "Conversion factor", "Faktor"])(
  "a %s other than 1 makes the numbers unclear",
  async (name) => {
    const file = (of: string) => lines([`EAN,Price,${name},Qty`, `${lamp},44.90,1,12`, `${mug},9.99,${of},3`]);
    for (const many of ["100", "0.5", "1.5", "12"]) expect(await file(many)).toEqual([both[0], "3 invalid_price"]);
    for (const one of ["1", "1.00", "1.0000", ""]) expect(await file(one)).toEqual(both);
  },
);

test.each(["Points multiplier", "Kalkulationsfaktor", "Order multiplier", "Loyalty factor"])(
  "a %s says nothing about the price",
  async (name) => {
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,2,12`])).toEqual([both[0]]);
  },
);

test.each(["Price,Cents", "Preis,Cent", "Price,Pence", "Prix,Centimes", "Price (£),Price (p)", "Price,Price pence"])(
  "of %s, the price has its cents in a column of its own",
  async (names) => {
    const file = [`EAN,${names},Qty`, `${lamp},44,90,12`, `${mug},9,0,3`];
    expect(await lines(file)).toEqual(["2 invalid_price", `${mug} 900 3000`]);
    expect(await lines([`EAN,${names},Qty`, `${lamp},44.90,4490,12`])).toEqual([both[0]]);
  },
);

test.each(["Preis Euro,Preis Cent", "Price pounds,Price pence", "Euros,Price cents"])(
  "of %s, the second one is no price in cents",
  async (names) => {
    expect(await lines([`EAN,${names},Qty`, `${lamp},44,90,12`])).toEqual(["2 invalid_price"]);
    expect(await lines([`EAN,${names},Qty`, `${lamp},44.90,4490,12`])).toEqual([both[0]]);
  },
);

test.each(["Cost cents", "Postage pence"])("%s are not those of the price", async (name) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},45,90,12`])).toEqual([`${lamp} 4500 12000`]);
});

test.each([
  "Direction",
  "Movement",
  "Transaction type",
  "In/Out",
  "Bewegungsart",
  "Mouvement",
  "Tipo movimiento",
  "Doc type",
])("beside a %s, a quantity is that of a movement", async (name) => {
  for (const word of ["Out", "In", "Sale", "Ausgang", "Entrée", "Uscita", "601"])
    await expect(lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${word},12`])).resolves.toEqual(["2 invalid_quantity"]);
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,Left,12`])).toEqual([both[0]]);
});

test.each(["Stock UOM,kg", "Qty unit,g"])("by %s, the quantity is no number of pieces", async (column) => {
  const [name, unit] = column.split(",");
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${unit},12`])).toEqual(["2 invalid_quantity"]);
});

test.each(["Tax", "Tax code", "VAT", "MwSt", "TVA", "Steuerschlüssel", "Class", "Group", "Season", "Rate", "Status"])(
  "codes in a column %s are none of stores",
  async (name) => {
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,S1,12`, `${mug},9.99,S2,3`])).toEqual(both);
  },
);

test.each(["Kostenstelle", "Fil.", "Place", "Unit"])("names in a column %s are those of stores", async (name) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,Leeds,12`, `${mug},9.99,York,3`];
  expect(await lines(file)).toEqual([both[0]]);
});

test.each(["Kostenstelle", "Customer", "Store group", "Filialgruppe"])(
  "codes in a column %s are those of stores",
  async (name) => {
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,S1,12`, `${mug},9.99,S2,3`])).toEqual([both[0]]);
  },
);

const titles = [
  "Bestand York",
  "York Bestand",
  "York stock list",
  "Bestandsliste York",
  "Inventory for York",
  "Stock - York",
  "Lagerbestand Filiale York",
  "Stock York 27.11.2026",
  "Stand: 27.11. York",
  "Stock report York",
  "Inventaire York",
  "Stock (York)",
  "Stock_York",
  "Store report – York – 27 Nov 2026",
];
test.each(titles)("%s above the names is the stock of another store", async (title) => {
  await expect(lines([`${title},,`, "EAN,Price,Stock", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
  const file = ["EAN,Price,Stock", `${lamp},44.90,12`, `${title},,`, `${mug},9.99,3`];
  expect((await lines(file)).filter((line) => line.includes("000"))).toEqual([both[0]]);
  const own = title.replace("York", "Leeds");
  expect(await lines([`${own},,`, "EAN,Price,Stock", `${lamp},44.90,12`])).toEqual([both[0]]);
});

test("a heading with a number can be that of another place than this store", async () => {
  const file = [
    "EAN,Price,Stock",
    "York,,",
    `${lamp},44.90,12`,
    "Leeds 2,,",
    `${mug},9.99,3`,
    "Stock Leeds,,",
    `${mug},9.99,3`,
  ];
  expect((await lines(file)).filter((line) => line.includes("000"))).toEqual([both[1]]);
  expect((await lines(file)).filter((line) => line.includes("other_columns"))).toHaveLength(3);
});

test.each(["York Bikes Ltd stock list", "12 York Road", "Stock list", "New York"])(
  "%s above the names says nothing of another store",
  async (title) => {
    expect(await lines([`${title},,`, "EAN,Price,Stock", `${lamp},44.90,12`])).toEqual([both[0]]);
  },
);

test.each([
  "Lagerbestand,Lagerbestand (verfügbar)",
  "Bestand,Bestand (frei)",
  "Stock,Stock (free)",
  "Stock,Available stock level",
  "Lagerbestand,Verfügbarer Lagerbestand",
  "Lagerbestand,Lagerbestand verfügbar",
  "Stock,Stock (disponible)",
  "Voorraad,Voorraad (vrij)",
  "Giacenza,Giacenza disponibile",
  "Stock (total),Stock (available)",
  "Stock,Stock libre",
  "Stock,Sellable",
  "Bestand,davon verfügbar",
  "Bestand,Verkaufbarer Bestand",
])("of %s, the pieces that can be sold count", async (names) => {
  const turned = names.split(",").toReversed().join(",");
  expect(await lines([`EAN,Price,${names}`, `${lamp},44.90,14,12`])).toEqual([both[0]]);
  expect(await lines([`EAN,Price,${turned}`, `${lamp},44.90,12,14`])).toEqual([both[0]]);
});

test.each(["Committed,Ordered,Available", "Bestätigt,Bestellt,Verfügbar", "Confirmé,Commandé,Disponible"])(
  "of %s, none is the stock",
  async (names) => {
    await expect(lines([`EAN,Price,${names}`, `${lamp},44.90,2,6,16`])).rejects.toThrow(/Missing: quantity/);
  },
);

test.each(["Freiexemplare", "Free copies", "Available balance"])("%s are none of the stock", async (name) => {
  expect(await lines([`EAN,Price,Stock,${name}`, `${lamp},44.90,12,3`])).toEqual([both[0]]);
});

test("the standard price of Odoo is a cost, also alone", async () => {
  const file = ["default_code,barcode,standard_price,qty_available", `L1,${lamp},20.00,12`];
  expect(await lines(file)).toEqual([`${lamp} null 12000`]);
});

const sheet = (name: string, ...more: string[]) =>
  readLines(
    makeXlsx({
      names: [name, ...more],
      sheets: [name, ...more].map((_, n) => [
        ["EAN", "Price", "Stock"],
        [n ? mug : lamp, { number: n ? "9.99" : "44.9" }, { number: n ? "3" : "12" }],
      ]),
    }),
    stores,
  );

test.each(["Net", "EUR net", "Net prices", "Nettopreise", "HT", "ex VAT", "Excl. BTW", "Trade", "Wholesale", "EK"])(
  "a sheet %s has no prices of customers",
  async (name) => {
    await expect(sheet(name)).rejects.toThrow(/name of the sheet/);
    expect((await sheet(name, "Stock")).lines).toEqual([both[1]]);
  },
);

test.each(["Network", "Costa", "Nets", "VK und EK", "Sheet1", "Internet", "Brutto"])(
  "a sheet %s is read",
  async (name) => {
    expect((await sheet(name)).lines).toEqual([both[0]]);
  },
);

const codes = (names: string, ...values: string[]) =>
  lines([`${names},Price,Qty`, `${values[0]},44.90,12`, `${values[1]},9.99,3`]);

test.each(["SKU,code", "SKU,Artikelnummer", "Item No,Reference", "Product code,SKU", "Art. Nr.,SKU"])(
  "of %s, the column of GTINs has the barcodes",
  async (names) => {
    expect(await codes(names, `1001,${lamp}`, `1002,${mug}`)).toEqual(both);
    expect(await codes(names.split(",").toReversed().join(","), `${lamp},1001`, `${mug},1002`)).toEqual(both);
    expect(await codes(names, `1001,${lamp}`, "1002,")).toEqual([both[0], "1002 999 3000"]);
  },
);

test("a column of codes with one GTIN comes before another one, and so does a column of barcodes", async () => {
  expect(await codes("SKU,Reference", `${lamp},4006381333931`, `1002,${mug}`)).toEqual([both[0], "1002 999 3000"]);
  expect(await codes("code,SKU", `1001,${lamp}`, `1002,${mug}`)).toEqual(both);
  expect(await codes("Barcode,SKU", `1001,${lamp}`, `1002,${mug}`)).toEqual(["1001 4490 12000", "1002 999 3000"]);
});

test.each(["In voorraad", "In stock", "Available", "Auf Lager", "Verfügbar", "En stock", "Disponible"])(
  "only 0 and 1 in many lines of %s are no numbers of pieces",
  async (name) => {
    const flags = (count: string) => Array.from({ length: 24 }, (_, n) => `${lamp},44.90,${n === 23 ? count : n % 2}`);
    const read = (count: string, options = {}) => lines([`EAN,Price,${name}`, ...flags(count)], options);
    expect((await read("1")).slice(0, 2)).toEqual([`${lamp} 4490 0`, `${lamp} 4490 null`]);
    expect((await read("2")).slice(0, 2)).toEqual([`${lamp} 4490 0`, `${lamp} 4490 1000`]);
    expect((await read("1", { columns: { quantity: name } }))[1]).toBe(`${lamp} 4490 1000`);
    expect(await lines([`EAN,Price,${name}`, `${lamp},44.90,1`])).toEqual([`${lamp} 4490 1000`]);
    expect(await lines([`EAN,Price,${name}?`, `${lamp},44.90,1`])).toEqual([`${lamp} 4490 null`]);
  },
);

test("only 0 and 1 in a column of stock are numbers of pieces", async () => {
  const ones = Array.from({ length: 24 }, () => `${lamp},44.90,1`);
  for (const name of ["Stock", "Qty", "On hand", "Bestand", "Available (Leeds)"])
    expect((await lines([`EAN,Price,${name}`, ...ones]))[0], name).toBe(`${lamp} 4490 1000`);
});

test.each([
  ["barcode,price,qty,title", `${lamp},12,50,3`],
  ["barcode,price,qty,title", `${lamp},12,50,3,Pen`],
  ["barcode,price,qty,title,brand", `${lamp},12,50,3,Pen`],
  ["barcode,qty,price,title,brand", `${lamp},3,12,50,Pen`],
  ["barcode,qty,price,category,title", `${lamp},3,12,50,Pen`],
])("a comma that splits a price moves no number: %s, %s", async (names, line) => {
  expect(await lines([names, line])).toEqual(["2 too_many_columns"]);
});

test.each([`${lamp},12,50,Pen 3,`, `${lamp},12.00,50,1984,Orwell`, `${lamp},12,50,Pen,4711`, `${lamp},12,50,,`])(
  "%s has no price that a comma splits",
  async (line) => {
    expect(await lines(["barcode,price,qty,title,brand", line])).toEqual([`${lamp} 1200 50000`]);
  },
);

test("a late member of JSON counts as one of the first line", async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => ({
    ean: lamp,
    price: 44.9,
    qty: 12,
    title: `A lamp of brass ${n}`,
  }));
  const read = async (last: object) =>
    (await readLines([...many, last].map((line) => JSON.stringify(line)).join("\n"), stores)).lines;
  const late = await read({ ean: mug, price: 9.99, qty: 7, stock: 3 });
  expect([late[0], late.at(-1)]).toEqual(["1 missing_quantity", both[1]]);
  const retail = await read({ ean: mug, price: 9.99, sellingPrice: 8, qty: 3 });
  expect([retail[0], retail.at(-1)]).toEqual([both[0], "3001 invalid_price"]);
  expect((await read({ ean: mug, price: 9.99, qty: 3, unit: "Box" })).at(-1)).toBe("3001 invalid_price");
  expect((await read({ ean: mug, price: 9.99, qty: 3, colour: "red" })).at(-1)).toBe(both[1]);
});

test("a type of In or Out is that of a movement", async () => {
  const file = ["EAN,Price,Type,Qty", `${lamp},44.90,Standard,12`, `${mug},9.99,Out,3`];
  expect(await lines(file)).toEqual([both[0], "3 invalid_quantity"]);
});

test.each(["EUR", "Price list USD", "Preise €", "Stock $"])(
  "a sheet %s has prices in another currency",
  async (name) => {
    await expect(sheet(name)).rejects.toThrow(/name of the sheet/);
    const names = ["EAN", "Price", "Stock", "Currency"];
    const rows = [names, [lamp, { number: "44.9" }, { number: "12" }, "EUR"]];
    expect((await readParts(makeXlsx({ names: [name], sheets: [rows] }))).pieces).toEqual(["EUR"]);
  },
);

test.each(["GBP", "Prices £", "ALL", "TOP", "Euro sizes", "Stock"])(
  "a sheet %s is in the currency of the store",
  async (name) => {
    expect((await sheet(name)).lines).toEqual([both[0]]);
  },
);
