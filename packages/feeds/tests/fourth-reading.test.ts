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

test.each(["Net", "Netto", "Net price", "HT", "Price ex VAT"])(
  "a stock with the %s of all pieces is money",
  async (name) => {
    const file = (...two: string[]) =>
      lines([`EAN,Price,${name},Stock`, `${lamp},44.90,37.42,${two[0]}`, `${mug},9.99,8.33,${two[1]}`]);
    await expect(file("449.04", "24.99")).rejects.toThrow(/quantity/);
    expect(await file("12", "3")).toEqual([one, other]);
  },
);

test("the stock of the books is an amount beside its pieces, debits or costs", async () => {
  for (const names of [
    "Closing Stock,Closing Stock Qty",
    "Endbestand,Endbestand Menge",
    "Balance,Debit",
    "Endbestand,Soll",
    "Closing stock,COGS",
    "Rimanenze,Dare",
  ])
    await expect(lines([`EAN,Price,${names}`, `${lamp},44.90,539,12`]), names).rejects.toThrow(/Missing: quantity/);
  for (const names of ["Closing Stock,Closing Stock Value", "Balance,Debit card", "Endbestand,Sollbestand"])
    expect(await lines([`EAN,Price,${names}`, `${lamp},44.90,12,539`]), names).toEqual([one]);
});

test("a refused column of money is not suggested for the quantity", async () => {
  const file = lines(["EAN,Price,Closing Stock", `${lamp},44.90,312.60`, `${mug},9.99,14.25`]);
  await expect(file).rejects.toMatchObject({ members: { missing: ["quantity"] } });
  await expect(file).rejects.not.toMatchObject({ members: { suggestions: { quantity: expect.anything() } } });
});

test("a release without a day, or on an unclear one, is not here yet", async () => {
  const file = (day: string, now: string) =>
    lines(["EAN,Price,Release date,Stock", `${lamp},44.90,${day},12`], { now: new Date(now) });
  for (const later of "12/2026|2026-12|12.2026|2027|Q1 2027|Dec 2026|1. Dezember 2026|15 Nov 2026|Spring 2027|01/02/2027|05/12/2026".split(
    "|",
  ))
    expect(await file(later, "2026-11-14T12:00:00Z"), later).toEqual(["2 invalid_quantity"]);
  for (const past of "11/2026|2026|Q4 2026|Nov 2026|14 November 2026|3 mars 2026|soon|TBC|1998|02/01/2026".split("|"))
    expect(await file(past, "2026-11-30T12:00:00Z"), past).toEqual([one]);
});

test.each(["Timestamp", "Created at", "Zeitstempel", "Horodatage"])(
  "lines with several times in %s are sales",
  async (name) => {
    const file = (two: string, quantity = "Qty") =>
      lines([
        `${name},EAN,Price,${quantity}`,
        `2026-11-27T09:14:00,${lamp},44.90,12`,
        `2026-11-27T${two},${mug},9.99,3`,
      ]);
    await expect(file("09:20:00")).rejects.toThrow(/Missing: quantity/);
    expect([await file("09:20:00", "Stock"), await file("09:14:00")]).toEqual([
      [one, other],
      [one, other],
    ]);
  },
);

test("a product has a day on which it was created, and one of its last change", async () => {
  const file = [
    "sku,product_type,name,price,created_at,updated_at,qty",
    `${lamp},simple,Lamp,44.90,"11/27/25, 9:14 AM","11/27/26, 9:14 AM",12`,
    `${mug},simple,Mug,9.99,"11/26/25, 4:05 PM","11/27/26, 4:05 PM",3`,
  ];
  expect(await lines(file)).toEqual([one, other]);
});

test.each(["Line total", "Zeilensumme", "Total ligne"])("beside %s, a quantity is one of an order", async (name) => {
  await expect(lines([`EAN,Price,${name},Qty`, `${lamp},44.90,538.80,12`])).rejects.toThrow(/Missing: quantity/);
  expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,538.80,12`])).toEqual([one]);
});

test.each(["ETA", "Expected arrival", "Due in"])("with a day in %s, pieces are on their way", async (name) => {
  const file = (day: string, quantity = "Qty", count = 12) =>
    lines([`EAN,Price,${name},${quantity}`, `${lamp},44.90,${day},${count}`]);
  await expect(file("2026-12-04")).rejects.toThrow(/Missing: quantity/);
  expect([await file(""), await file("2026-12-04", "Stock"), await file("-")]).toEqual([[one], [one], [one]]);
  expect(await file("2026-12-04", "Qty", 0)).toEqual([`${lamp} 4490 0`]);
});

test("alone, a sheet of today or of some days can have the sales", async () => {
  const read = async (name: string, quantity: string) => {
    const sheet = [
      ["EAN", "Price", quantity],
      [lamp, { number: "44.9" }, { number: "12" }],
    ];
    return (await readLines(makeXlsx({ names: [name], sheets: [sheet] }), stores)).lines;
  };
  for (const name of ["Today", "Heute", "Last 7 days", "Diese Woche", "Letzte 30 Tage", "1.11.2026 - 30.11.2026"]) {
    await expect(read(name, "Qty"), name).rejects.toThrow(/name of the sheet/);
    expect(await read(name, "Stock"), name).toEqual([one]);
  }
  for (const name of ["27.11.2026", "Sheet1", "Monday", "November 2026"])
    expect(await read(name, "Qty"), name).toEqual([one]);
});

test("the first of several prices of Italy and Spain can be one without tax", async () => {
  for (const name of ["Prezzo 1", "Prezzo vendita 1", "Precio 1", "Precio venta 1"])
    expect(await lines([`EAN,${name},Stock`, `${lamp},44.90,12`]), name).toEqual([`${lamp} null 12000`]);
  for (const name of ["Prezzo 1 (ivato)", "Precio 1 con IVA", "PVP 1", "Prezzo 1 IVA inclusa", "Precio"])
    expect(await lines([`EAN,${name},Stock`, `${lamp},44.90,12`]), name).toEqual([one]);
});

test.each(["DE-CH,DE", "FR-CA,FR", "FR-BE,FR", "ES-MX,ES", "de-CH,DE"])(
  "%s is the market of another country",
  async (market) => {
    const [locale = "", country = ""] = market.split(",");
    const file = (value: string, country: string) =>
      lines(["EAN,Price,Market,Qty", `${lamp},44.90,${value},12`], { country });
    expect(await file(locale, country)).toEqual(["2 invalid_price"]);
    expect(await file(locale, locale.slice(3))).toEqual([one]);
    for (const both of ["DE-FR", "DE/CH", `"DE, CH"`, "DE-CH-AT"]) expect(await file(both, "DE"), both).toEqual([one]);
  },
);

test("a company can have the name of a report", async () => {
  expect(await lines(["Target Levels Ltd,,", "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
  await expect(lines(["Target levels,,", "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each([
  "Precio,Precio con impuestos,ES",
  "Precio,Precio impuestos incluidos,ES",
  "Prix,Prix TVAC,FR",
  "Prix,Prix avec taxes,FR",
  "Prijs,Prijs met btw,NL",
  "Preis,Preis inkl. Steuern,DE",
  "Prezzo,Prezzo con imposte,IT",
])("of %s, the second one is with tax", async (names) => {
  const [net, gross, country] = names.split(",");
  expect(await lines([`EAN,${net},${gross},Stock`, `${lamp},37.42,44.90,12`], { country })).toEqual([one]);
});

test.each([
  "Price after tax",
  "Tax included price",
  "Tax inclusive",
  "Inc price",
  "Price + tax",
  "Gross retail",
  "VAT price",
  "Checkout price",
  "Price to customer",
  "Precio total",
  "Prix total",
])("a %s that is higher by the rate of the tax can be the price with tax", async (name) => {
  const file = (price: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${price},12`], { country: "GB" });
  expect([await file("53.88"), await file("44.90"), await file("")]).toEqual([["2 invalid_price"], [one], [one]]);
});

test("a list price is higher by the rate of a tax by chance", async () => {
  for (const name of ["RRP", "Old price", "Compare at price", "Was", "Web price"])
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,53.88,12`], { country: "GB" }), name).toEqual([one]);
});

test("pieces with a status that is elsewhere or of an order are none of the shelf", async () => {
  const file = (status: string, count = 12) => lines(["EAN,Price,Status,Stock", `${lamp},44.90,${status},${count}`]);
  for (const status of "Layaway|On hold|On loan|In repair|Missing|Stolen|On order|Shipped|Refunded|Verliehen|Loué|Prestado|Rubato|Uitgeleend".split(
    "|",
  )) {
    expect(await file(status), status).toEqual(["2 invalid_quantity"]);
    expect(await file(status, 0), status).toEqual([`${lamp} 4490 0`]);
  }
  for (const status of "Active|Draft|Discontinued|Available|New|Pending|Live|Published|Aktiv".split("|"))
    expect(await file(status), status).toEqual([one]);
  for (const name of ["Order status", "Payment status", "Fulfillment status"])
    await expect(lines([`EAN,Price,${name},Qty`, `${lamp},44.90,open,12`]), name).rejects.toThrow(/Missing: quantity/);
});

test.each(["date_available", "Availability date", "Launch date"])(
  "before its %s, nobody can buy a product",
  async (name) => {
    const file = (day: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${day},12`]);
    expect([await file("2100-01-01"), await file("2019-01-01")]).toEqual([["2 invalid_quantity"], [one]]);
  },
);

test.each([
  "Inventory turns",
  "Inventory age",
  "Inventory Velocity",
  "inventory_ratio",
  "Inventory amazon",
  "Inventory excess",
])("%s is no stock of a store", async (name) => {
  await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,12`])).rejects.toThrow(/Missing: quantity/);
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,7,12`])).toEqual([one]);
});

test.each([
  "inventory_Main_Outlet",
  "Inventory Leeds",
  "inventory_leeds",
  "Inventory at Northgate",
  "Current Quantity Northgate",
])("%s is the stock of a store", async (name) => {
  expect(await lines([`EAN,Price,${name}`, `${lamp},44.90,12`])).toEqual([one]);
});

test.each(
  "You pay|To pay|Zu zahlen|À payer|A pagar|Da pagare|Te betalen|Sells for|Marked down to|Ticket|Tag|POS|Nu|Effective|Store override|Price override|Adjusted price|POS retail|Black Friday|January sale|Weekly special|Closeout|Sonderangebot|Räumung|Rebajas|Saldi|Uitverkoop|Campaign|Coupon".split(
    "|",
  ),
)("a lower price in %s makes the price unclear", async (name) => {
  const file = (value: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`]);
  expect(await file("39.90")).toEqual(["2 invalid_price"]);
  for (const value of ["", "44.90", "Blue", "3", "A1", "yes"]) expect(await file(value), value).toEqual([one]);
});

test.each(["Value", "Cash", "Last sale", "WAC", "Weight", "Margin", "Fee", "Price adjustment", "Zone price"])(
  "a lower number in %s says nothing of the price",
  async (name) => {
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,39.90,12`])).toEqual([one]);
  },
);

test.each(["Physical count", "Actual count", "Stocktake qty", "Istmenge"])(
  "a different %s makes the stock unclear",
  async (name) => {
    for (const stock of ["Stock", "Qty"])
      expect(await lines([`EAN,Price,${stock},${name}`, `${lamp},44.90,12,5`, `${mug},9.99,3,3`])).toEqual([
        "2 invalid_quantity",
        other,
      ]);
  },
);

test.each(["Qty per price", "Price per qty", "Preis gilt für", "Unidades por precio", "Vendu par"])(
  "by %s, the price is one of several pieces",
  async (name) => {
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,1,12`, `${mug},9.99,6,3`];
    expect(await lines(file)).toEqual([one, "3 invalid_price"]);
  },
);

test.each([
  "Filter: Location = York",
  "Filters: Store: York",
  "Location: Returns",
  "Warehouse: In transit",
  "Status: Damaged",
  "Customer group: Wholesale",
  "Price type: net",
  "Channel: Online",
  "Movement type: Sale",
  "Price valid from: 2100-01-01",
])("%s above the header says it of all lines", async (title) => {
  const file = (name: string) => lines([`${title},,`, `EAN,Price,${name}`, `${lamp},44.90,12`]);
  await expect(file("Qty")).rejects.toThrow(/above the names/);
  await expect(file("Stock")).rejects.toThrow(/above the names/);
});

test.each(["Forecast December", "Report type: Movement summary"])("%s above a quantity is no stock", async (title) => {
  await expect(lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each([
  "Location: Leeds",
  "Filter: Location = Leeds",
  "Status: Active",
  "Type: Stock",
  "Report type: Inventory",
  "Price type: Retail",
  "Channel: POS",
  "Warehouse: Main",
  "Supplier: York",
  "Price valid from: 2020-01-01",
  "Notes: call us",
  "User: Anna",
  "Printed: 27/11/2026 09:14",
])("%s above a quantity is harmless", async (title) => {
  expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test("a note can say that the price is without tax, or of several pieces", async () => {
  const file = (note: string) => lines(["EAN,Price,Stock,Note", `${lamp},44.90,12,${note}`]);
  for (const note of ["plus VAT", "Price excl. VAT", "zzgl. MwSt.", "per case", "Price per pack of 6", "Preis je 100"])
    expect(await file(note), note).toEqual(["2 invalid_price"]);
  for (const note of [
    "incl. VAT",
    "VAT 20%",
    "5 per pack",
    "per customer request",
    "New packaging",
    "Max. 2 per person",
  ])
    expect(await file(note), note).toEqual([one]);
});

test.each([
  "Filter: Location is York",
  "Filters applied: Store = York",
  "Locations: York",
  "Selected location: York",
  "Stock list - Location: York",
  "Customer group: Wholesale | Printed 30.11.2026",
  "Status: Damaged, Date: 2026-11-30",
  "Stock status - Damaged",
  "Entrepôt: Retours",
  "Kundengruppe: Wiederverkäufer",
  "Gruppo clienti: Ingrosso",
  "Prices incl. VAT: No",
  "MwSt.: zzgl.",
  "Net: Yes",
  "Prices do not include VAT",
  "Pricing: Wholesale",
  "Price unit: 100",
  "Price valid from 2100-01-01",
  "Valid until: 2020-01-01",
  "Prognose Dezember",
  "Movement list",
])("%s above the header says it, too", async (title) => {
  await expect(lines([`"${title}",,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each([
  "Valid from: 1 January 2020",
  "Valid from: today",
  "Effective from: 2020-11-30 to 2100-12-31",
  "Valid until: 2100-12-31",
  "Customer group: Retail, Status: Active",
  "Location: York Road, Leeds",
  "Price list: Retail - GBP",
  "VAT: 0.20",
  "Price unit: GBP",
])("%s above the header is harmless, too", async (title) => {
  expect(await lines([`"${title}",,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test("a note says it in other words, and a parcel or a taste is no price", async () => {
  const file = (note: string, name = "Note") => lines([`EAN,Price,Stock,${name}`, `${lamp},44.90,12,${note}`]);
  for (const note of "+ 20% VAT|Price is net|Preis netto|zuzüglich MwSt|Prix HT|más IVA|IVA non inclusa|exclusief btw|Price for 6|Preis für 6 Stück|per pair|€/kg|Trade price|in pence|Preis zzgl. gesetzl. MwSt.|Price does not include VAT|VAT extra".split(
    "|",
  ))
    expect(await file(note), note).toEqual(["2 invalid_price"]);
  for (const name of ["Price note", "Item notes", "Anmerkung", "Commento", "Note (internal)"])
    expect(await file("plus VAT", name), name).toEqual(["2 invalid_price"]);
  for (const note of "Par colis uniquement|Per Box verschickt|je Karton 6 Stück|per box 6|per kg of rice|sin gluten|net weight 2 kg|Online|Hire me".split(
    "|",
  ))
    expect(await file(note), note).toEqual([one]);
});

test.each([
  ["isNet", true],
  ["is_net", 1],
  ["istNetto", "ja"],
  ["netPrices", true],
  ["vatExcluded", true],
  ["pricesExcludeTax", true],
  ["priceIsGross", false],
  ["decimals", 2],
  ["price_precision", 2],
  ["decimalPlaces", 2],
  ["Nachkommastellen", 2],
  ["scale", 2],
  ["price_divisor", 100],
  ["isCents", true],
  ["inCents", true],
])("%s with %s makes a price of 4490 unclear", async (name, value) => {
  expect(await lines([`EAN,Price,Qty,${name}`, `${lamp},4490,12,${value}`])).toEqual(["2 invalid_price"]);
  const json = JSON.stringify([{ ean: lamp, price: 4490, qty: 12, [name]: value }]);
  expect((await readLines(json, stores)).lines).toEqual(["1 invalid_price"]);
});

test.each([
  ["delta", true],
  ["isDelta", 1],
  ["incremental", true],
  ["absolute", false],
])("%s with %s says that the quantity is a change", async (name, value) => {
  expect(await lines([`EAN,Price,Qty,${name}`, `${lamp},44.90,12,${value}`])).toEqual(["2 invalid_quantity"]);
  const json = JSON.stringify([{ ean: lamp, price: 44.9, qty: 12, [name]: value }]);
  expect((await readLines(json, stores)).lines).toEqual(["1 invalid_quantity"]);
});

test.each([
  ["decimals", "2"],
  ["Precision", "high"],
  ["Scale", "1:18"],
  ["Delta", "3"],
  ["Change", "120"],
  ["Adjustment", "-"],
  ["isNet", "false"],
  ["isGross", "true"],
  ["Net weight", "2"],
])("%s with %s says nothing of 44.90", async (name, value) => {
  expect(await lines([`EAN,Price,Qty,${name}`, `${lamp},44.90,12,${value}`])).toEqual([one]);
});

test("a lower price of the first level makes a regular one unclear", async () => {
  const file = (price: string) => lines(["EAN,Price-1,Reg Price,Qty", `${lamp},${price},44.90,12`]);
  expect([await file("39.90"), await file("44.90"), await file("53.00")]).toEqual([["2 invalid_price"], [one], [one]]);
});

test.each(["EatOutPrice", "Strike price", "Streichpreis", "Highest price"])(
  "%s can be higher by the rate of a tax",
  async (name) => {
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,53.88,12`], { country: "GB" })).toEqual([one]);
  },
);

test("pieces that should have come are there, and products change after they were created", async () => {
  const file = (names: string, first: string, second: string) =>
    lines([`EAN,Price,Qty,${names}`, `${lamp},44.90,12,${first}`, `${mug},9.99,3,${second}`]);
  for (const past of ["2020-11-01", "01/11/2020", "0", "01.11.2020", "n/a"])
    expect(await file("ETA", past, ""), past).toEqual([one, other]);
  for (const later of ["2100-11-01", "15 Dec", "in 5 days"])
    await expect(file("Liefertermin", later, "")).rejects.toThrow(/Missing: quantity/);
  for (const names of ["Erstellt am,Geändert am", "created_at,lastModifiedDate", "Created,Last update"])
    expect(await file(names, "2026-11-30 10:01,2026-11-30 10:02", "2026-11-29 09:14,"), names).toEqual([one, other]);
  await expect(file("Erstellt am", "2026-11-30 10:01", "2026-11-29 09:14")).rejects.toThrow(/Missing: quantity/);
});

test("one amount in a closing stock of pieces is that of a damaged line", async () => {
  const file = (second: string) => lines(["EAN,Price,Closing stock", `${lamp},44.90,12.000`, `${mug},9.99,${second}`]);
  expect(await file("10888.70")).toEqual([one, `${mug} 999 10888700`]);
  await expect(lines(["EAN,Price,Closing stock", `${lamp},44.90,540`, `${mug},9.99,31.20`])).rejects.toThrow(
    /quantity/,
  );
});

test.each(["15.12.00", "21001215", "KW 52 2100", "2100-W52", "15-Dec-49"])("a release on %s is later", async (day) => {
  expect(await lines(["EAN,Price,Embargo,Stock", `${lamp},44.90,${day},12`], { now: new Date("1999-11-30") })).toEqual([
    "2 invalid_quantity",
  ]);
});

test.each(["Under repair", "verloren", "périmés", "prestadas", "spedita", "Returned to vendor"])(
  "pieces that are %s are not here",
  async (status) => {
    expect(await lines(["EAN,Price,Status,Stock", `${lamp},44.90,${status},12`])).toEqual(["2 invalid_quantity"]);
  },
);

test.each([
  "Type,Livre",
  "Statut,Prête",
  "Estado,livre",
  "Delivery,2-3 days",
  "Release,Blade Runner 2049",
  "Released,1",
])("%s is harmless", async (text) => {
  const [name, value] = text.split(",");
  expect(await lines([`EAN,Price,Qty,${name}`, `${lamp},44.90,12,${value}`])).toEqual([one]);
});

test("a line of names above the header says nothing of all lines", async () => {
  const file = [",,,Type,Sold", "EAN,Price,Qty,Type,Colour", `${lamp},44.90,12,A,red`];
  expect(await lines([",,,Type,Damaged,", ...file.slice(1)])).toEqual([one]);
  await expect(lines(["Type:,Damaged,,,", ...file.slice(1)])).rejects.toThrow(/above the names/);
});
