import { expect, test } from "vitest";
import { findColumns, stockColumns } from "../src/lines/feed-columns.ts";
import { readExport } from "./read-export.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\r\n")}\r\n`;
const store = { currency: "GBP", names: ["The Shambles", "shop-2"] };
const columnsOf = (header: string, mapping = {}) => findColumns(header.split(";"), stockColumns, { store, mapping });

test.each(
  "Closing qty|Actual qty|Available to sell|Sellable stock|Stk Qty|Stock in hand|Copies|Copies in stock|Bottles in stock|Store inventory|Menge im Lager|Vorrätige Menge|Bestandsmenge|Bestand (verfügbar)|Bestand Filiale|Freier Bestand|Exemplare|Anz.|Stock boutique|Stock restant|Nb en stock|Cantidad a mano|En inventario|Cant.|Stock attuale|Pezzi disponibili|In voorraad|Stuks|OXSTOCK".split(
    "|",
  ),
)("%s is a name of the quantity", (name) => expect(columnsOf(`EAN;Price;${name}`).names.quantity).toBe(name));

test.each(
  "Price per unit|Price per item|Ticket price|Cover price|Reg. price|MRP|Sales Price / Rate|Aktueller Preis|Preis pro Stück|Endverbraucherpreis|Apo-VK|Prix actuel|Precio actual|Prezzo di copertina|Prezzo attuale|Huidige prijs|Prijs per stuk|Consumentenadviesprijs|OXPRICE".split(
    "|",
  ),
)("%s is a name of the price", (name) => expect(columnsOf(`EAN;${name};Qty`).names.price).toBe(name));

test.each("Each barcode|Retail barcode|Hauptbarcode|UPC No|Code CIP|Código nacional|Minsan|OXEAN".split("|"))(
  "%s is a name of the barcode",
  (name) => expect(columnsOf(`${name};Price;Qty`).names.barcode).toBe(name),
);

test.each([
  "Pieces",
  "Remaining",
  "Closing balance",
  "Rate",
  "PV",
  "Now",
  "Standardpreis",
  "Stock held",
  "Amount in stock",
  "Outer barcode",
])("%s can mean too much to be a name", (name) => {
  const { names } = columnsOf(name);
  expect([names.barcode, names.price, names.quantity]).toEqual([undefined, undefined, undefined]);
});

/** Exports of one lamp for 44.90, of which the shop has 12. */
test.each([
  ["Barcode,Price,Quantity (sold),On hand", "44.90,7,12"],
  ["Barcode,Price,Quantity (per box),Stock", "44.90,24,12"],
  ["Barcode,Price,Stock ('000),Stock", "44.90,24,12"],
  ["Barcode,Price,Stock (£),Stock (shelf)", "44.90,538.80,12"],
  ["Barcode,Price (10+),Price (shelf),Qty", "39.90,44.90,12"],
  ["Barcode,Price (VAT),Price (shelf),Stock (online),Stock (2025),Qty (all stores),Qty (shelf)", "7.48,44.90,3,4,5,12"],
  ["Barcode,Price (plus VAT),Price (club),Price (shelf),Stock (target),Stock (shelf)", "37.42,40,44.90,50,12"],
  ["Barcode,Price (£/kg),Price,Qty", "9.90,44.90,12"],
  ["Barcode,Price (£/kg),Price (shelf),Qty", "9.90,44.90,12"],
  ["Barcode,Price GBP inc VAT,Qty", "44.90,12"],
  ["Barcode,Tax Exclusive Price,Tax Inclusive Price,Qty", "37.42,44.90,12"],
  ["EAN;Preis in Ct;Bestand", "4490;12"],
  ["Cod. a barre;Prezzo;Q.tà giacenza;Scorta min.", "44,90;12;3"],
  ["Barcode,Price,Quantity (blue),Stock", "44.90,24,12"],
  ["Barcode,Price,Quantity (warehouse 3),Stock", "44.90,24,12"],
  ["Barcode,Price,Inventory on order,Stock", "44.90,24,12"],
  ["Barcode,Price,inventory_on_order_leeds,inventory_leeds", "44.90,24,12"],
  ["Barcode,Price,Qty [On Order],Qty [Leeds]", "44.90,24,12"],
  ["Barcode,Price,Stock (max),Stock (min.),Stock (The Shambles)", "44.90,50,5,12"],
  ["Barcode,Price,Stock (status),Stock (The Shambles)", "44.90,1,12"],
  ["Barcode,Price,Stock,Quantity in stock [The Shambles]", "44.90,99,12"],
  ["Barcode,Price,Total stock,In stock [Leeds]", "44.90,99,12"],
  ["Barcode,Price,Stock (total),Stock (The Shambles)", "44.90,99,12"],
  ["Barcode,Price,Stock (incoming),Stock (total)", "44.90,24,12"],
  ["Barcode,Price,Stock (on hand),Stock (allocated),Stock (available)", "44.90,14,2,12"],
  ["EAN;VK;Menge;Gesamtbestand", "44,90;1;12"],
  ["Barcode,Price (GBX),Qty", "4490,12"],
  ["Barcode,Price (Trade),Price (Retail),Qty", "30,44.90,12"],
  ["Barcode,Price (was),Price (now),Qty", "59.90,44.90,12"],
  ["Barcode,Price (RRP),Price,Qty", "59.90,44.90,12"],
  ["Barcode,Price (RRP incl. VAT),Price (Trade incl. VAT),Qty", "44.90,30,12"],
  ["Barcode,Selling price (net),Price (selling),Qty", "37.42,44.90,12"],
  ["Barcode,Default price,Price [Leeds],Qty", "50,44.90,12"],
  ["EAN;Preis (Einkauf);Preis (Verkauf);Menge (bestellt);Bestand", "20;44,90;6;12"],
  ["Code-barres;Prix (achat);Prix (vente);Quantité (en commande);Stock", "20;44,90;6;12"],
  ["EAN;Precio (coste);Precio (venta);Cantidad (vendida);Existencias", "20;44,90;6;12"],
  ["EAN;Prijs (inkoop);Prijs (verkoop);Aantal (gereserveerd);Voorraad", "20;44,90;6;12"],
  ["EAN;Prezzo (acquisto);Prezzo (vendita);Quantità (in arrivo);Giacenza", "20;44,90;6;12"],
  ["UPC (each),UPC (case),Price,Qty", `${mug},44.90,12`],
  ["Barcode,Price (pence),Qty", "4490,12"],
  ["Barcode,price_pence,Qty", "4490,12"],
  ["Barcode,priceInCents,Qty", "4490,12"],
  ["Barcode,Unit price (p),Qty", "4490.0,12"],
  ["Barcode,Price (GBP pence),Qty", "4490,12"],
  ["Barcode,Price (inc VAT) in pence,Qty", "4490,12"],
  ["Barcode;Preis (Cent);Bestand", "4490;12"],
  ["Barcode;Prix (centimes);Stock", "4490;12"],
  ["Barcode,price_cents,price,Qty", "4490,44.90,12"],
  ["barcode,price,quantity,promotion_amount", "59.90,12,44.90"],
  ["barcode,price,quantity,promotion_amount", "44.90,12,0.00"],
  ["sku,price,special_price,qty", "59.90,44.90,12"],
])("%s", async (header, line) => {
  const at = header.includes(";") ? ";" : ",";
  expect((await readExport(csv(header, `${lamp}${at}${line}`))).lines).toEqual([`${lamp} 4490 12000`]);
});

test.each(["Price (Trade)", "Price (wholesale, inc. VAT)", "Price (Retail, ex VAT)", "Price (per kg)", "Preis (HT)"])(
  "%s is no price, so known items keep theirs",
  async (name) => {
    const read = await readExport(csv(`Barcode,"${name}",Qty`, `${lamp},30,12`));
    expect(read).toMatchObject({ lines: [`${lamp} 0 12000`], ignoredColumns: [name] });
  },
);

test.each([
  ["Quantity (sold)"],
  ["Quantity (new) (sold)"],
  ["Qty (packs)"],
  ["Stock [blue]", "On hand [red]"],
  ["Stock (pence)"],
  ["Inventory min"],
])("%s is no quantity, so the file is refused", async (...names) => {
  const file = csv(["Barcode", "Price", ...names].join(","), [lamp, "44.90", ...names.map(() => "3")].join(","));
  await expect(readExport(file)).rejects.toMatchObject({ members: { missing: ["quantity"] } });
});

test("a word that may be the name of a store counts if it is the only one, and a length in a name of text is no number", async () => {
  const read = await readExport(csv("Barcode (max. 13 digits),Price [Leeds],Stock [Leeds]", `${lamp},44.90,12`));
  expect(read.lines).toEqual([`${lamp} 4490 12000`]);
});

test("a price in pence must be a whole number without a sign", async () => {
  const values = ["4490", "44.90", "£4490", "0"];
  const read = await readExport(csv("Barcode,Price (pence),Qty", ...values.map((value) => `${lamp},${value},1`)));
  expect(read.lines).toEqual([`${lamp} 4490 1000`, ...[3, 4, 5].map((line) => `${line} invalid_price`)]);
});

test("a currency in a name counts beside other words", async () => {
  const read = await readExport(csv('Barcode,"Price (EUR, inc. VAT)",Qty', `${lamp},44.90,12`));
  expect(read.lines).toEqual(["2 foreign_currency"]);
});

test.each([
  ["Date sale price starts;Date sale price ends;Sale price;Regular price"],
  ["Datum, an dem Angebotspreis beginnt;Datum, an dem Angebotspreis endet;Angebotspreis;Regulärer Preis"],
  ["Date de début de promo;Date de fin de promo;Tarif promo;Tarif régulier"],
  ["Día en que empieza el precio rebajado;Día en que termina el precio rebajado;Precio rebajado;Precio normal"],
  ["Startdatum actieprijs;Einddatum actieprijs;Actieprijs;Reguliere prijs"],
  ["Data di inizio offerta;Data di fine offerta;Prezzo in offerta;Prezzo di listino"],
  ["special_price_from_date;special_price_to_date;special_price;price"],
  ["special_from_date;special_to_date;special_price;price"],
  ["reduction_from;reduction_to;sale_price;price"],
  ["saleStart;saleEnd;salePrice;price"],
  ["Promo from;Promo to;Promo price;Price"],
  ["Start date;End date;promotion_amount;price"],
])("a sale price counts on its days alone: %s", async (names) => {
  const file = (from: string, until: string) =>
    readExport(csv(`EAN;${names};Stock`, `${lamp};${from};${until};29,90;44,90;12`), { now: new Date("2026-03-02") });
  for (const [from, until, price] of [
    ["01.01.2099", "01.02.2099", 4490],
    ["01.01.2020", "01.02.2020", 4490],
    ["01.03.2026", "03.03.2026", 2990],
  ] as const)
    expect(await file(from, until)).toMatchObject({ lines: [`${lamp} ${price} 12000`], ignoredColumns: [] });
});

test("a mapping names the columns of a sale", async () => {
  const file = csv("EAN,RRP,Deal,Deal 1st,Deal last,Stock", `${lamp},44.90,29.90,2026-03-02,2026-03-02,12`);
  const columns = { salePrice: "Deal", saleFrom: "Deal 1st", saleUntil: "Deal last" };
  const read = (now: string) => readExport(file, { columns, now: new Date(now) }).then(({ lines }) => lines);
  expect(await read("2026-03-01")).toEqual([`${lamp} 4490 12000`]);
  expect(await read("2026-03-02")).toEqual([`${lamp} 2990 12000`]);
  expect(await read("2026-03-03")).toEqual([`${lamp} 4490 12000`]);
});

test("the days of a sale count in JSON also if only a late line has them", async () => {
  const plain = JSON.stringify({ gtin: lamp, price: 44.9, sale_price: "29.90", quantity: 12 });
  const dated = JSON.stringify({
    ...{ gtin: "5012345678917", price: 9.99, sale_price: 5, quantity: 3 },
    sale_price_effective_date: "2099-01-01T00:00Z/2099-02-01T00:00Z",
  });
  const filler = `${plain}\n`.repeat(1_000);
  const { lines, columns } = await readExport(`${filler}${dated}\n`);
  expect([lines[0], lines.at(-1)]).toEqual([`${lamp} 2990 12000`, "5012345678917 999 3000"]);
  expect(columns).toMatchObject({ price: "price", salePrice: "sale_price", saleDates: "sale_price_effective_date" });
});

test("the decimal sign of a sale price is the one of its column", async () => {
  const file = csv("EAN;Sale price;Sale ends;Price;Stock", `${lamp};1.234,50;2099-01-01;2.000,00;12`);
  expect((await readExport(file)).lines).toEqual([`${lamp} 123450 12000`]);
});

test("a sale price with dates is no price, also if it stands alone", async () => {
  const read = await readExport(csv("EAN,Sale price,Sale ends,Stock", `${lamp},29.90,2020-01-01,12`));
  expect(read).toMatchObject({ lines: [`${lamp} 0 12000`], ignoredColumns: ["Sale price", "Sale ends"] });
});

test.each(["store_code", "Store ID", "Filialnr.", "Code magasin", "Winkelnummer", "Código tienda", "Cod. negozio"])(
  "%s is a column of stores for certain",
  (name) => {
    expect(columnsOf(`EAN;Price;Qty;Location;${name}`)).toMatchObject({ names: { store: name }, storeIsCertain: true });
  },
);

test("a name that can also mean a shelf is no certain column of stores, unless a mapping names it", () => {
  const header = "EAN;Price;Qty;Item location";
  expect(columnsOf(header)).toMatchObject({ names: { store: "Item location" }, storeIsCertain: false });
  expect(columnsOf(header, { store: "Item location" })).toMatchObject({ storeIsCertain: true });
  expect(columnsOf(header, { store: [] }).names).not.toHaveProperty("store");
});

test("a column of the stock of this store is no column of stores", () => {
  const { names } = findColumns(["EAN", "Price", "Shop"], stockColumns, {
    store: { currency: "GBP", names: ["Shop"] },
  });
  expect(names).toEqual({ barcode: "EAN", price: "Price", quantity: "Shop" });
});
