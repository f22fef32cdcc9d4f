import { expect, test } from "vitest";
import { readJsonBody } from "../src/index.ts";
import type { StockOptions } from "../src/read-stock.ts";
import { readLines } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const stores = { stores: ["Leeds", "S1", "York", "S2"] };
const lines = async (file: string[], options: Partial<StockOptions> = {}) =>
  (await readLines(`${file.join("\n")}\n`, { ...stores, ...options })).lines;
const one = `${lamp} 4490 12000`;
const other = `${mug} 999 3000`;

test.each([
  "Sold by weight",
  "Weighed",
  "By weight",
  "Scale item",
  "Weighable",
  "to_weight",
  "Random weight",
  "Gewichtsartikel",
  "Verkauf nach Gewicht",
  "Vendu au poids",
  "Pesé",
  "Venduto a peso",
  "Venta por peso",
  "Per gewicht",
  "Weegartikel",
])("with yes in %s, the price is by weight", async (name) => {
  const file = (value: string) => lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`]);
  for (const yes of ["Y", "Yes", "true", "1", "kg"]) expect(await file(yes), yes).toEqual(["2 invalid_price"]);
  for (const no of ["N", "No", "false", "0", ""]) expect(await file(no), no).toEqual([one]);
});

test.each(["Per Unit,lb", "Per unit,100g", "Preiseinheit,100 g"])(
  "by %s, the price is none of one piece",
  async (column) => {
    const [name, value] = column.split(",");
    const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,each,12`, `${mug},9.99,${value},3`];
    expect(await lines(file)).toEqual([one, "3 invalid_price"]);
  },
);

test.each(["Weight,1", "Per unit,1.25", "Scale,1:18", "Shipping weight,Y"])("%s says nothing of it", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`])).toEqual([one]);
});

test("a unit is that of the content only beside a number", async () => {
  const file = [
    "EAN,Price,Size,Unit,Qty",
    `${lamp},44.90,500,g,12`,
    `${mug},9.99,L,kg,3`,
    `${mug},9.99,,kg,3`,
    `${mug},9.99,L,Stk,3`,
  ];
  expect(await lines(file)).toEqual([one, "3 invalid_price", "4 invalid_price", other]);
});

test.each(["York warehouse stock", "York depot", "Store: S2 York", "Store: York (S2)", "S2 – York", "Store: S1 York"])(
  "%s above the names is the stock of another store",
  async (title) => {
    const file = (text: string) => lines([`${text},,`, "EAN,Price,Stock", `${lamp},44.90,12`]);
    await expect(file(title)).rejects.toThrow(/above the names/);
    expect(await file(title.replace("S2", "S1").replace("York", "Leeds"))).toEqual([one]);
  },
);

test("no digit of a number of JSON is lost", async () => {
  const read = async (price: string) => (await readLines(`[{"ean": "${lamp}", "price": ${price}, "qty": 12}]`)).lines;
  expect(await read("44.904999999999999999")).toEqual([one]);
  expect(await read("44.90000000000000000")).toEqual([one]);
  expect(await read("44.900000000000006")).toEqual([one]);
  expect(await read("44.900000000000000000e0")).toEqual(["1 invalid_price"]);
  const body = '[{"price": 44.904999999999999999, "quantity": 3.5}]';
  expect(readJsonBody(Buffer.from(body), true)).toEqual([{ price: "44.904999999999999999", quantity: 3.5 }]);
});
