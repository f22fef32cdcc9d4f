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

test.each(["Closing Stock", "Closing Inventory", "Stock final", "Endbestand", "Rimanenze", "Stock balance"])(
  "a %s with pence is money",
  async (name) => {
    const file = (...two: string[]) => lines([`EAN,Price,${name}`, `${lamp},44.90,${two[0]}`, `${mug},9.99,${two[1]}`]);
    await expect(file("312.60", "14.25")).rejects.toThrow(/quantity/);
    expect(await file("12", "3.00")).toEqual([one, other]);
  },
);

test("a closing inventory of whole pounds is money", async () => {
  await expect(lines(["EAN,Closing Inventory", `${lamp},539`])).rejects.toThrow(/quantity/);
  await expect(lines(["EAN,Price,Closing Inventory", `${lamp},44.90,539`])).rejects.toThrow(/quantity/);
});

test.each(["Stock", "Inventory", "Bestand", "Lager", "Qty"])(
  "%s with the price of all pieces is money",
  async (name) => {
    const file = (...two: string[]) => lines([`EAN,Price,${name}`, `${lamp},44.90,${two[0]}`, `${mug},9.99,${two[1]}`]);
    await expect(file("538.80", "29.97")).rejects.toThrow(/quantity/);
    await expect(file("538.80", "0")).rejects.toThrow(/quantity/);
    expect(await file("538.80", "3")).toEqual([`${lamp} 4490 538800`, other]);
  },
);

test("a stock with the cost of all pieces is money", async () => {
  const file = ["EAN,Unit cost,Price,Inventory", `${lamp},20.15,44.90,241.80`, `${mug},4.33,9.99,12.99`];
  await expect(lines(file)).rejects.toThrow(/quantity/);
});

test("a quantity of today is that of its sales", async () => {
  for (const name of ["Qty (today)", "Menge (heute)"])
    await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,4`])).rejects.toThrow(/quantity/);
  expect(await lines(["EAN,Price (today),Stock (today)", `${lamp},44.90,12`])).toEqual([one]);
});

test("12.50 kg are no price of five pieces", async () => {
  const file = ["EAN,Price,Stock", `${lamp},2.50,12.50`, `${mug},1.00,3.00`];
  expect(await lines(file)).toEqual([`${lamp} 250 12500`, `${mug} 100 3000`]);
});

test.each(["Heute", "Today", "Aujourd'hui", "Hoy", "Oggi", "Vandaag"])(
  "a lower price in %s is not left out without a word",
  async (name) => {
    const file = [`EAN,Price,${name},Stock`, `${lamp},52.53,44.90,12`, `${mug},9.99,,3`];
    expect(await lines(file)).toEqual(["2 invalid_price", other]);
    expect((await lines(file.with(0, `EAN,Normalpreis,${name},Bestand`)))[0]).toBe("2 invalid_price");
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,3,12`])).toEqual([one]);
  },
);

test.each(["Inventory GL", "Inventory ledger", "Inventory (G/L)", "Inventory valuation"])(
  "beside a total, %s is that of the accounts",
  async (name) => {
    expect(await lines([`EAN,Price,Total stock,${name}`, `${lamp},44.90,12,539`])).toEqual([one]);
    await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,539`])).rejects.toThrow(/quantity/);
  },
);

test("a market can be an object, a list or a locale", async () => {
  const read = async (market: unknown, country = "GB") =>
    (await readLines(JSON.stringify([{ ean: lamp, price: 44.9, qty: 12, market }]), { ...stores, country })).lines;
  for (const foreign of [
    { id: 7, name: "US" },
    { code: "us", currency: "USD" },
    { name: "United States", handle: "united-states", enabled: true },
    ["US", "CA"],
    { countries: [{ code: "DE" }] },
    "en-US",
    "en_US",
  ])
    expect(await read(foreign), JSON.stringify(foreign)).toEqual(["1 invalid_price"]);
  for (const own of [
    { id: 7, name: "GB" },
    { name: "United Kingdom", currency: "GBP" },
    { name: "Primary", active: "no" },
    ["GB", "IE"],
    {},
    "en-GB",
    "en_gb",
  ])
    expect(await read(own), JSON.stringify(own)).toEqual([one]);
  expect([await read("de-CH", "DE"), await read("de-CH", "CH")]).toEqual([["1 invalid_price"], [one]]);
});

test.each(["United Kingdom,GB", "UK,GB", "France,FR", "Deutschland,DE", "Francia,FR"])(
  "%s has one code",
  async (market) => {
    const [name, country = ""] = market.split(",");
    expect(await lines(["EAN,Price,Market,Qty", `${lamp},44.90,${name},12`], { country })).toEqual([one]);
  },
);

test.each([
  "Today",
  "Heute:",
  "Period: today",
  "This week",
  "Last 7 days",
  "Letzte 30 Tage",
  "November 2026",
  "KW 48",
  "Q4 2026",
  "01/11/2026 - 30/11/2026",
  "From 2026-11-01 to 2026-11-30",
  "Zeitraum: 01.11.2026 bis 30.11.2026",
  "Du 01/11/2026 au 30/11/2026",
  "Dal 01/11/2026 al 30/11/2026",
])("%s above a quantity is the time of sales", async (title) => {
  const file = (name: string) => lines([`${title},,`, `EAN,Price,${name}`, `${lamp},44.90,12`]);
  await expect(file("Qty")).rejects.toThrow(/above the names/);
  expect(await file("Stock")).toEqual([one]);
});

test.each([
  "27/11/2026",
  "27.11.2026 14:05",
  "Friday 27 November 2026",
  "Nov 27 2026",
  "2026-11-27T09:00:00",
  "As of 27/11/2026",
  "Stock November 2026",
  "Stand: 27.11.2026",
  "May & Co",
  "Date: 27/11/2026",
  "Prices from 01/11/2026 to 30/11/2026",
])("%s above a quantity is the day of the stock", async (title) => {
  expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["Date,Time", "Datum,Uhrzeit", "Date,Heure", "Fecha,Hora", "Data,Ora", "Datum,Tijd", "Date/Time,Till"])(
  "beside %s, a quantity is one of sales",
  async (names) => {
    const file = (name: string) => lines([`${names},EAN,Price,${name}`, `2026-11-27,09:14,${lamp},44.90,12`]);
    await expect(file("Qty")).rejects.toThrow(/quantity/);
    expect(await file("Stock")).toEqual([one]);
  },
);

test("the first of several price lists can be one without tax", async () => {
  for (const name of ["Listino 1", "Prezzo listino 1", "Prezzo di listino 1"])
    expect(await lines([`EAN,${name},Giacenza`, `${lamp},44.90,12`]), name).toEqual([`${lamp} null 12000`]);
  for (const name of ["Listino 1 (ivato)", "Listino 1 IVA inclusa", "Listino", "Prezzo di listino"])
    expect(await lines([`EAN,${name},Giacenza`, `${lamp},44.90,12`]), name).toEqual([one]);
});

test.each([
  "Price type,Variable",
  "Price type,Open",
  "Preisart,Freier Preis",
  "Open price,Yes",
  "Ask for price,1",
  "Prompt for price,True",
  "Variable price,Y",
  "Preisabfrage,Ja",
  "Freier Preis,X",
  "Prix libre,Oui",
  "Precio abierto,Sí",
  "Prezzo libero,Sì",
  "Vrije prijs,Ja",
])("by %s, the till asks for the price", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`])).toEqual(["2 invalid_price"]);
  for (const fixed of ["", ...(/type|art$/.test(name ?? "") ? ["Fixed"] : ["No", "0"])])
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${fixed},12`])).toEqual([one]);
});

test.each(["Sales stock", "Verkaufsbestand", "Reserve Wines"])("alone, a sheet %s can have the stock", async (name) => {
  const sheet = (quantity: string) => [
    ["EAN", "Price", quantity],
    [lamp, { number: "44.9" }, { number: "12" }],
  ];
  const read = async (names: string[]) => (await readLines(makeXlsx({ names, sheets: [sheet("Qty")] }), stores)).lines;
  expect(await read([name])).toEqual([one]);
  for (const sold of ["Stock sales", "Monthly sales stock", "Verkauf", "Reserved", "Réserve"])
    await expect(read([sold]), sold).rejects.toThrow(/name of the sheet/);
});

test("a country of factories on all lines is that of origin", async () => {
  const file = (country: string) =>
    lines(["EAN,Price,Country,Qty", `${lamp},44.90,${country},12`, `${mug},9.99,${country},3`], { country: "GB" });
  for (const origin of ["CN", "VN", "BD"]) expect(await file(origin)).toEqual([one, other]);
  expect(await file("US")).toEqual(["2 invalid_price", "3 invalid_price"]);
  expect(await lines(["EAN,Price,Market,Qty", `${lamp},44.90,CN,12`], { country: "GB" })).toEqual(["2 invalid_price"]);
});

test("a scale of models is no flag", async () => {
  const file = (scale: string) =>
    lines(["EAN,Price,Scale,Qty", `${lamp},44.90,1,12`, `${mug},9.99,${scale},3`], { country: "GB" });
  for (const scale of ["1:87", "1/24", "H0"]) expect(await file(scale), scale).toEqual([one, other]);
  for (const flag of ["0", "1", "No"]) expect((await file(flag))[0], flag).toBe("2 invalid_price");
});

test("a box office sells no boxes", async () => {
  const file = (title: string) => lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`]);
  expect(await file("Prices for the box office")).toEqual([one]);
  await expect(file("Prices for the box")).rejects.toThrow(/above the names/);
});

test.each([
  "Location,Damaged",
  "Location,Virtual Locations/Scrap",
  "Location,Partners/Customers",
  "Bin,QUARANTINE",
  "Lagerort,Retouren",
  "Lagerort,Defekte Ware",
  "Warehouse,In transit",
  "Emplacement,Retours",
  "Ubicazione,Resi",
  "Note,Sold",
  "Comment,Reserved for Mrs Smith",
  "Bemerkung,reserviert Fr. Maier",
])("%s: nobody can buy these pieces", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,,12`, `${mug},9.99,${value},3`])).toEqual([
    one,
    "3 invalid_quantity",
  ]);
});

test.each([
  "Location,Shop",
  "Location,WH/Stock",
  "Emplacement,Réserve",
  "Emplacement,Reserve",
  "Bin,A1",
  "Location,Broken Hill",
  "Location,Customer area",
  "Note,Sold in pairs",
  "Note,Reserve wine",
  "Comment,Returns every autumn",
])("%s is harmless", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`])).toEqual([one]);
});

test.each(["excl/incl,excl", "Incl./Excl.,Excl.", "Net price?,Yes"])("a price is without tax by %s", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},37.42,${value},12`])).toEqual(["2 invalid_price"]);
});

test("an object says that the price is without tax", async () => {
  const read = async (tax: object) =>
    (await readLines(JSON.stringify([{ ean: lamp, price: 44.9, qty: 12, tax }]), stores)).lines;
  expect(await read({ rate: 20, included: false })).toEqual(["1 invalid_price"]);
  expect(await read({ rate: 20, included: true })).toEqual([one]);
});

test.each(["New price", "Neuer Preis", "Nouveau prix", "Nuevo precio", "Nuovo prezzo", "Nieuwe prijs"])(
  "a different %s makes the price unclear",
  async (name) => {
    const file = (price: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${price},12`]);
    expect([await file("49.90"), await file("39.90")]).toEqual([["2 invalid_price"], ["2 invalid_price"]]);
    expect([await file("44.90"), await file(""), await file("0.00")]).toEqual([[one], [one], [one]]);
  },
);

test.each([
  "Unlimited,Yes,No",
  "Stock control,Off,On",
  "Track stock,N,Y",
  "Track inventory,0,1",
  "Bestandsführung,Nein,Ja",
])("by %s, nobody counts the pieces", async (column) => {
  const [name, no, yes] = column.split(",");
  const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,${yes},12`, `${mug},9.99,${no},0`];
  expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
});

test.each([
  "Mode,delta",
  "Update type,Relative",
  "Change type,Decrease",
  "Operation,decrement",
  "Event,inventory.sold",
  "Type,Refund",
])("by %s, the number is a change", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${value},1`])).toEqual(["2 invalid_quantity"]);
});

test.each(["Mode,Homme", "Mode,TTC", "Update type,Absolute", "Event,Christmas", "Type,Saleable", "Operation,set"])(
  "by %s, the number is none",
  async (column) => {
    const [name, value] = column.split(",");
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`])).toEqual([one]);
  },
);

test.each([
  "Operator",
  "Bediener",
  "Cajero",
  "Salesperson",
  "Bill no",
  "Hire start",
  "Zahlungsart",
  "Time",
  "Uhrzeit",
  "Belegdatum",
  "Transaction",
  "Order reference",
  "Net revenue",
])("beside %s, a quantity is one of sales", async (name) => {
  await expect(lines([`${name},EAN,Price,Qty`, `Anna,${lamp},44.90,1`])).rejects.toThrow(/Missing: quantity/);
  expect(await lines([`${name},EAN,Price,Stock`, `Anna,${lamp},44.90,12`])).toEqual([one]);
});

test.each([
  "To order",
  "Shopping list",
  "Consignment note 4711",
  "Planogram",
  "Maximum stock",
  "Target stock",
  "Customer requests",
  "Labels to print",
  "Demand forecast",
  "Lumen delivery 27.11.",
  "Sollbestand",
  "Höchstbestand",
  "Bruch",
  "Reservierungen",
  "Kundenbestellungen",
  "Etikettendruck",
  "Casse et pertes",
  "Démarque",
  "Réception marchandise",
  "Devis 4711",
  "Mermas",
  "Presupuesto 4711",
  "Entrada de mercancía",
  "Resi a fornitore",
  "Carico merce",
  "DDT n. 45",
  "Preventivo 4711",
  "Derving",
  "Afprijzingen",
  "Inkooporder 4711",
  "Offerte 4711",
])("%s above a quantity is no stock", async (title) => {
  await expect(lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each([
  "To order call 0800 123456",
  "Bruch & Söhne",
  "Free delivery from 20 pounds",
  "Offerte",
  "Casseroles",
  "Labels & Co",
  "Resin Art",
  "Reservoir Books",
  "Carico Ltd",
  "Maximum Pet Store",
])("%s above a quantity costs nothing", async (title) => {
  expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test.each([
  "Do not sell",
  "Sales stop",
  "Not for resale",
  "Verkaufssperre",
  "Sperrkennzeichen",
  "Recall",
  "Recalled",
  "Expired",
])("with yes in %s, nobody can buy the pieces", async (name) => {
  const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,No,12`, `${mug},9.99,Yes,3`, `${mug},9.99,Yes,0`];
  expect(await lines(file)).toEqual([one, "3 invalid_quantity", `${mug} 999 0`]);
});

test.each(["Price on request", "POA", "call_for_price", "Hide price", "Preis auf Anfrage"])(
  "with yes in %s, nobody knows the price",
  async (name) => {
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,No,12`, `${mug},9.99,Yes,3`];
    expect(await lines(file)).toEqual([one, "3 invalid_price"]);
  },
);

test.each(["Release date", "Available from", "Erscheinungsdatum", "Date de sortie", "Street date"])(
  "before its %s, nobody can buy a product",
  async (name) => {
    const file = (day: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${day},12`]);
    for (const past of ["2019-04-03", "03/04/2019", "2019", "soon", "", "0000-00-00"])
      expect(await file(past), past).toEqual([one]);
    expect(await file("2100-06-01")).toEqual(["2 invalid_quantity"]);
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,2100-06-01,0`])).toEqual([`${lamp} 4490 0`]);
  },
);

test("a state can be that of the pieces", async () => {
  const file = (state: string) => lines(["EAN,Price,State,Stock", `${lamp},44.90,${state},12`]);
  expect([await file("Ordered"), await file("CA")]).toEqual([["2 invalid_quantity"], [one]]);
});

test("lines with dates at several times of day are sales", async () => {
  const file = (one: string, other: string, name = "Qty") =>
    lines([`Date,EAN,Price,${name}`, `${one},${lamp},44.90,12`, `${other},${mug},9.99,3`]);
  await expect(file("2026-11-27 09:14", "2026-11-27 09:20")).rejects.toThrow(/Missing: quantity/);
  expect(await file("2026-11-27 09:14", "2026-11-27 09:20", "Stock")).toEqual([one, other]);
  expect(await file("2026-11-27 09:14", "2026-11-27 09:14")).toEqual([one, other]);
  expect(await file("2026-11-27", "2026-11-26")).toEqual([one, other]);
});

test.each([
  ["Closing Inventory", ["1.00,5", "1.00,10", "1.00,12"]],
  ["Closing Inventory", ["5.00,10", "4.99,15", "5.00,20"]],
  ["Closing Inventory", ["0.50,20", "0.99,45", "1.20,60", "0.35,130"]],
  ["Closing Inventory", ["2.00,10.00", "2.50,5.00", "1.00,20.00"]],
  ["Stock", ["1.20,3.60", "2.00,12.00"]],
  ["Stock", ["0.25,3.75", "0.50,12.25"]],
  ["Stock", ["0.10,3.70", "0.20,12.40", "0.05,7.15"]],
  ["Qty", ["0.01,250.55", "0.02,100.24"]],
])("a %s that is a multiple of low or round prices by chance is no money: %j", async (name, rows) => {
  const file = [
    `EAN,Price,${name}`,
    ...rows.map((row, at) => `${[lamp, mug, "4006381333931", "96385074"][at]},${row}`),
  ];
  const numbers = rows.map((row) => Math.round(Number(row.split(",")[1]) * 1000));
  expect((await lines(file)).map((line) => Number(line.split(" ").at(-1)))).toEqual(numbers);
});

test("amounts of several cheap products are money", async () => {
  await expect(lines(["EAN,Price,Stock", `${lamp},0.99,49.50`, `${mug},1.29,38.70`])).rejects.toThrow(/quantity/);
  await expect(lines(["EAN,Price,Closing Inventory", `${lamp},7.35,88`, `${mug},8.45,127`])).rejects.toThrow(
    /quantity/,
  );
});

test.each([
  "27 Nov 26",
  "27-Nov-26",
  "27. Nov. 26",
  "30.11.2026 14.05",
  "Datum: 30.11.2026 14.05.33",
  "30. November 2026 14.05",
  "Free delivery 7 days a week",
  "Next day delivery 4.99",
  "Home delivery 24/7",
  "Resi Moden",
  "DDT Music",
])("%s above a quantity is no other number", async (title) => {
  expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test.each([
  "1 Nov 26 - 30 Nov 26",
  "27 Nov - 26 Dec",
  "1. - 30. Nov 26",
  "DDT 45",
  "Resi clienti",
  "Lumen delivery 27.11.",
])("%s above a quantity is another number", async (title) => {
  await expect(lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test("a store can have the name of a month", async () => {
  const file = (title: string) =>
    lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`], { names: ["March", "S1"] });
  expect(await file("March")).toEqual([one]);
  await expect(file("March 2026")).rejects.toThrow(/above the names/);
});

test("reserve collections are reservations", async () => {
  const sheet = [
    ["EAN", "Price", "Qty"],
    [lamp, { number: "44.9" }, { number: "12" }],
  ];
  for (const name of ["Reserve collections", "Reserve Collection"])
    await expect(readLines(makeXlsx({ names: [name], sheets: [sheet] }), stores), name).rejects.toThrow(/of the sheet/);
});

test("the language and the currency of a market are no country", async () => {
  const read = async (market: unknown, country: string, currency: string) =>
    (await readLines(JSON.stringify([{ ean: lamp, price: 44.9, qty: 12, market }]), { ...stores, country, currency }))
      .lines[0];
  for (const [market, country, currency] of [
    [{ code: "CH", language: "de" }, "DE", "EUR"],
    [{ code: "CH", locale: "de" }, "DE", "EUR"],
    [{ languages: ["fr", "nl"], code: "BE" }, "FR", "EUR"],
    ["EN-US", "GB", "GBP"],
    ["us_en", "GB", "GBP"],
    [{ id: 7, currency: "USD" }, "GB", "GBP"],
    [{ name: "Primary", currencyCode: "EUR" }, "GB", "GBP"],
  ] as const)
    expect(await read(market, country, currency), JSON.stringify(market)).toBe("1 invalid_price");
  for (const [market, country, currency] of [
    [{ code: "DE", language: "de" }, "DE", "EUR"],
    ["EN-GB", "GB", "GBP"],
    [{ name: "Primary", currency: "GBP" }, "GB", "GBP"],
    [{ name: "Primary", unit: "kg", language: "it" }, "GB", "GBP"],
  ] as const)
    expect(await read(market, country, currency), JSON.stringify(market)).toBe(one);
});

test("a stock is money, also beside lines of one piece, without a price or without a number", async () => {
  const file = (...rows: string[]) => lines(["EAN,Price,Stock", ...rows]);
  for (const row of [`${mug},9.99,9.99`, `${mug},9.99,`, `${mug},,29.97`, `${mug},9.99,0.00`])
    await expect(file(`${lamp},44.90,538.80`, row), row).rejects.toThrow(/quantity/);
  await expect(file(`${lamp},44.90,44.90`, `${mug},9.99,29.97`)).rejects.toThrow(/quantity/);
  expect(await file(`${lamp},44.90,12`, `${mug},9.99,`)).toEqual([one, "3 missing_quantity"]);
  expect(await file(`${lamp},12.00,12`, `${mug},3.00,3`)).toEqual([`${lamp} 1200 12000`, `${mug} 300 3000`]);
});

test("an amount of JSON has no zero at its end", async () => {
  const read = async (...two: number[][]) =>
    (await readLines(JSON.stringify(two.map(([price, stock], at) => ({ ean: [lamp, mug][at], price, stock }))), stores))
      .lines;
  await expect(read([44.9, 538.8], [9.9, 29.7])).rejects.toThrow(/quantity/);
  expect(await read([2.5, 12.5], [3, 9])).toEqual([`${lamp} 250 12500`, `${mug} 300 9000`]);
});

test.each([
  "Non-UK,GB",
  "Outside the UK,GB",
  "World except UK,GB",
  "Europe ex UK,GB",
  "Nicht Deutschland,DE",
  "Hors France,FR",
  "Fuera de España,ES",
  "Fuori Italia,IT",
  "Buiten Nederland,NL",
])("%s is another market", async (market) => {
  const [name, country = ""] = market.split(",");
  const file = (value = "") => lines(["EAN,Price,Market,Qty", `${lamp},44.90,${value},12`], { country });
  expect(await file(name)).toEqual(["2 invalid_price"]);
  expect([await file("Non-food"), await file("Outside catering"), await file(country)]).toEqual([[one], [one], [one]]);
});
