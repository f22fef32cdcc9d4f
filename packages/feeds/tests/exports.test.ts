import { expect, test } from "vitest";
import { makeXlsx } from "./make-xlsx.ts";
import { readExport } from "./read-export.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const hat = "5012345678924";
const csv = (...lines: string[]): string => `${lines.join("\r\n")}\r\n`;

/** Exports of one lamp for 44.90, of which the shop has 12. */
test.each<[till: string, header: string, line: string]>([
  [
    "WooCommerce in German",
    'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN","Vorrätig?",Bestand,Angebotspreis,Regulärer Preis',
    `7,simple,L1,${lamp},1,12,,44.90`,
  ],
  [
    "WooCommerce in French",
    'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN","En stock ?",Stock,Tarif promo,Tarif régulier',
    `7,simple,L1,${lamp},1,12,,44.90`,
  ],
  [
    "WooCommerce in Spanish",
    'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",¿Existencias?,Inventario,Precio rebajado,Precio normal',
    `7,simple,L1,${lamp},1,12,,44.90`,
  ],
  [
    "WooCommerce in Dutch",
    'ID,Type,SKU,"GTIN, UPC, EAN, of ISBN",Op voorraad?,Voorraad,Actieprijs,Reguliere prijs',
    `7,simple,L1,${lamp},1,12,,44.90`,
  ],
  [
    "WooCommerce in Italian",
    'ID,Tipo,COD,"GTIN, UPC, EAN, o ISBN",In stock?,Magazzino,Prezzo in offerta,Prezzo di listino',
    `7,simple,L1,${lamp},1,12,,44.90`,
  ],
  ["PrestaShop", "Reference,EAN13,Price (tax excl.),Price (tax incl.),Quantity", `L1,${lamp},37.416667,44.90,12`],
  [
    "PrestaShop's import",
    "Reference #,EAN13,Price tax excluded,Price tax included,Quantity",
    `L1,${lamp},37.42,44.90,12`,
  ],
  [
    "BigCommerce without a promotion",
    "Product Code/SKU,Price,Cost Price,Retail Price,Sale Price,Current Stock Level,Product UPC/EAN",
    `L1,44.90,20.00,59.90,0.00,12,${lamp}`,
  ],
  ["Squarespace with a promotion that is off", "SKU,Price,Sale Price,On Sale,Stock", `${lamp},44.90,39.90,No,12`],
  ["a sale price that stands alone", "SKU,Sale Price,On Sale,Stock", `${lamp},44.90,Yes,12`],
  ["a store behind a word", "SKU,Price,Stock at Leeds,Stock at The Shambles", `${lamp},44.90,7,12`],
  ["a currency in front", "EAN,EUR Price,GBP Price,Qty", `${lamp},50.00,44.90,12`],
  ["a sign of a currency behind a word", "EAN,VK in £,Warenbestand", `${lamp},44.90,12`],
  [
    "Odoo's technical names",
    "id,default_code,barcode,list_price,standard_price,qty_available",
    `p_1,L1,${lamp},44.9,20.0,12.0`,
  ],
  ["Erply, with a price without tax", "Code,EAN / UPC,Price,Price with tax,In stock", `L1,${lamp},37.42,44.90,12`],
  ["Retail Express", "SKU,Barcode,Buy Ex,RRP Inc,POS Price Inc,Stock On Hand", `L1,${lamp},20,59.90,44.90,12`],
  ["Xero", "*ItemCode,PurchasesUnitPrice,SalesUnitPrice,Quantity", `${lamp},20.00,44.90,12`],
  ["Cin7 Core", "ProductCode,Barcode,PriceTier1,AverageCost,StockOnHand", `L1,${lamp},44.90,20,12`],
  [
    "QuickBooks Point of Sale",
    "Item Number,UPC,Average Unit Cost,Regular Price,MSRP,Qty 1",
    `1,${lamp},20.00,44.90,59.90,12`,
  ],
  ["NetSuite", "Name,UPC Code,Base Price,Location On Hand,Location Available", `L1,${lamp},44.90,13,12`],
  ["Toast", "Item ID,SKU,PLU/UPC,Price,Quantity", `9,L1,${lamp},44.90,12`],
  ["Microsoft RMS", "Item Lookup Code,Quantity,Price,MSRP,Cost", `${lamp},12,44.90,59.90,20`],
  ["Amazon", "item-name,seller-sku,price,quantity,product-id-type", `Lamp,${lamp},44.90,12,4`],
  ["a price with a rate", "EAN,Price (excl. 20% VAT),Price (incl. 20% VAT),Qty", `${lamp},37.42,44.90,12`],
  ["a list price and promotions", "EAN,Sale Price,RRP,Stock", `${lamp},,44.90,12`],
  ["one name of two codes", "SKU/Barcode,Price,Stock/Qty", `${lamp},44.90,12`],
  ["a code in brackets", "Item number,Custom label (SKU),Price,Qty", `11,${lamp},44.90,12`],
  ["two codes in brackets", "SKU,Barcode (EAN),Barcode (UPC),Price,Qty", `L1,,${lamp},44.90,12`],
  ["two columns of barcodes", "Barcode 1,Barcode 2,Retail,QOH", `,${lamp},44.90,12`],
  ["a flag and a count", "EAN,Price,Available,Stock Level", `${lamp},44.90,Yes,12`],
  ["helloCash", "article_id,article_eancode,article_gross_sellingPrice,article_stock", `1,${lamp},44.90,12`],
  ["a wine shop", "Barcode,Retail Price (inc VAT),Case Price,Qty (bottles),Qty (cases)", `${lamp},44.90,500,12,1`],
  ["a price in a currency", "Artikelnr,EAN,Preis in GBP,Bestand", `1,${lamp},44.90,12`],
  ["a German till with the size of a pack", "EAN,Artikel,VK inkl. 19% MwSt.,Menge,Bestand", `${lamp},Lampe,44.90,1,12`],
  ["JTL-Wawi", "GTIN/EAN,Std. VK Netto,Std. VK Brutto,UVP,Auf Lager", `${lamp},37.73,44.90,59.90,12`],
  ["a pharmacy", "PZN,Menge,AEP,AVP,VK,Bestand", `${lamp},50,20.00,59.90,44.90,12`],
  ["a French till", "Réf. article,Gencod,Px vente TTC,PV HT,Stock dispo", `L1,${lamp},44.90,37.42,12`],
  [
    "a Spanish till",
    "Ref.,Cód. Barras,PVP (sin IVA),PVP (IVA incl.),Cantidad,Existencias",
    `L1,${lamp},37.11,44.90,6,12`,
  ],
  [
    "a Dutch till",
    "Artikelnr,Barcode,Inkoop excl.,Verkoop incl. BTW,Aantal,Technische voorraad",
    `1,${lamp},20,44.90,6,12`,
  ],
  ["an Italian till", "Cod.,Cod. a barre,Listino 1 (ivato),Listino 1,Q.tà in giacenza", `1,${lamp},44.90,36.80,12`],
  ["Shopify's column of this store", "Handle,SKU,Price,Leeds,The Shambles", `lamp,${lamp},44.90,7,12`],
  ["blanks around quoted values", '"Barcode" , "Price" , "Qty"', `"${lamp}" , "44.90" , "12"`],
])("%s", async (_, header, line) => {
  expect((await readExport(csv(header, line))).lines).toEqual([`${lamp} 4490 12000`]);
});

test("a title is no code, so a line without a barcode is rejected", async () => {
  const file = csv("EAN;Artikel;VK;Bestand", `${lamp};Lampe;44,90;12`, ";Tasse;9,50;3");
  expect((await readExport(file)).lines).toEqual([`${lamp} 4490 12000`, "3 missing_barcode"]);
});

test("words for no barcode count as blank, and the next column counts", async () => {
  const words = ["N/A", "-", "none", "NULL", "Does not apply", "0", "0000000000000", "Total", "Grand total"];
  const alone = await readExport(csv("EAN,Price,Qty", ...words.map((word) => `${word},44.90,12`)));
  // The last two are foot lines.
  expect(alone.lines).toEqual(words.slice(0, -2).map((_, at) => `${at + 2} missing_barcode`));
  const withSku = await readExport(csv("EAN,SKU,Price,Qty", ...words.map((word, at) => `${word},L-${at},44.90,12`)));
  expect(withSku.lines).toEqual(words.map((_, at) => `L-${at} 4490 12000`));
  expect((await readExport(csv("EAN,Price,Qty", "000,1,1", "NANO-1,1,1"))).lines).toEqual([
    "000 100 1000",
    "NANO-1 100 1000",
  ]);
});

test("of several barcodes in one cell the first counts", async () => {
  const cells = [`"${lamp}, ${mug}"`, `${lamp}|${mug}`, `${lamp};${mug}`, `${lamp} ${mug}`, `"${lamp}\n${mug}"`];
  const read = await readExport(csv("EAN,Price,Qty", ...cells.map((cell) => `${cell},44.90,12`)));
  expect(read.lines).toEqual(cells.map(() => `${lamp} 4490 12000`));
});

test("delimiters behind the last value of each line make no column", async () => {
  const lines = [`${lamp};44,90;12;;`, `"${mug}";"9,50";"3";"";`];
  expect((await readExport(csv("EAN;VK;Bestand", ...lines))).lines).toEqual([`${lamp} 4490 12000`, `${mug} 950 3000`]);
  const more = await readExport(csv("EAN;VK;Bestand", ...lines, `${hat};1;044,90;12;;`));
  expect(more.lines.slice(2)).toEqual(["4 too_many_columns"]);
});

test("negative quantities of accountants and of SAP are read", async () => {
  const file = csv("EAN,Price,Qty", `${lamp},44.90,(3)`, `${mug},9.50,3-`, `${hat},9.50,(-3)`);
  expect((await readExport(file)).lines).toEqual([`${lamp} 4490 -3000`, `${mug} 950 -3000`, "4 invalid_quantity"]);
});

test("names with newlines are read below a title, and with any delimiter", async () => {
  for (const at of [",", ";"]) {
    const header = ['"Bar-\ncode"', '"Price\n(inc VAT)"', '"Qty\non hand"'].join(at);
    const file = ["Stock list", header, [lamp, "44", "12"].join(at), ""].join("\r\n");
    expect((await readExport(file)).lines).toEqual([`${lamp} 4400 12000`]);
  }
});

test("a column with only the right values is suggested as a last resort", async () => {
  const file = csv("Ident,Bedrag,Wieviel", `${lamp},44.90,12`, `${mug},9.50,3`);
  await expect(readExport(file)).rejects.toMatchObject({
    members: { suggestions: { barcode: ["Ident"], price: ["Bedrag"], quantity: ["Wieviel"] } },
  });
});

test("in a workbook, an error of a formula is rejected, and totals are skipped", async () => {
  const error = { raw: '<c r="A3" t="e"><f>VLOOKUP(1,A:A,1)</f><v>#N/A</v></c>' };
  const book = makeXlsx({
    sheets: [
      [
        ["EAN", "Price", "Qty"],
        [lamp, "44.90", "12"],
        [error, "1", "1"],
        ["Total", "44.90", "12"],
      ],
    ],
  });
  expect((await readExport(book)).lines).toEqual([`${lamp} 4490 12000`, "3 invalid_barcode"]);
});

test("in a workbook, a price with the format of another currency is rejected", async () => {
  const formats = [
    "[$€-407] #,##0.00",
    "[$£-809]#,##0.00",
    '"£"#,##0.00',
    "[$-809]#,##0.00",
    '#,##0.00\\ "€"',
    "[$EUR] 0.00",
  ];
  const cell = (style: number) => ({ number: "44.9", style });
  const rows = formats.map((_, n) => [lamp, cell(n + 1), { number: "12", style: 1 }]);
  const read = await readExport(makeXlsx({ formats, sheets: [[["EAN", "Price", "Qty"], ...rows]] }));
  const right = `${lamp} 4490 12000`;
  expect(read.lines).toEqual(["2 foreign_currency", right, right, right, "6 foreign_currency", "7 foreign_currency"]);
});
