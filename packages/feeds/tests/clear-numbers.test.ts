import { expect, test } from "vitest";
import { readJsonBody } from "../src/index.ts";
import { parseObject } from "../src/json/json-records.ts";
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
  expect(await read("1e400")).toEqual(["1 invalid_price"]);
  expect((await readLines('[{"ean": 1e400, "price": 1, "qty": 12}]')).lines).toEqual(["1 scientific_barcode"]);
  const infinite = '[{"price": 1e400, "quantity": -2.5E999}]';
  expect(readJsonBody(Buffer.from(infinite), true)).toEqual([{ price: "1e+400", quantity: "-2.5e+999" }]);
  expect(parseObject(infinite.slice(1, -1))).toEqual({ object: { price: "1e+400", quantity: "-2.5e+999" } });
  const texts = {
    sscc: "340123456789012345",
    image: "https://x.example/1234567890123456.jpg",
    title: "Mug \n".repeat(30),
  };
  expect(parseObject(JSON.stringify(texts))).toEqual({ object: texts });
  const body = '[{"price": 44.904999999999999999, "quantity": 3.5}]';
  expect(readJsonBody(Buffer.from(body), true)).toEqual([{ price: "44.904999999999999999", quantity: 3.5 }]);
});

test.each([
  "Product sales report",
  "Acme Ltd - Purchase Order",
  "Report: Sales",
  "Packing list",
  "PO 4711",
  "Top sellers November",
  "Write-offs",
  "Artikelumsatz Nov",
  "Statistiques de vente",
  "Informe de ventas",
  "Rapporto vendite",
  "Verkooprapport",
])("%s above a quantity is no title of a stock", async (title) => {
  await expect(lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
  expect(await lines([`${title},,`, "EAN,Price,Stock", `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["Sales prices and stock", "Contact: sales@acme.example", "Department: Sales", "Point of sale export"])(
  "%s above a quantity costs nothing",
  async (title) => {
    expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
  },
);

test.each([
  "Prices exclude VAT",
  "Prices: VAT not included",
  "EUR",
  "All amounts in EUR",
  "Mengen in VPE",
  "Quantités en colis",
  "Rental prices",
  "Supplier stock list",
  ",,November",
])("%s above the names gives the numbers another meaning", async (title) => {
  await expect(lines([title, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each(["Deleted items", "Quarantine", "Invoice 12", "PO 4711", "Hire", "Not for sale", "Transfers"])(
  "a sheet %s is none of the stock beside another one",
  async (name) => {
    const rows = (code: string) => [
      ["EAN", "Price", "Stock"],
      [code, { number: "44.9" }, { number: "12" }],
    ];
    const book = makeXlsx({ names: ["Stock", name], sheets: [rows(lamp), rows(mug)] });
    expect((await readLines(book, stores)).lines).toEqual([one]);
  },
);

test.each(["Blocked", "Deleted", "isDeleted", "Gesperrt", "Supprimé", "Eliminado", "Bloccato", "Geblokkeerd"])(
  "with yes in %s, the pieces are not for sale",
  async (name) => {
    const file = (value: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`]);
    for (const yes of ["Y", "Ja", "true", "1", "X"]) expect(await file(yes), yes).toEqual(["2 invalid_quantity"]);
    for (const no of ["N", "Nein", "false", "0", ""]) expect(await file(no), no).toEqual([one]);
  },
);

test.each(["Action,Delete", "op,remove", "*Action(SiteID=UK|Currency=GBP),Delete", "Status,Deleted"])(
  "by %s, the line is none of the stock",
  async (column) => {
    const [name, value] = column.split(",");
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,Revise,12`, `${mug},9.99,${value},3`];
    expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
  },
);

test.each(["Clearance price", "Outlet price", "Black Friday price", "Abverkaufspreis", "Räumungspreis", "Prix soldes"])(
  "a lower %s without decimals makes the price unclear",
  async (name) => {
    for (const price of ["40", "39.9", "39.90"])
      expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${price},12`])).toEqual(["2 invalid_price"]);
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,,12`])).toEqual([one]);
  },
);

test.each(["Price band", "Price labels", "Price points", "Volume price"])("a lower %s does not", async (name) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,3,12`])).toEqual([one]);
});

test("offers and discounts of JSON are those of the line", async () => {
  const read = async (more: object) =>
    (await readLines(JSON.stringify([{ ean: lamp, price: 44.9, qty: 12, ...more }]))).lines;
  for (const more of [{ promo: 39.9 }, { clearancePrice: 40 }, { discount: { percent: 10 } }, { currency: "GBp" }])
    expect((await read(more))[0], JSON.stringify(more)).toMatch(/^1 invalid/);
  for (const more of [{ promo: true }, { discount: {} }, { discount: { percent: 0 } }, { currency: "Gbp" }])
    expect(await read(more), JSON.stringify(more)).toEqual([one]);
});

test.each(["In stock", "In stock?", "Auf Lager", "En stock", "In voorraad", "Op voorraad"])(
  "yes and no in %s say whether the product is there",
  async (name) => {
    const file = ["Yes", "No", "true", "In stock", "12", "On order", "x"].map((said) => `${lamp},44.90,${said}`);
    expect(await lines([`EAN,Price,${name}`, ...file])).toEqual([
      `${lamp} 4490 null`,
      `${lamp} 4490 null`,
      `${lamp} 4490 null`,
      `${lamp} 4490 null`,
      one,
      "7 invalid_quantity",
      "8 invalid_quantity",
    ]);
    expect(await lines(["EAN,Price,Available", `${lamp},44.90,Yes`])).toEqual(["2 invalid_quantity"]);
  },
);

test.each(["Stock #", "Stock#", "Inventory #"])("%s is the number of a product", async (name) => {
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,10234,12`])).toEqual([one]);
  await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,10234`])).rejects.toThrow(/Missing: quantity/);
  expect(await lines(["EAN,Price,# in stock", `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["Cases", "Cartons", "Kartons", "Colis", "Cajas", "Stock cases"])(
  "beside %s, units can be those that are left over",
  async (name) => {
    const file = [`EAN,Price,${name},Units`, `${lamp},44.90,0,12`, `${mug},9.99,2,3`];
    expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,2,12`])).toEqual([one]);
  },
);

test.each(["Unit and Precision,Kilogram (kg) .0", "Price Unit,lb", "Trade item unit descriptor,CASE"])(
  "by %s, the price is none of one product",
  async (column) => {
    const [name, value] = column.split(",");
    const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,,12`, `${mug},9.99,${value},3`];
    expect(await lines(file)).toEqual([one, "3 invalid_price"]);
  },
);

test.each(["VAT,Total", "Tax amount,Total price", "VAT amount,Gross", "MwSt,Gesamtpreis", "TVA,TTC"])(
  "beside %s, a price can be without tax",
  async (names) => {
    const file = [`EAN,Price,${names},Qty`, `${lamp},44.90,7.48,44.90,12`, `${mug},9.99,2.00,11.99,3`];
    expect(await lines(file)).toEqual([one, "3 invalid_price"]);
  },
);

test.each(["Total,538.80", "Total,51", "Gross weight,51.00"])("%s is no price with tax", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`])).toEqual([one]);
});

test.each([
  "Price list,Trade",
  "Price group,Dealer",
  "Customer group,Wholesale",
  "Channel,Online",
  "Sales channel,Amazon",
  "Kundengruppe,Händler",
  "Price type,Rental",
  "Price basis,ex VAT",
])("by %s, the price is none of a customer of the shop", async (column) => {
  const [name, value] = column.split(",");
  const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,,12`, `${mug},9.99,${value},3`];
  expect(await lines(file)).toEqual([one, "3 invalid_price"]);
});

test.each(["Price list,Retail", "Price list,1", "Customer group,ALL", "Channel,Store"])(
  "by %s, it is one",
  async (column) => {
    const [name, value] = column.split(",");
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`])).toEqual([one]);
  },
);

test.each(["20%", "-20%", "20% off", "Now £39", "£39", "39.9"])(
  "an offer of %s makes the price unclear",
  async (offer) => {
    expect(await lines(["EAN,Price,Offer,Stock", `${lamp},44.90,${offer},12`])).toEqual(["2 invalid_price"]);
  },
);

test.each(["3 for £10", "2 for 1", "Black Friday 2026", "Y", "£44.90"])("an offer of %s does not", async (offer) => {
  expect(await lines(["EAN,Price,Offer,Stock", `${lamp},44.90,${offer},12`])).toEqual([one]);
  expect(await lines(["EAN,RRP,Price,Offer,Stock", `${lamp},49.90,44.90,10.02%,12`])).toEqual([one]);
});

test("a sale price above the price makes the price unclear", async () => {
  const file = (name: string, other = "Price") =>
    lines([`EAN,${other},${name},Stock`, `${lamp},40.00,44.90,12`, `${mug},12.00,9.99,3`]);
  expect(await file("Sale price")).toEqual(["2 invalid_price", other]);
  expect(await file("Offer price")).toEqual(["2 invalid_price", other]);
  for (const [name, second] of [["Final price"], ["Sale price", "RRP"]] as const)
    expect(await file(name, second)).toEqual([one, other]);
});

test("the code and the name of a store in one value are this store", async () => {
  for (const [own, york] of [
    ["S1 - Leeds", "S2 - York"],
    ["Leeds (S1)", "York (S2)"],
  ])
    expect(await lines(["EAN,Store,Price,Stock", `${lamp},${own},44.90,12`, `${mug},${york},9.99,3`])).toEqual([one]);
  const mixed = lines(["EAN,Store,Price,Stock", `${lamp},S1 - York,44.90,12`]);
  await expect(mixed).rejects.toThrow(/No line of the file is of this store/);
});

test("pieces in a basket are none of the stock", async () => {
  expect(await lines(["EAN,Price,Qty in basket,Stock", `${lamp},44.90,2,12`])).toEqual([one]);
  await expect(lines(["EAN,Price,Qty in basket", `${lamp},44.90,2`])).rejects.toThrow(/Missing: quantity/);
});

test.each(["Sold out", "Out of stock", "Ausverkauft", "Épuisé", "Agotado", "On hold", "Not for sale", "Is rental"])(
  "with yes or 1 in %s, nobody can buy the pieces",
  async (name) => {
    const file = (value: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`]);
    for (const yes of ["Yes", "1", "ja"]) expect(await file(yes), yes).toEqual(["2 invalid_quantity"]);
    for (const no of ["No", "0", ""]) expect(await file(no), no).toEqual([one]);
  },
);

test.each(["Reserved", "Sold", "Damaged", "Verkauft", "Réservé", "Reservado"])(
  "yes in %s is a flag, and 1 is a number",
  async (name) => {
    const file = (value: string) => lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`]);
    expect(await file("Yes")).toEqual(["2 invalid_quantity"]);
    for (const other of ["1", "2", "0", "No", ""]) expect(await file(other), other).toEqual([one]);
  },
);

test.each(["Stock in pcs", "Qty in units", "Bestand in Stück", "Stock at store"])("%s is the stock", async (name) => {
  expect(await lines([`EAN,Price,${name}`, `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["Stock in kg", "Stock in cases", "inventory_item", "Qty in transit"])("%s is none", async (name) => {
  await expect(lines([`EAN,Price,${name}`, `${lamp},44.90,12`])).rejects.toThrow(/Missing: quantity/);
});

test.each(["Sales prices", "Sales channel: POS"])("%s above a quantity is no report of sales", async (title) => {
  expect(await lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).toEqual([one]);
});

test.each(["Action,D", "deleted_at,2026-11-01 10:00", "Deleted on,01.11.2026"])(
  "by %s, a program has deleted the line",
  async (column) => {
    const [name, value] = column.split(",");
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,,12`, `${mug},9.99,${value},3`];
    expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
  },
);

test.each(["Stock [Expired]", "Stock [Display]", "inventory_Broken", "Stock (demo)", "Price [Weekend]"])(
  "%s has another number",
  async (name) => {
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,3,12`];
    expect(await lines(file)).toEqual([one]);
    const own = await lines([`EAN,${name},Stock`, `${lamp},3,12`]);
    expect(own).toEqual([`${lamp} null 12000`]);
  },
);

test("by a column of pence, whole prices are none in pounds", async () => {
  const file = (unit: string) => lines(["EAN,Price,Currency unit,Qty", `${lamp},44.90,${unit},12`]);
  expect([await file("pence"), await file("GBP")]).toEqual([["2 invalid_price"], [one]]);
});

test.each(["Market", "Price country", "Country", "Territory", "Marché", "Verkaufsland"])(
  "in %s, another country has another price",
  async (name) => {
    const file = (value: string) => lines([`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`], { country: "GB" });
    for (const own of ["GB", "Farmers market", ""]) expect(await file(own), own).toEqual([one]);
    for (const foreign of ["US", "DE"]) expect(await file(foreign), foreign).toEqual(["2 invalid_price"]);
    expect(await lines([`EAN,Price,${name},Qty`, `${lamp},44.90,US,12`])).toEqual([one]);
  },
);

test("names of countries and of the market of the euro are known", async () => {
  const file = (value: string, options = {}) => lines(["EAN,Price,Market,Qty", `${lamp},44.90,${value},12`], options);
  const germany = { country: "DE", currency: "EUR" };
  for (const own of ["Germany", "Deutschland", "EU", "DE / AT", "DE market"])
    expect(await file(own, germany), own).toEqual([one]);
  for (const foreign of ["United Kingdom", "UK", "Switzerland (CH)", "US store", "International"])
    expect(await file(foreign, germany), foreign).toEqual(["2 invalid_price"]);
  expect(await file("EU", { country: "SE", currency: "SEK" })).toEqual(["2 invalid_price"]);
});

test("a country that is that of origin says nothing of the price", async () => {
  const read = (names: string, ...values: string[]) =>
    lines([`EAN,Price,${names},Qty`, `${lamp},44.90,${values[0]},12`, `${mug},9.99,${values[1]},3`], { country: "GB" });
  expect(await read("Country", "FR", "IT")).toEqual([one, other]);
  expect(await read("Country", "France", "France")).toEqual([one, other]);
  expect(await read("Country of origin", "CN", "CN")).toEqual([one, other]);
});

test("a file of several stores has a country for each store", async () => {
  const store = (id: string, country: string) => ({
    ...{ id, country, names: [id], currency: "GBP", timeZone: "UTC", hasOwnSource: false },
  });
  const split = { retailerId: "r", stores: [store("Bath", "GB"), store("Cork", "IE")] };
  const file = ["Store,EAN,Price,Market,Qty", `Bath,${lamp},44.90,GB,12`, `Cork,${lamp},44.90,GB,12`];
  expect(await lines(file, { names: [], stores: [], split })).toEqual([one, "3 invalid_price"]);
});

test.each([
  "Sold in packs of 6,Yes",
  "Sold in packs of,6",
  "Sold by the case,true",
  "Sold in,packs of 6",
  "Fractional,Yes",
  "Allow fractional quantity,1",
  "Scale,Yes",
  "Price per,kg",
  "Per,kg",
])("by %s, the numbers are none of one piece", async (column) => {
  const [name, value] = column.split(",");
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,,12`, `${mug},9.99,${value},3`];
  expect((await lines(file))[1]).toMatch(/^3 invalid_(?:price|quantity)$/);
});

test.each([
  "Daily sales tax",
  "In sales",
  "Price per: kg",
  "Prices per 100 g",
  "Preis pro kg",
  "Unit: kg",
  "Odoo / Sales",
  "Odoo / Sales / Orders",
  "Zoho Invoice INV-0012",
  "Zoho Invoice 12",
  ",,Yesterday",
])("%s above the names gives the numbers no clear meaning", async (title) => {
  await expect(lines([title, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each(["Market: US", "Country: Germany"])("%s above the names says prices of another country", async (title) => {
  const file = [title, "EAN,Price,Stock", `${lamp},44.90,12`];
  await expect(lines(file, { country: "GB" })).rejects.toThrow(/above the names/);
  expect(await lines([title.replace(/US|Germany/, "UK"), ...file.slice(1)], { country: "GB" })).toEqual([one]);
});

test.each(["Sold", "Orders 2026", "Verkauft", "Returns", "On order"])(
  "alone, a sheet %s has no stock",
  async (name) => {
    const book = (quantity: string) =>
      makeXlsx({
        names: [name],
        sheets: [
          [
            ["EAN", "Price", quantity],
            [lamp, { number: "44.9" }, { number: "12" }],
          ],
        ],
      });
    await expect(readLines(book("Qty"), stores)).rejects.toThrow(/The name of the sheet/);
    expect((await readLines(book("Stock"), stores)).lines).toEqual([one]);
  },
);

test.each(["Revenue", "Net sales", "Umsatz", "CA TTC", "Fatturato", "Omzet", "Waste reason"])(
  "beside %s, a quantity is none of the stock",
  async (name) => {
    const file = (quantity: string) => [`EAN,Price,${quantity},${name}`, `${lamp},44.90,12,538.80`];
    await expect(lines(file("Qty"))).rejects.toThrow(/Missing: quantity/);
    expect(await lines(file("Stock"))).toEqual([one]);
  },
);

test.each([
  "Stock,Counted qty",
  "Stock théorique,Stock compté",
  "Bestand,Gezählt",
  "Total stock,Stock mag",
  "Stock total,Stock Bath",
])("of %s, the second one can be the stock of the shop", async (names) => {
  const file = [`EAN,Price,${names}`, `${lamp},44.90,12,12`, `${mug},9.99,7,3`];
  expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
});

test.each(["VAT", "Tax amount", "MwSt"])("%s on top of the price says that the price is without it", async (name) => {
  const read = (price: string, tax: string, country = "GB") =>
    lines([`EAN,Price,${name},Qty`, `${lamp},${price},${tax},12`], { country });
  expect(await read("37.42", "7.48")).toEqual(["2 invalid_price"]);
  for (const harmless of ["7.48", "20", "20.00", "0.20", "0.00"]) expect(await read("44.90", harmless)).toEqual([one]);
  expect(await read("44.90", "8.98", "SE")).toEqual([one]);
  expect(await read("44.90", "8.98")).toEqual(["2 invalid_price"]);
});

test.each(["Inc VAT", "Incl. tax", "IVA incl."])("a price below %s is without tax", async (name) => {
  const file = (price: string) => lines([`EAN,Price,${name},Qty`, `${lamp},${price},44.90,12`]);
  expect([await file("44.90"), await file("37.42")]).toEqual([[one], ["2 invalid_price"]]);
});

test("the sale price of a level of prices counts for nobody", async () => {
  const file = (sale: string) =>
    lines(["UPC,Regular Price,Sale Price,Employee Price,Qty", `${lamp},44.90,${sale},30,12`]);
  for (const none of ["0.00", "44.90", ""]) expect(await file(none)).toEqual([one]);
  expect(await file("39.90")).toEqual(["2 invalid_price"]);
});

test.each(["VK,Red. VK", "VK,VK Aktion", "PVP,PVP rebajas", "PV TTC,PV promo"])(
  "of %s, a lower second one makes the price unclear",
  async (names) => {
    expect(await lines([`EAN,${names},Stock`, `${lamp},44.90,39.90,12`])).toEqual(["2 invalid_price"]);
  },
);

test.each(["Waage", "Scalable", "Bilancia"])("yes in %s says that the price is by weight", async (name) => {
  const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,N,12`, `${mug},9.99,J,3`];
  expect(await lines(file)).toEqual([one, "3 invalid_price"]);
});

test.each([
  "Daily takings",
  "Items sold by store",
  "Supplier order",
  "Tagesabschluss",
  "Warenbewegungen",
  "Mouvements de stock",
  "Movimientos de almacén",
  "Movimenti di magazzino",
  "Bordereau de livraison",
  "Corrispettivi",
  "Omzet per artikel",
  "Voorraadmutaties",
  "Prix au kg",
])("%s above a quantity is no stock", async (title) => {
  await expect(lines([`${title},,`, "EAN,Price,Qty", `${lamp},44.90,12`])).rejects.toThrow(/above the names/);
});

test.each(["Archived", "Online only", "Nur online", "Dropship", "Mietartikel", "Preorder", "Vorbestellung"])(
  "with yes in %s, the pieces are not for sale in the shop",
  async (name) => {
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,No,12`, `${mug},9.99,Yes,3`];
    expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
  },
);

test.each(["For sale", "Available for sale", "Verkäuflich", "En vente", "Available for sale [Leeds]"])(
  "with no in %s, the pieces are not for sale",
  async (name) => {
    const file = [`EAN,Price,${name},Stock`, `${lamp},44.90,Y,12`, `${mug},9.99,N,3`];
    expect(await lines(file)).toEqual([one, "3 invalid_quantity"]);
  },
);

test("what another store does not sell, and what a shop sends itself, is for sale", async () => {
  for (const column of ["Available for sale [York],N", "Fulfilment,DEFAULT", "Fulfilment type,FBR", "Backorder,Yes"]) {
    const [name, value] = column.split(",");
    expect(await lines([`EAN,Price,${name},Stock`, `${lamp},44.90,${value},12`]), column).toEqual([one]);
  }
  for (const value of ["AMAZON_EU", "FBA", "FBB"])
    expect(await lines(["EAN,Price,fulfillment-channel,Stock", `${lamp},44.90,${value},12`])).toEqual([
      "2 invalid_quantity",
    ]);
});
