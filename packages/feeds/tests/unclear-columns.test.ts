import { expect, test } from "vitest";
import { makeXlsx } from "./make-xlsx.ts";
import { readExport } from "./read-export.ts";
import { readLines, readParts } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const lines = async (...file: string[]) => (await readLines(csv(...file), { stores: ["Leeds", "S1", "York"] })).lines;
const both = [`${lamp} 4490 12000`, `${mug} 999 3000`];

test("lines of a barcode that differ in a column of unknown meaning are not corrections of each other", async () => {
  const hasPlaces = async (...file: string[]) => (await readParts(csv(...file))).hasPlaces;
  for (const name of ["From qty", "Preisgruppe", "Valid from", "Vintage", "Network", "Supplier"])
    expect(await hasPlaces(`EAN,${name},Price,Stock`, `${lamp},1,44.90,12`, `${lamp},2,40.00,12`), name).toBe(true);
  expect(await hasPlaces("EAN,Price,Stock", `${lamp},44.90,12`, `${lamp},40.00,12`)).toBe(false);
  const product = "EAN,Title,Brand,Category,Image,Description,Weight,VAT rate,URL,Note,Price,Stock";
  expect(await hasPlaces(product, `${lamp},Lamp,Lumen,Lamps,,,1,20,,,44.90,12`)).toBe(false);
});

test("copies with numbers of their own are several pieces", async () => {
  for (const name of ["Inventory no", "Vintage", "Issue", "Asset tag"])
    expect((await readParts(csv(`EAN,${name},Price,Stock`, `${lamp},7,44.90,1`))).pieces, name).toEqual(["7"]);
});

test("the add-on of a magazine names its issue", async () => {
  const file = ["EAN,Price,Qty", "9770140160018 05,4.50,12", "9770140160018 06,4.50,7", `${lamp},44.90,12`];
  expect(await readParts(csv(...file))).toMatchObject({ pieces: ["05", "06"], hasPlaces: true });
});

test("a price counts on the days that the line names for it", async () => {
  const file = (from: string, until: string) =>
    lines("EAN,Price,Valid from,Valid until,Qty", `${lamp},44.90,${from},${until},12`);
  for (const [from, until] of [
    ["2020-01-01", ""],
    ["", "2100-12-31"],
    ["2020-01-01", "9999-12-31"],
  ] as const)
    expect(await file(from, until)).toEqual([both[0]]);
  for (const [from, until] of [
    ["2100-01-01", ""],
    ["", "2020-01-01"],
    ["soon", ""],
  ] as const)
    expect(await file(from, until)).toEqual(["2 invalid_price"]);
});

test("a second line of names that says net costs the file", async () => {
  expect(await lines("EAN,Price,Stock", ",net,pcs", `${lamp},37.42,12`)).toEqual([
    "2 missing_barcode",
    "3 other_columns",
  ]);
  expect(await lines("EAN,Price,Stock", ",GBP,pcs", `${lamp},44.90,12`)).toEqual(["2 missing_barcode", both[0]]);
});

test.each([
  ["Original Price,Markdown Price"],
  ["Price,Discounted price"],
  ["Price,Reduced price"],
  ["Price,Final price"],
  ["Prezzo di listino,Prezzo scontato"],
  ["Preis,Reduzierter Preis"],
])("of %s, the lower price counts where there is one", async (names) => {
  const file = [`EAN,${names},Qty`, `${lamp},60.00,44.90,12`, `${mug},9.99,,3`];
  expect(await lines(...file)).toEqual(both);
});

test("a column that may have a lower price makes the line unclear", async () => {
  for (const name of ["Reduziert", "Discounted", "Scontato"])
    expect(await lines(`EAN,Price,${name},Qty`, `${lamp},60.00,44.90,12`, `${mug},9.99,,3`), name).toEqual([
      "2 invalid_price",
      both[1],
    ]);
});

test.each([
  ["Price includes tax", "yes", "no"],
  ["Tax inclusive", "1", "0"],
  ["Preis inkl. Steuer", "Ja", "Nein"],
  ["Netto/Brutto", "B", "N"],
  ["HT/TTC", "TTC", "HT"],
  ["IsSalePriceIncTax", "True", "False"],
  ["Inc. VAT", "Y", "N"],
  ["VAT", "incl.", "excl."],
  ["Tax type", "Inclusive", "Exclusive"],
  ["Tax", "20%", "+ VAT"],
  ["Netto", "Nein", "Ja"],
  ["Ex VAT", "No", "Yes"],
])("a line without tax by its column %s is rejected", async (name, yes, no) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,${yes},12`, `${mug},8.33,${no},3`];
  expect(await lines(...file)).toEqual([both[0], "3 invalid_price"]);
});

test.each([
  ["PE", "1", "100"],
  ["Preis je", "1", "100"],
  ["Price UOM", "EA", "M"],
  ["UOM", "EA", "C"],
  ["Staffel ab", "1", "10"],
  ["Price unit", "each", "per 100"],
  ["Price unit", "EA", "case of 6"],
  ["Price per", "piece", "Case"],
  ["Price UOM", "EA", "Dozen"],
  ["Price for", "1", "6"],
  ["PE", "1,00", "1.000"],
  ["Stock UOM", "EA", "CTN"],
  ["Qty unit", "pcs", "cases"],
])("a price for many pieces by the column %s is rejected", async (name, one, many) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,${one},12`, `${mug},8.33,${many},3`];
  expect((await lines(...file))[1]).toMatch(/^3 invalid_(?:price|quantity)$/);
});

test("available stock that counts ordered pieces is none, beside the stock itself", async () => {
  expect(await lines("EAN,Price,In Stock,Committed,Ordered,Available", `${lamp},44.90,12,2,6,16`)).toEqual([both[0]]);
  expect(await lines("EAN,Price,On hand,Committed,Available", `${lamp},44.90,14,2,12`)).toEqual([both[0]]);
});

test("columns of prices in several currencies have different names", async () => {
  expect(await lines("EAN,Price £,Price €,Price $,Stock", `${lamp},44.90,50.00,55.00,12`)).toEqual([both[0]]);
});

test("a column whose values are names of the retailer's stores is the column of stores, whatever its name is", async () => {
  for (const name of ["Filialname", "Kostenstelle", "Magazyn", "Lager", "Unnamed: 0", ""]) {
    const file = [`${name},EAN,Price,Qty`, `York,${mug},9.99,7`, `Leeds,${lamp},44.90,12`, `York,${lamp},44.90,8`];
    expect(await lines(...file), name).toEqual([both[0]]);
    await expect(lines(file[0] ?? "", file[1] ?? ""), name).rejects.toThrow(/No line of the file is of this store/);
  }
  const vendor = ["Vendor,EAN,Price,Qty", `Leeds,${lamp},44.90,12`, `Leeds,${lamp},44.90,12`, `Lumen,${mug},9.99,3`];
  expect(await lines(...vendor)).toContain(both[1]);
});

test.each(["Receipt number", "Customer name", "Cashier", "order_id", "Rechnungsnr.", "N° facture", "Klant"])(
  "beside %s, a quantity is one of sales",
  async (name) => {
    await expect(lines(`${name},EAN,Price,Quantity`, `1001,${lamp},44.90,1`)).rejects.toThrow(/Missing: quantity/);
    expect(await lines(`${name},EAN,Price,Quantity,Stock`, `1001,${lamp},44.90,1,12`)).toEqual([both[0]]);
  },
);

test.each([
  ["Gesamtbestand,Filialbestand"],
  ["Stock total,Stock magasin"],
  ["Stock,Store stock"],
  ["Voorraad,Winkelvoorraad"],
])("of %s, the stock of the store counts", async (names) => {
  expect(await lines(`EAN,Price,${names}`, `${lamp},44.90,77,12`)).toEqual([both[0]]);
});

test.each([["Online price,In-store price"], ["Price,Store price"], ["Prix,Prix magasin"]])(
  "of %s, the price of the store counts",
  async (names) => {
    expect(await lines(`EAN,${names},Stock`, `${lamp},40.00,44.90,12`)).toEqual([both[0]]);
  },
);

test.each([["Lager,Menge"], ["Disponible,Cantidad"], ["In stock,Units"], ["Verfügbar,Menge"]])(
  "of %s, the column with more than 0 and 1 counts",
  async (names) => {
    expect(await lines(`EAN,Price,${names}`, `${lamp},44.90,1,12`, `${mug},9.99,1,3`)).toEqual(both);
  },
);

test("one of two numbered quantities, and a count of a pivot table, are no stock", async () => {
  for (const names of ["Qty 1,Qty 2", "Count of Qty,Lines", "Stock %,Lines"])
    await expect(lines(`EAN,Price,${names}`, `${lamp},44.90,12,7`), names).rejects.toThrow(/Missing: quantity/);
});

test.each([
  ["Stock (Foglalt)"],
  ["Stock (Blocked)"],
  ["Stock (Резерв)"],
  ["Stock (预留)"],
  ["Stock (total),Stock (Bath)"],
])("a word in brackets that is no store of the retailer, as in %s, can mean anything", async (name) => {
  await expect(lines(`EAN,Price,${name}`, `${lamp},44.90,77`)).rejects.toThrow(/Missing: quantity/);
});

test.each([
  ["Store price", "Shelf price"],
  ["Price", "Retail price"],
  ["Prezzo", "Prezzo al pubblico"],
  ["Preis", "Endpreis"],
  ["Price incl. VAT", "Selling price incl. VAT"],
])("%s and %s with different values make the price unclear", async (one, other) => {
  const file = [`EAN,${one},${other},Qty`, `${lamp},44.90,40.00,12`, `${mug},9.99,9.99,3`];
  expect(await lines(...file)).toEqual(["2 invalid_price", both[1]]);
  const { lines: chosen } = await readLines(csv(...file), { columns: { price: one } });
  expect(chosen).toEqual(both);
});

test.each([
  "Now",
  "Clearance price",
  "Sonderpreis",
  "Prix promotionnel",
  "Prezzo ribassato",
  "Cena promocyjna",
  "Extrapris",
])("a lower price in the column %s is not left out without a word", async (name) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},60.00,44.90,12`, `${mug},9.99,,3`];
  expect((await lines(...file))[0]).toMatch(/^2 invalid_price|4490/);
  expect((await lines(...file))[1]).toBe(both[1]);
});

test.each([
  ["Price,Compare at price", "44.90,40.00"],
  ["Price,Price / International", "44.90,40.00"],
  ["Price,Cost price", "44.90,20.00"],
  ["Price,Price 2", "44.90,40.00"],
  ["Price,Competitor price", "44.90,40.00"],
  ["price,map_price", "44.90,40.00"],
  ["price,business-price", "44.90,40.00"],
  ["Preis,Grundpreis", "44.90,8.98"],
  ["Price,Regular price", "44.90,60.00"],
  ["Price,Wholesale price", "44.90,30.00"],
  ["Price incl. VAT,Price", "44.90,37.42"],
  ["Price GBP,Price EUR", "44.90,40.00"],
  ["Price [Leeds],Price [York]", "44.90,40.00"],
])("of %s, the price of a customer is clear", async (names, values) => {
  expect(await lines(`EAN,${names},Qty`, `${lamp},${values},12`)).toEqual([both[0]]);
});

test("a column of codes or signs of currencies says the currency, whatever its name is", async () => {
  for (const name of ["Ccy", "Price currency", "Symbol", ""])
    for (const euro of ["EUR", "€"]) {
      const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,${euro},12`, `${mug},9.99,GBP,3`];
      const { pieces } = await readParts(csv(...file));
      expect(pieces, name).toEqual(euro === "EUR" ? ["EUR", "GBP"] : ["GBP"]);
    }
});

test.each([
  [`(01)${lamp}(10)L1`, `(01)${lamp}(10)L2`],
  [`${lamp} Red`, `${lamp} Blue`],
  [`${lamp}, T-S`, `${lamp}, T-M`],
  [`https://id.gs1.org/01/0${lamp}/21/S1`, `https://id.gs1.org/01/0${lamp}/21/S2`],
])("what a cell has beside its GTIN names a part of the stock: %s", async (one, other) => {
  const read = await readParts(csv("EAN;Price;Qty", `${one};44.90;12`, `${other};44.90;12`));
  expect(read).toMatchObject({ lines: [both[0], both[0]], hasPlaces: true });
  expect(new Set(read.pieces).size).toBe(2);
});

test.each(["(6er Pack)", "(6)", "6-pack", "case of 6", "Karton", "VE 6", "+1"])(
  "a barcode with %s behind it is no single piece",
  async (pack) => {
    expect(await lines("EAN,Price,Qty", `${lamp} ${pack},44.90,12`, `${mug},9.99,3`)).toEqual([
      "2 invalid_barcode",
      both[1],
    ]);
  },
);

test("a subtotal of a spreadsheet is skipped, whatever stands before its word", async () => {
  for (const label of [`${lamp} Ergebnis`, `${lamp} Total`, "M-1 Total", "Total Mugs", "Mugs Result"]) {
    const read = await readLines(
      csv("SKU,Title,Price,Qty", `${lamp},Lamp,44.90,12`, `${label},,89.80,24`, `${mug},Mug,9.99,3`),
    );
    expect(read, label).toMatchObject({ lines: both, skipped: { total: 1 } });
  }
  expect(await lines("SKU,Title,Price,Qty", "Total Mug,Mug,44.90,12")).toEqual(["Total Mug 4490 12000"]);
});

test("a line that names another store begins its lines, and one that names this store ends them", async () => {
  const file = ["EAN,Title,Price,Qty", "Leeds,,,", `${lamp},Lamp,44.90,12`, "York,,,", `${lamp},Lamp,44.90,7`];
  expect(await lines(...file)).toEqual(["2 missing_price", both[0], "4 missing_price", "5 other_columns"]);
  for (const heading of ["Store: York,,,", ",York,,", "Warehouse York,,,"])
    expect((await lines(...file.with(3, heading)))[3], heading).toBe("5 other_columns");
  const again = [...file, "Leeds,,,", `${mug},Mug,9.99,3`];
  expect((await lines(...again)).at(-1)).toBe(both[1]);
});

test.each(["Sold this week", "Defekte Ware", "Returns to supplier", "Reservierte Artikel"])(
  "the lines below %s are no stock",
  async (heading) => {
    const file = ["EAN,Title,Price,Qty", `${lamp},Lamp,44.90,12`, `${heading},,,`, `${mug},Mug,9.99,3`];
    expect((await lines(...file)).at(-1)).toBe("4 other_columns");
  },
);

test.each([
  ",excl. VAT,",
  ",EUR,pcs",
  ",pence,",
  ",per 100,",
  ",x100,",
  ",each,cases",
  ",,boxes of 6",
  ",,York",
  ",,31/10/2026",
  ",from 01/01/2027,",
])("a second line of names refuses the lines below if it is not harmless: %s", async (second) => {
  expect(await lines("EAN,Price,Stock", second, `${lamp},44.90,12`)).toEqual(["2 missing_barcode", "3 other_columns"]);
});

test.each([
  ",GBP,pcs",
  ",£,Stück",
  ",required,optional",
  ",number,number",
  ",,Leeds",
  ",each,",
  ",---,---",
  ",incl. VAT,units",
])("a second line of names that says nothing else costs one line: %s", async (second) => {
  expect(await lines("EAN,Price,Stock", second, `${lamp},44.90,12`)).toEqual(["2 missing_barcode", both[0]]);
});

test.each([
  "Store: York,,",
  "Store,York,",
  "Stock at York,,",
  "Currency: EUR,,",
  "All prices in EUR,,",
  "Prices in pence,,",
  "Net prices,,",
  "Quantities in cases of 6,,",
  ",,Reserved",
  "Reserved stock,,",
  "Stock in transit,,",
  "Stock on order,,",
  "Reservierter Bestand,,",
  "Stock en commande,,",
  "Wholesale price list,,",
  "Händlerpreise,,",
  "Nettopreise,,",
  "Einkaufspreise,,",
  "Cost price list,,",
  "Tarif revendeur - prix,,",
  ",Net,",
  ",,2025",
])("a line above the header refuses the file if it gives the numbers another meaning: %s", async (above) => {
  await expect(lines(above, "EAN,Price,Stock", `${lamp},44.90,12`)).rejects.toThrow(/above the names of the columns/);
});

test.each(["Sales October 2026", "Purchase order 4711", "Delivery note 123", "Retouren", "Minimum stock"])(
  "below %s, a quantity is no stock",
  async (above) => {
    await expect(lines(`${above},,`, "EAN,Price,Qty", `${lamp},44.90,12`)).rejects.toThrow(/above the names/);
  },
);

test.each([
  "Stock report,,",
  "Stock Leeds,,",
  "Printed by York Ltd 12/11/2026,,",
  "Currency: GBP,,",
  "Prices incl. VAT,,",
  "Store: Leeds,,",
  "Stock & sales report,,",
  "Stock and order report,,",
  "Cost and retail prices,,",
  "Consignment stock,,",
  "Stock valuation at cost,,",
])("a title above the header costs nothing: %s", async (above) => {
  expect(await lines(above, "EAN,Price,Stock", `${lamp},44.90,12`)).toEqual([both[0]]);
});

test.each([
  ["+/-", "+", "-"],
  ["Discount %", "0", "10"],
  ["Rabatt", "", "5"],
  ["Korting", "0", "10"],
  ["Stock unit", "pcs", "Box"],
  ["Lagereinheit", "Stk", "Karton"],
  ["Price basis", "1", "100"],
  ["Measure", "Stock", "Sold"],
  ["Kennzahl", "Bestand", "Verkauft"],
  ["price_unit", "pounds", "pence"],
  ["Status", "Active", "Reserved"],
  ["Status", "In stock", "Damaged"],
  ["Stock type", "On hand", "Sold"],
  ["Bestandsart", "frei", "gesperrt"],
  ["Estado", "activo", "reservado"],
  ["Sale %", "0", "20"],
  ["Markdown %", "", "20"],
])("a number that the column %s changes is rejected", async (name, none, changed) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,${none},12`, `${mug},9.99,${changed},3`];
  const [first, second] = await lines(...file);
  expect(first).toBe(both[0]);
  expect(second).toMatch(/^3 invalid_(?:price|quantity)$/);
});

test("a price in minor units of a web shop is rejected", async () => {
  const { lines: read } = await readLines(`[{"ean":"${lamp}","price":"4490","currency_minor_unit":2,"qty":12}]`);
  expect(read).toEqual(["1 invalid_price"]);
});

test("more than nothing is no quantity", async () => {
  for (const quantity of [">0", "> 0", "0+"])
    expect(await lines("EAN,Price,Qty", `${lamp},44.90,${quantity}`)).toEqual(["2 invalid_quantity"]);
});

test("quantities that are all thousands can have three decimals", async () => {
  const file = (second: string) => lines("EAN;Preis;Bestand", `${lamp};44,90;12.000`, `${mug};9,99;${second}`);
  expect(await file("3.000")).toEqual(["2 ambiguous_number", "3 ambiguous_number"]);
  expect(await file("3")).toEqual([`${lamp} 4490 12000000`, both[1]]);
});

test("marks of direction and digits of other scripts are read", async () => {
  expect(await lines("EAN,Price,Qty", `${lamp},\u200e44.90,\u200f12`)).toEqual([both[0]]);
  expect(await lines("ＥＡＮ,Ｐｒｉｃｅ,Ｑｔｙ", `${lamp},٤٤٫٩٠,१२`)).toEqual([both[0]]);
  expect(await lines("JAN,Price,Qty", `${lamp},44.90,۱۲`)).toEqual([both[0]]);
  expect(await lines("EAN,Price,Qty", "٥٠١٢٣٤٥٦٧٨٩٠٠,44.90,12")).toEqual([both[0]]);
});

test("a store is named by an object, or among other words", async () => {
  const json = (store: object) => [{ ean: lamp, price: 44.9, qty: 12, ...store }];
  for (const location of [{ name: "York" }, { id: 2, name: "York" }, ["York"]])
    await expect(readLines(JSON.stringify(json({ location })), { stores: ["Leeds", "York"] })).rejects.toThrow(
      /this store/,
    );
  const own = await readLines(JSON.stringify(json({ location: { name: "Leeds" } })), { stores: ["Leeds", "York"] });
  expect(own.lines).toEqual([both[0]]);
  for (const york of ["York Store", "02 York", "Filiale York"])
    expect(await lines("Location,EAN,Price,Qty", `${york},${mug},9.99,7`, `Leeds shop,${lamp},44.90,12`)).toEqual([
      both[0],
    ]);
});

test("a line of column numbers is no product", async () => {
  expect(await lines("EAN,Price,Qty", "1,2,3", `${lamp},44.90,12`)).toEqual(["2 missing_barcode", both[0]]);
  expect(await lines("EAN,Price,Qty", "1,2,3")).toEqual(["1 200 3000"]);
});

test("a flag of a sale in French says whether the reduced price counts", async () => {
  const file = ["EAN,Prix,Prix soldé,En solde,Stock", `${lamp},44.90,29.90,0,12`, `${mug},12.00,9.99,1,3`];
  expect(await lines(...file)).toEqual(both);
});

test("a second code of its own, an unused quantity and a unit name parts of the stock", async () => {
  for (const name of ["Article no", "SKU", "Magazzino", "UOM", "Einheit"]) {
    const read = await readParts(csv(`EAN,${name},Price,Stock`, `${lamp},A1,44.90,12`, `${mug},B1,9.99,3`));
    expect(read.hasPlaces, name).toBe(true);
  }
});

test("a block of another store ends at a heading of this store, and not at a line of names", async () => {
  const names = "EAN,Price,Qty";
  const file = ["Warehouse: Leeds,,", names, `${lamp},44.90,12`, "Warehouse: York,,", names, `${mug},9.99,7`];
  expect((await lines(...file)).filter((line) => /\d{13}/.test(line))).toEqual([both[0]]);
});

test("a second line with the names of another language costs one line", async () => {
  const file = ["EAN,Price,Stock", "EAN-Code,VK-Preis,Bestand", `${lamp},44.90,12`];
  expect(await lines(...file)).toEqual(["2 invalid_price", both[0]]);
  expect(await lines(...file.with(1, ",(GBP),(units)"))).toEqual(["2 missing_barcode", both[0]]);
  expect(await lines(...file.with(1, ",€,Stk"))).toEqual(["2 missing_barcode", "3 other_columns"]);
});

test("codes of the retailer's stores alone name a column of stores", async () => {
  const stores = { stores: ["Leeds", "S1", "York", "S2"] };
  const file = (...codes: string[]) => csv("Where,EAN,Price,Qty", ...codes.map((code) => `${code},${lamp},44.90,12`));
  expect((await readLines(file("S2", "S1"), stores)).lines).toEqual([both[0]]);
  await expect(readLines(file("S2"), stores)).rejects.toThrow(/this store/);
  expect((await readLines(file("S2", "Shelf 4"), stores)).lines).toEqual([both[0], both[0]]);
});

test.each([
  ["Stock,Available", "14,12"],
  ["Quantity,Available qty", "14,12"],
  ["Bestand,Verfügbarer Bestand", "14,12"],
])("of %s, what can be sold counts", async (names, values) => {
  expect(await lines(`EAN,Price,${names}`, `${lamp},44.90,${values}`)).toEqual([both[0]]);
});

test.each([
  ["Preisart", "brutto", "netto"],
  ["MwSt enthalten", "ja", "nein"],
  ["TTC", "oui", "non"],
  ["Disc %", "0", "10"],
  ["Saving", "", "5.00"],
])("a price that the column %s changes is rejected", async (name, none, changed) => {
  const file = [`EAN,Price,${name},Qty`, `${lamp},44.90,${none},12`, `${mug},9.99,${changed},3`];
  expect(await lines(...file)).toEqual([both[0], "3 invalid_price"]);
});

test("lines with a subtotal by code are parts of the stock", async () => {
  const file = ["EAN,Title,Price,Qty", `${lamp},Lamp,44.90,5`, `${lamp},Lamp,44.90,7`, `${lamp} Total,,89.80,12`];
  expect((await readParts(csv(...file))).hasPlaces).toBe(true);
});

test("sheets of the same header with a barcode each have parts of the stock", async () => {
  const names = ["EAN", "Price", "Qty"];
  const sheets = [
    [names, [lamp, "44.90", "12"]],
    [names, [lamp, "44.90", "7"]],
  ];
  expect((await readParts(makeXlsx({ sheets, names: ["Toys", "Books"] }))).hasPlaces).toBe(true);
});

test("a product whose price and quantity are those of a pack is read", async () => {
  for (const name of ["UOM", "Unit", "Einheit"])
    expect(await lines(`EAN,Price,${name},Qty`, `${lamp},44.90,Pack,12`), name).toEqual([both[0]]);
});

test.each([["Quantity,On hand"], ["Qty,Closing stock"], ["Units,Stock"], ["Menge,Bestand"]])(
  "of %s, the column that says stock counts",
  async (names) => {
    expect(await lines(`EAN,Price,${names}`, `${lamp},44.90,14,12`)).toEqual([both[0]]);
  },
);

test.each([["Stock,Physical stock"], ["Stock,Actual stock"], ["Stock,On hand"], ["Stock,Stock réel"]])(
  "%s with different values make the quantity unclear",
  async (names) => {
    const file = [`EAN,Price,${names}`, `${lamp},44.90,14,12`, `${mug},9.99,3,3`];
    expect(await lines(...file)).toEqual(["2 invalid_quantity", both[1]]);
    const chosen = await readLines(csv(...file), { columns: { quantity: names.split(",")[1] ?? "" } });
    expect(chosen.lines).toEqual(both);
  },
);

test("a flag of 0 and 1 is no quantity, also where the first quantities are 0 and 1", async () => {
  const file = ["EAN,Price,Available,Quantity", `${lamp},44.90,1,1`, `${mug},9.99,1,1`];
  expect((await readLines(csv(...file))).lines).toEqual([`${lamp} 4490 1000`, `${mug} 999 1000`]);
  const { columns } = await readExport(csv(...file));
  expect(columns.quantity).toBe("Quantity");
});

test("a name of a store among other words can be that of another place", async () => {
  const file = (place: string) => lines("Location,EAN,Price,Qty", `${place},${mug},9.99,7`, `Leeds,${lamp},44.90,12`);
  for (const place of ["Leeds North", "New Leeds", "Leeds 2", "2 Leeds", "New York"])
    expect(await file(place), place).toEqual([both[0]]);
  expect(await file("Leeds shop")).toEqual([`${mug} 999 7000`, both[0]]);
});

test("a currency of the cost is not that of the price", async () => {
  for (const name of ["Cost currency", "Supplier currency", "Purchase ccy", "Reporting currency", "Group"]) {
    const { pieces, lines: read } = await readParts(csv(`EAN,Price,${name},Qty`, `${lamp},44.90,EUR,12`));
    expect({ pieces, read }, name).toEqual({ pieces: [], read: [both[0]] });
  }
});

test("a word in capitals above the header is no currency", async () => {
  expect(await lines("ALL PRICES INCL. VAT,,", "EAN,Price,Stock", `${lamp},44.90,12`)).toEqual([both[0]]);
});

test("a numbered quantity beside a receipt is none", async () => {
  await expect(lines("Receipt,EAN,Price,Qty 1", `1,${lamp},44.90,12`)).rejects.toThrow(/Missing: quantity/);
});

test("a price of the web shop counts only without one of the shop", async () => {
  const file = (names: string, values: string) => lines(`EAN,${names},Qty`, `${lamp},${values},12`);
  expect(await file("Base price,Online price", "44.90,40.00")).toEqual([both[0]]);
  expect(await file("Web price,Vkpreis", "40.00,44.90")).toEqual([both[0]]);
  expect(await file("RRP,Online price", "49.90,44.90")).toEqual([both[0]]);
});

test.each([
  ["Auf Lager,Bestätigt,Bestellt,Verfügbar"],
  ["En stock,Confirmé,Commandé,Disponible"],
  ["En stock,Comprometido,Pedido,Disponible"],
  ["Giacenza,Impegnato,Ordinato,Disponibile"],
  ["Op voorraad,Toegewezen,Besteld,Beschikbaar"],
])("of %s, the stock without ordered pieces counts", async (names) => {
  expect(await lines(`EAN,Price,${names}`, `${lamp},44.90,12,2,6,16`)).toEqual([both[0]]);
});

test("more available pieces than there are make the quantity unclear", async () => {
  const file = ["EAN,Price,On hand,Available", `${lamp},44.90,14,12`, `${mug},9.99,3,5`];
  expect(await lines(...file)).toEqual([both[0], "3 invalid_quantity"]);
  expect(await lines(...file.slice(0, 2), `${mug},9.99,2,-3`)).toEqual([both[0], `${mug} 999 -3000`]);
  expect(await lines(...file.slice(0, 2), `${mug},9.99,-2,0`)).toEqual([both[0], `${mug} 999 0`]);
});

test("the same number with another sign is another stock", async () => {
  const file = ["EAN,Price,Stock,Current stock", `${lamp},44.90,12,12`, `${mug},9.99,3,-3`];
  expect(await lines(...file)).toEqual([both[0], "3 invalid_quantity"]);
  expect(await lines(...file.with(2, `${mug},9.99,-3,(3)`))).toEqual([both[0], `${mug} 999 -3000`]);
});

test("a total stock beside another quantity makes the quantity unclear, and beside the number 1 does not", async () => {
  for (const names of ["Qty,Total stock", "Menge,Gesamtbestand"]) {
    const file = [`EAN,Price,${names}`, `${lamp},44.90,12,12`, `${mug},9.99,1,3`];
    expect(await lines(...file), names).toEqual([both[0], "3 invalid_quantity"]);
    expect(await lines(...file.with(1, `${lamp},44.90,1,12`)), names).toEqual(both);
  }
});

test("a discount that a customer of the shop does not get says nothing of the price", async () => {
  for (const name of [
    "Supplier discount",
    "Trade discount %",
    "Staff discount",
    "Allow discount",
    "EK-Rabatt",
    "Rabattgruppe",
  ])
    expect(await lines(`EAN,Price,${name},Qty`, `${lamp},44.90,40,12`), name).toEqual([both[0]]);
  for (const name of ["Discount", "Line discount", "Discount ex VAT", "Rabatt %", "Remise"])
    expect(await lines(`EAN,Price,${name},Qty`, `${lamp},44.90,40,12`), name).toEqual(["2 invalid_price"]);
});

test.each([
  "Nettopreis",
  "Prix de revient",
  "Next price",
  "Price B",
  "Delivery price",
  "Gift wrap price",
  "Buyback price",
])("a lower price in the column %s is not the one of the product today", async (name) => {
  expect(await lines(`EAN,Price,${name},Qty`, `${lamp},44.90,20.00,12`)).toEqual([both[0]]);
});

test("a column of an availability without digits gives way to one of numbers", async () => {
  for (const [name, value] of [
    ["Disponibilità", "Disponibile"],
    ["Available", "sofort lieferbar"],
  ])
    expect(await lines(`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`), name).toEqual([both[0]]);
});

test("a column Code of GTINs is one of barcodes", async () => {
  const file = ["Code,Title,Price,Qty", `${lamp},Lamp,44.90,12`, `${mug},Mug,9.99,3`];
  expect(await lines(...file)).toEqual(both);
  for (const code of ["10020", "5012345678901", lamp])
    await expect(lines(...file, `${code},Mug,9.99,3`), code).rejects.toThrow(/Missing: barcode/);
});

test.each(["On hand,In stock", "Available,Free stock", "Qty,Units", "Menge,Anzahl"])(
  "%s with different values make the quantity unclear, and a flag does not",
  async (names) => {
    const file = [`EAN,Price,${names}`, `${lamp},44.90,12,12`, `${mug},9.99,3,5`];
    expect(await lines(...file)).toEqual([both[0], "3 invalid_quantity"]);
    const flags = await lines(`EAN,Price,${names}`, `${lamp},44.90,12,1`, `${mug},9.99,3,1`);
    expect(flags).toEqual(both);
  },
);

test("available pieces are at most those in stock", async () => {
  const file = ["EAN,Price,In stock,Available", `${lamp},44.90,14,12`, `${mug},9.99,3,5`];
  expect(await lines(...file)).toEqual([both[0], "3 invalid_quantity"]);
});

test.each(["Total stock,Closing stock", "Gesamtbestand,Auf Lager", "Total qty,Bestand"])(
  "of %s, the one that is no total counts",
  async (names) => {
    expect(await lines(`EAN,Price,${names}`, `${lamp},44.90,77,12`)).toEqual([both[0]]);
  },
);

test("a sales price can be that of today", async () => {
  const file = ["EAN,Price,Sales price,Qty", `${lamp},44.90,44.90,12`, `${mug},12.00,9.99,3`];
  expect(await lines(...file)).toEqual([both[0], "3 invalid_price"]);
});

test("a column of shelves has no stores, also if most shelves have the codes of stores", async () => {
  const stores = { stores: ["Leeds", "S1", "York", "S2"] };
  const file = csv("Bin,EAN,Price,Qty", `S1,${lamp},44.90,12`, `S2,${mug},9.99,3`);
  expect((await readLines(file, stores)).lines).toEqual(both);
});

test("two lines in one do not make a column of stores of the column behind the names", async () => {
  const stores = { stores: ["Leeds", "S1", "York", "S2"] };
  const joined = `S1;${lamp};44,90;12;S2;${lamp};49,90;7;`;
  for (const name of ["Filialnummer", "Filiale Nr", "Location"]) {
    const file = csv(`${name};EAN;Preis;Bestand;`, `S2;${mug};12,00;7;`, joined, `S1;${mug};9,99;3;`, "Ausdruck;;;;");
    const { lines: read } = await readLines(file, stores);
    expect(read.slice(0, 2), name).toEqual(["3 too_many_columns", both[1]]);
  }
});

test("a discount that leads from the list price to the price is taken off", async () => {
  for (const [names, values] of [
    ["RRP,Discount %,Price", "49.90,10,44.91"],
    ["List price,Discount,Selling price", "50.00,5.09,44.91"],
    ["UVP,Rabatt %,VK", "89.82,50%,44.91"],
    ["Price,Discount %,Sale price", "59.88,25,44.91"],
  ])
    expect(await lines(`EAN,${names},Qty`, `${lamp},${values},12`), names).toEqual([`${lamp} 4491 12000`]);
  for (const values of ["49.90,20,44.91", "44.91,10,44.91", "1.00,0.2,1.00", "40.00,10,44.91", ",10,44.91"])
    expect(await lines("EAN,RRP,Discount %,Price,Qty", `${lamp},${values},12`), values).toEqual(["2 invalid_price"]);
});

test.each(["£5.00", "-10%", "- 5", "10 %", "5,00 €"])("a discount of %s makes the price unclear", async (discount) => {
  expect(await lines("EAN;Price;Discount;Qty", `${lamp};44.90;${discount};12`)).toEqual(["2 invalid_price"]);
});

test("a stock status of pieces that nobody can buy differs from a quantity", async () => {
  const file = [
    "EAN,Price,Stock status,Qty",
    `${lamp},44.90,OK,12`,
    `${mug},9.99,Reserved,3`,
    `${mug},9.99,Quarantine,3`,
  ];
  expect(await lines(...file)).toEqual([both[0], "3 availability_differs", "4 availability_differs"]);
});

test("a flag In stock with words is none of the stock", async () => {
  const file = ["EAN,Price,Stock,In stock", `${lamp},44.90,12,Yes`, `${mug},9.99,3,No`];
  expect(await lines(...file)).toEqual([both[0], "3 availability_differs"]);
});

test.each([
  "IsCostPriceIncTax,False",
  "Tax,T1",
  "VAT,0",
  "Tax rate,0%",
  "Status,Low stock",
  "Status,Discontinued",
  "Type,Sale",
  "Net weight,1",
])("%s changes no number", async (column) => {
  const [name, value] = column.split(",");
  expect(await lines(`EAN,Price,${name},Qty`, `${lamp},44.90,${value},12`)).toEqual([both[0]]);
});
