import { expect, test } from "vitest";
import { otherProviderNames, presets } from "../src/presets.ts";
import { makeXlsx } from "./make-xlsx.ts";
import { readExport } from "./read-export.ts";

const csv = (...lines: string[]): string => `${lines.join("\r\n")}\r\n`;

test.each<[till: string, file: string, lines: string[], columns: Record<string, string>]>([
  [
    "Shopify inventory, which has no price and no barcode",
    csv(
      "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)",
      "brass-lamp,Brass lamp,Title,Default Title,LAMP-1,,,The Shambles,0,0,1,11,12,",
    ),
    ["LAMP-1 0 11000"],
    { barcode: "SKU", quantity: "Available (not editable)", store: "Location", title: "Title" },
  ],
  [
    "Shopify products, with protected barcodes",
    csv(
      "Handle,Title,Vendor,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src",
      "brass-lamp,Brass lamp,Lumen,LAMP-1,shopify,12,deny,44.90,59.90,'5012345678900,https://shop.example/lamp.jpg",
      "mug,Mug,Lumen,MUG-1,shopify,3,deny,9.50,,,",
    ),
    ["5012345678900 4490 12000", "MUG-1 950 3000"],
    {
      barcode: "Variant Barcode",
      price: "Variant Price",
      quantity: "Variant Inventory Qty",
      title: "Title",
      brand: "Vendor",
      image: "Image Src",
    },
  ],
  [
    "Square items",
    csv(
      "Token,Item Name,Variation Name,SKU,GTIN,Price,Current Quantity The Shambles,New Quantity The Shambles,Stock Alert Enabled The Shambles,Stock Alert Count The Shambles",
      "AB12,Brass lamp,Regular,LAMP-1,5012345678900,44.90,12,,N,5",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "GTIN", price: "Price", quantity: "Current Quantity The Shambles", title: "Item Name" },
  ],
  [
    "Lightspeed Retail R, where one of UPC and EAN is filled",
    csv(
      '"System ID","UPC","EAN","Custom SKU","Manufact. SKU","Item","Qty.","Price","Tax","MSRP","Category"',
      '"210000000001","","5012345678900","","","Brass lamp","12","£44.90","Yes","59.90","Lamps"',
      '"210000000002","036000291452","","","","Tissues","7","£2.50","Yes","","Home"',
      '"210000000003","","","OWN-3","","Card","1","£1.50","Yes","","Cards"',
    ),
    ["5012345678900 4490 12000", "036000291452 250 7000", "OWN-3 150 1000"],
    { barcode: "EAN", price: "Price", quantity: "Qty.", category: "Category" },
  ],
  [
    "Lightspeed Retail X",
    csv(
      "id,handle,sku,name,supply_price,retail_price,inventory_Main_Outlet,reorder_point_Main_Outlet",
      "c7a1,lamp,5012345678900,Brass lamp,20.00,44.90,12,2",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "sku", price: "retail_price", quantity: "inventory_Main_Outlet", title: "name" },
  ],
  [
    "Clover",
    csv(
      "Clover ID,Name,Alternate Name,Price,Price Type,Price Unit,Tax Rates,Cost,Product Code,SKU,Modifier Groups,Quantity",
      "XY1,Brass lamp,,44.90,Fixed,,DEFAULT,20.00,5012345678900,LAMP-1,,12",
      "XY2,Mug,,9.50,Fixed,,DEFAULT,3.00,5012345678917,,,3",
    ),
    ["5012345678900 4490 12000", "5012345678917 950 3000"],
    { barcode: "Product Code", price: "Price", quantity: "Quantity", title: "Name" },
  ],
  [
    "Epos Now",
    csv("Name,Barcode,CostPrice,SalePrice,CurrentStock", "Brass lamp,5012345678900,20.00,44.90,12"),
    ["5012345678900 4490 12000"],
    { barcode: "Barcode", price: "SalePrice", quantity: "CurrentStock", title: "Name" },
  ],
  [
    "Epos Now with tax in the names",
    csv("Name,Barcode,Sale Price Ex Tax,Sale Price Inc Tax,Current Stock", "Brass lamp,5012345678900,37.42,44.90,12"),
    ["5012345678900 4490 12000"],
    { barcode: "Barcode", price: "Sale Price Inc Tax", quantity: "Current Stock", title: "Name" },
  ],
  [
    "Zettle",
    csv(
      "Name,Variant,SKU,Barcode,Price (GBP),Cost price (GBP),In stock",
      "Brass lamp,,LAMP-1,5012345678900,44.90,20.00,12",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "Barcode", price: "Price (GBP)", quantity: "In stock", title: "Name" },
  ],
  [
    "Loyverse",
    csv(
      "Handle,SKU,Name,Category,Default price,Cost,Barcode,Available for sale [The Shambles],Price [The Shambles],In stock [The Shambles],Low stock [The Shambles],Price [Other],In stock [Other]",
      "lamp,10001,Brass lamp,Lamps,50.00,20.00,5012345678900,Y,44.90,12,2,48.00,99",
      "mug,10002,Mug,Mugs,9.50,3.00,5012345678917,Y,,3,2,9.00,88",
    ),
    ["5012345678900 4490 12000", "5012345678917 950 3000"],
    {
      barcode: "Barcode",
      price: "Price [The Shambles]",
      quantity: "In stock [The Shambles]",
      title: "Name",
      category: "Category",
    },
  ],
  [
    "WooCommerce, with the sale price where there is one",
    csv(
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"In stock?",Stock,"Low stock amount","Sale price","Regular price"',
      "7,simple,LAMP-1,5012345678900,Brass lamp,1,1,12,,39.90,44.90",
      "8,simple,MUG-1,,Mug,1,1,3,,,9.50",
    ),
    ["5012345678900 3990 12000", "MUG-1 950 3000"],
    { barcode: "GTIN, UPC, EAN, or ISBN", price: "Sale price", quantity: "Stock", title: "Name" },
  ],
  [
    "Odoo",
    csv(
      "Internal Reference,Name,Barcode,Sales Price,Cost,Quantity On Hand",
      "LAMP,Brass lamp,5012345678900,44.90,20.00,12",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "Barcode", price: "Sales Price", quantity: "Quantity On Hand", title: "Name" },
  ],
  [
    "Google's local inventory",
    "store_code\tid\tquantity\tprice\tavailability\nshop-2\t5012345678900\t12\t44.90 GBP\tin_stock\n",
    ["5012345678900 4490 12000"],
    { barcode: "id", price: "price", quantity: "quantity", availability: "availability", store: "store_code" },
  ],
  [
    "Magento 2",
    csv(
      "sku,store_view_code,product_type,name,price,special_price,qty,is_in_stock",
      "5012345678900,,simple,Brass lamp,44.90,,12,1",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "sku", price: "special_price", quantity: "qty", title: "name" },
  ],
  [
    "NearSt's documented file",
    csv("barcode,price,quantity,currency", "5012345678900,44.90,12,GBP"),
    ["5012345678900 4490 12000 GBP"],
    { barcode: "barcode", price: "price", quantity: "quantity", currency: "currency" },
  ],
  [
    "a report with a title above the header",
    csv(
      "Stock report of The Shambles;22/11/2026",
      "",
      "EAN;Bezeichnung;VK-Preis;Bestand",
      "5012345678900;Lampe;44,90;12",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "EAN", price: "VK-Preis", quantity: "Bestand", title: "Bezeichnung" },
  ],
  [
    "German",
    csv(
      "Artikelnummer;Bezeichnung;EAN-Code;EK netto;VK (brutto);UVP;Lagerbestand",
      "L1;Lampe;5012345678900;20,00;1.044,90;1.099,00;12",
    ),
    ["5012345678900 104490 12000"],
    { barcode: "EAN-Code", price: "VK (brutto)", quantity: "Lagerbestand", title: "Bezeichnung" },
  ],
  [
    "French",
    csv(
      "Référence;Désignation;Code-barres;Prix HT;Prix de vente TTC;Quantité en stock",
      "L1;Lampe;5012345678900;37,42;44,90 £;12",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "Code-barres", price: "Prix de vente TTC", quantity: "Quantité en stock", title: "Désignation" },
  ],
  [
    "Spanish",
    csv("Código;Descripción;Código de barras;PVP;Existencias", "L1;Lámpara;5012345678900;44,90;12"),
    ["5012345678900 4490 12000"],
    { barcode: "Código de barras", price: "PVP", quantity: "Existencias" },
  ],
  [
    "Dutch",
    csv(
      "Artikelnummer;Omschrijving;Streepjescode;Inkoopprijs;Verkoopprijs (incl. btw);Voorraad",
      "L1;Lamp;5012345678900;20;44,90;12",
    ),
    ["5012345678900 4490 12000"],
    { barcode: "Streepjescode", price: "Verkoopprijs (incl. btw)", quantity: "Voorraad", title: "Omschrijving" },
  ],
  [
    "Italian",
    csv("Codice;Descrizione;Codice a barre;Prezzo di vendita;Giacenza", "L1;Lampada;5012345678900;44,90;12"),
    ["5012345678900 4490 12000"],
    { barcode: "Codice a barre", price: "Prezzo di vendita", quantity: "Giacenza" },
  ],
  [
    "a selling price next to the list prices",
    csv("EAN,RRP,MSRP,Selling Price,QOH", "5012345678900,59.90,59.90,44.90,12"),
    ["5012345678900 4490 12000"],
    { barcode: "EAN", price: "Selling Price", quantity: "QOH" },
  ],
  [
    "values with protection and foreign prices",
    csv(
      "Barcode,Price,Qty",
      '"=""5012345678979""",£4.50,2',
      "0-306-40615-2,.99,5.",
      "'5012345678917,$7.50,1",
      '5012345678900,"1,234.50 GBP",1',
      "5012345678924,\u00a07\u00a0,\u00a03",
    ),
    [
      "5012345678979 450 2000",
      "9780306406157 99 5000",
      "4 foreign_currency",
      "5012345678900 123450 1000",
      "5012345678924 700 3000",
    ],
    { barcode: "Barcode", price: "Price", quantity: "Qty" },
  ],
  [
    "a price column in another currency",
    csv("Barcode,Price (EUR),Qty", "5012345678900,44.90,12"),
    ["2 foreign_currency"],
    { barcode: "Barcode", price: "Price (EUR)", quantity: "Qty" },
  ],
  [
    "a column for each currency",
    csv("Barcode,Price EUR,Price GBP,Qty", "5012345678900,50.90,44.90,12"),
    ["5012345678900 4490 12000"],
    { barcode: "Barcode", price: "Price GBP", quantity: "Qty" },
  ],
])("%s", async (_, file, lines, columns) => {
  const read = await readExport(file);
  expect(read.lines).toEqual(lines);
  expect(read.columns).toEqual(columns);
});

test("further columns of a field and ignored columns are named", async () => {
  const read = await readExport(csv("EAN,UPC,Notes,Price,Qty", ",036000291452,x,1,2"));
  expect(read).toMatchObject({ fallbackColumns: { barcode: ["UPC"] }, ignoredColumns: ["Notes"] });
});

test("of two other stores' columns none is taken, and both are suggested", async () => {
  const file = csv("Barcode,Price,In stock [North],In stock [South]", "5012345678900,1,2,3");
  await expect(readExport(file)).rejects.toMatchObject({
    code: "UnrecognisedFeed",
    members: { missing: ["quantity"], suggestions: { quantity: ["In stock [North]", "In stock [South]"] } },
  });
  expect((await readExport(file, { names: ["South"] })).lines).toEqual(["5012345678900 100 3000"]);
});

test("a header without known names gets suggestions by its names and by its values", async () => {
  const file = csv("Thing,Ident,Amnt,Cst", "lamp,5012345678900,44.90,12", "mug,5012345678917,9.50,3");
  await expect(readExport(file)).rejects.toMatchObject({
    members: { missing: ["barcode", "price", "quantity"], suggestions: { barcode: ["Ident"], price: ["Amnt"] } },
  });
});

test("a mapping wins over known names, its columns can be several, and an empty list leaves a field out", async () => {
  const file = csv("EAN,My code,Price,Trade price,Bin", "5012345678900,,1,2,7", ",OWN-1,1,3,8");
  const columns = { barcode: ["My code", "ean"], price: "Trade price", quantity: "Bin" };
  expect(await readExport(file, { columns })).toMatchObject({
    lines: ["5012345678900 200 7000", "OWN-1 300 8000"],
    columns: { barcode: "My code", price: "Trade price", quantity: "Bin" },
    ignoredColumns: ["Price"],
  });
  expect((await readExport(file, { columns: { ...columns, price: [] } })).lines).toEqual([
    "5012345678900 0 7000",
    "OWN-1 0 8000",
  ]);
});

test("a mapping to a column that the file does not have refuses the file", async () => {
  const file = csv("EAN,Price,Qty", "5012345678900,1,2");
  await expect(readExport(file, { columns: { price: "Sell Price" } })).rejects.toMatchObject({
    code: "UnrecognisedFeed",
    message: expect.stringContaining("Sell Price"),
  });
});

test("in a workbook, rows above the header are skipped", async () => {
  const book = makeXlsx({
    sheets: [[["Stock report"], [], ["Printed by", "Sam"], ["EAN", "Price", "Qty"], ["5012345678900", "44.90", "12"]]],
  });
  expect((await readExport(book)).lines).toEqual(["5012345678900 4490 12000"]);
});

test("words stand for quantities only where the options say so", async () => {
  const file = csv("EAN,Price,Stock", "5012345678900,1,In stock");
  expect((await readExport(file)).lines).toEqual(["2 invalid_quantity"]);
  expect((await readExport(file, { words: { "in stock": 1 } })).lines).toEqual(["5012345678900 100 1000"]);
});

test("an id of another service means one of our providers, and none of our ids has two meanings", () => {
  const own = presets.map(({ id }) => id);
  expect([...otherProviderNames.keys()].filter((name) => own.includes(name))).toEqual([]);
  expect([...new Set(otherProviderNames.values())].filter((id) => id !== "csv-upload" && !own.includes(id))).toEqual(
    [],
  );
});
