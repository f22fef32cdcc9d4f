import { expect, test } from "vitest";
import type { StockOptions } from "../src/read-stock.ts";
import { readLines } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[], options: Partial<StockOptions> = {}) =>
  (await readLines(csv(...file), { ...stores, ...options })).lines;
const both = [`${lamp} 4490 12000`, `${mug} 999 3000`];

const units = ["Unit", "UOM", "U/M", "Einheit", "ME", "Unité", "Unidad", "Unità", "Eenheid", "Base unit", "Sales unit"];
const ofOne =
  "EA,PCE,Stk.,pcs,each,st,pz,ud,un,U,C62,H87,Nos,NR,Units,Unit(s),Stück,1,1 Stk,1.0,per piece,Pack,Paar,Set,Bottle,-,n/a,"
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

test.each(["Content,Unit", "Inhalt,Einheit", "Contenu,Unité", "Weight,UOM", "Net content,Unit"])(
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

test.each(["Direction", "Movement", "Transaction type", "In/Out", "Bewegungsart", "Mouvement", "Tipo movimiento"])(
  "beside a %s, a quantity is that of a movement",
  async (name) => {
    for (const word of ["Out", "In", "Sale", "Ausgang", "Entrée", "Uscita", "601"])
      await expect(lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${word},12`])).resolves.toEqual([
        "2 invalid_quantity",
      ]);
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,Left,12`])).toEqual([both[0]]);
  },
);

test.each(["Stock UOM,kg", "Qty unit,g"])("by %s, the quantity is no number of pieces", async (column) => {
  const [name, unit] = column.split(",");
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${unit},12`])).toEqual(["2 invalid_quantity"]);
});
