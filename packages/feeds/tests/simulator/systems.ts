import type { System } from "./system.ts";

const csv = { format: "csv", delimiter: ",", newline: "\r\n", encoding: "utf8", quotes: "needed" } as const;
const british = { ...csv, currency: "GBP", country: "GB", price: "1234.50", quantity: "1234" };
const german = { ...csv, currency: "EUR", country: "DE", delimiter: ";", price: "1.234,50", quantity: "1234" };
const excel = "a sheet as Excel saves it with the settings of the country";

/** Written from the documentation of the formats, not from what our parser knows. */
export const systems: readonly System[] = [
  {
    ...british,
    ...{ name: "Shopify products", preset: "shopify-products", newline: "\n", protects: "'", hasNewlines: true },
    from: "https://help.shopify.com/en/manual/products/import-export/using-csv",
    columns:
      "Handle:slug|Title:title|Body (HTML):html|Vendor:brand|Option1 Name:=Title|Option1 Value:=Default Title|Variant SKU:sku|Variant Grams:reorder|Variant Inventory Tracker:=shopify|Variant Inventory Qty:quantity|Variant Inventory Policy:=deny|Variant Price:paid|Variant Compare At Price:compareAt|Variant Barcode:barcode|Image Src:image|Cost per item:cost|Status:=active",
  },
  {
    ...british,
    ...{ name: "Shopify inventory", preset: "shopify-inventory", newline: "\n" },
    stores: { own: "The Shambles", others: ["Leeds", "Bath"] },
    from: "https://help.shopify.com/en/manual/products/inventory/getting-started-with-inventory/inventory-csv",
    columns:
      "Handle:slug|Title:title|Option1 Name:=Title|Option1 Value:=Default Title|SKU:code|HS Code:blank|COO:blank|Location:store|Incoming (not editable):reorder|Unavailable (not editable):=0|Committed (not editable):=1|Available (not editable):quantity|On hand (current):quantityMore|On hand (new):blank",
  },
  {
    ...british,
    ...{ name: "WooCommerce", preset: "woocommerce", newline: "\n", encoding: "utf8 bom", hasNewlines: true },
    from: "https://woocommerce.com/document/product-csv-importer-exporter/",
    columns:
      "ID:id|Type:=simple|SKU:sku|GTIN, UPC, EAN, or ISBN:barcode|Name:title|Published:=1|Is featured?:=0|Short description:html|Date sale price starts:saleFrom|Date sale price ends:saleUntil|Tax status:=taxable|In stock?:inStock|Stock:quantity|Low stock amount:reorder|Backorders allowed?:=0|Sale price:sale|Regular price:price|Categories:category|Images:image",
  },
  {
    ...british,
    ...{ name: "Square", preset: "square" },
    from: "https://squareup.com/help/gb/en/article/5966-item-library-and-unit-cost-management",
    columns:
      "Token:id|Item Name:title|Variation Name:=Regular|SKU:sku|Description:html|Category:category|GTIN:barcode|Price:paid|Current Quantity The Shambles:quantity|New Quantity The Shambles:blank|Stock Alert Count The Shambles:reorder|Current Quantity Leeds:otherQuantity|New Quantity Leeds:blank|Stock Alert Count Leeds:reorder",
  },
  {
    ...british,
    ...{ name: "Lightspeed R", preset: "lightspeed-retail-r", quotes: "all", price: "£1,234.50" },
    from: "https://retail-support.lightspeedhq.com/hc/en-us/articles/115005142408-Formatting-item-import-files",
    columns:
      "System ID:id|UPC:upc|EAN:ean|Custom SKU:sku|Manufact. SKU:blank|Item:title|Qty.:quantity|Price:paid|Tax:=Yes|Brand:brand|MSRP:rrp|Default Cost:cost|Category:category",
  },
  {
    ...british,
    ...{ name: "Lightspeed X, Vend", preset: "lightspeed-retail-x", newline: "\n", quotes: "texts" },
    ...{ currency: "USD", country: "US", price: "1234.50", quantity: "1234.0" },
    from: "https://support.vendhq.com/hc/en-us/articles/4650130313487",
    columns:
      "id:id|handle:slug|sku:code|name:title|description:html|product_category:category|supply_price:cost|retail_price:paid|inventory_The_Shambles:quantity|reorder_point_The_Shambles:reorder|inventory_Leeds:otherQuantity|reorder_point_Leeds:reorder",
  },
  {
    ...british,
    ...{ name: "Clover", preset: "clover", currency: "USD", country: "US", price: "$1,234.50" },
    from: "https://www.clover.com/en-US/help/import-and-export-inventory",
    columns:
      "Clover ID:id|Name:title|Alternate Name:blank|Price:paid|Price Type:=Fixed|Price Unit:blank|Tax Rates:=DEFAULT|Cost:cost|Product Code:barcode|SKU:sku|Modifier Groups:blank|Quantity:quantity",
  },
  {
    ...british,
    ...{ name: "Loyverse", preset: "loyverse", newline: "\n" },
    from: "https://help.loyverse.com/help/importing-and-exporting",
    columns:
      "Handle:slug|SKU:sku|Name:title|Category:category|Default price:otherPrice|Cost:cost|Barcode:barcode|Track stock:=Y|Available for sale [Leeds]:=Y|Price [Leeds]:otherPrice|In stock [Leeds]:otherQuantity|Low stock [Leeds]:reorder|Available for sale [The Shambles]:=Y|Price [The Shambles]:paid|In stock [The Shambles]:quantity|Low stock [The Shambles]:reorder",
  },
  {
    ...british,
    ...{ name: "Epos Now", preset: "epos-now", quotes: "all" },
    from: "https://support.eposnow.com/hc/en-us/articles/360020498438",
    columns:
      "ProductId:id|Name:title|Description:html|CostPrice:cost|SalePrice:paid|EatOutPrice:otherPrice|CategoryName:category|Barcode:code|RrpPrice:rrp|CurrentStock:quantity|MinStock:reorder",
    foot: [{ text: "Total", at: "first", sums: true }],
  },
  {
    ...british,
    ...{ name: "Zettle", preset: "zettle", format: "xlsx", typed: "barcodes", price: "1234.5" },
    from: "https://www.zettle.com/gb/help/articles/2084949-import-and-export-your-product-library",
    columns:
      "Name:title|Variant:blank|Option name:blank|SKU:sku|Barcode:barcode|Price (GBP):paid|Cost price (GBP):cost|Unit:blank|VAT:=20|In stock:quantity",
  },
  {
    ...german,
    ...{ name: "SumUp", newline: "\n", delimiter: ",", price: "1234.50" },
    from: "https://help.sumup.com/en-GB/articles/3ryqEHJsmCLPKqBEKAdyTh-import-and-export-items",
    columns:
      "Item name:title|Variations:blank|SKU:sku|Barcode:barcode|Price:paid|Tax rate (%):=19|Unit:blank|Track inventory? (Yes/No):=Yes|Quantity:quantity|Low stock threshold:reorder|Category:category|Item id (Do not change):id",
  },
  {
    ...german,
    ...{
      name: "Odoo",
      preset: "odoo",
      delimiter: ",",
      quotes: "all",
      newline: "\n",
      price: "1234.0",
      quantity: "1234.0",
    },
    from: "https://www.odoo.com/documentation/17.0/applications/essentials/export_import_data.html",
    columns:
      "External ID:id|Internal Reference:sku|Name:title|Barcode:barcode|Sales Price:paid|Cost:cost|Quantity On Hand:quantity|Forecasted Quantity:quantityMore|Unit of Measure:=Units",
  },
  {
    ...british,
    ...{ name: "Magento 2", preset: "magento-2", newline: "\n", price: "1234.5000", quantity: "1234.0000" },
    from: "https://experienceleague.adobe.com/docs/commerce-admin/systems/data-transfer/data-attributes-product.html",
    columns:
      "sku:code|store_view_code:blank|attribute_set_code:=Default|product_type:=simple|categories:category|name:title|description:html|price:price|special_price:sale|special_price_from_date:saleFrom|special_price_to_date:saleUntil|qty:quantity|out_of_stock_qty:=0.0000|min_cart_qty:=1.0000|is_in_stock:inStock",
  },
  {
    ...german,
    ...{ name: "PrestaShop", newline: "\n", quotes: "texts", price: "1234.500000" },
    from: "https://doc.prestashop.com/plugins/viewsource/viewpagesrc.action?pageId=43614285",
    columns:
      "ID:id|Active (0/1):=1|Name:title|Categories:category|Price tax excluded:net|Price tax included:paid|Wholesale price:cost|On sale (0/1):=0|Reference #:sku|EAN13:barcode|Weight:=0.5|Quantity:quantity|Minimal quantity:=1",
  },
  {
    ...german,
    ...{ name: "Shopware 6", preset: "shopware-6", newline: "\n", price: "1234.5" },
    from: "https://docs.shopware.com/en/shopware-6-en/settings/importexport",
    columns:
      "id:id|product_number:ref|ean:barcode|stock:quantity|min_purchase:=1|price_net:net|price_gross:paid|tax_rate:=19|name:title|active:=1",
  },
  {
    ...german,
    ...{
      name: "JTL-Wawi",
      preset: "jtl-wawi",
      encoding: "windows-1252",
      quotes: "all",
      price: "1234,50",
      quantity: "1234,00",
    },
    from: "https://guide.jtl-software.com/jtl-wawi/jtl-ameise/",
    columns:
      "Artikelnummer:sku|Artikelname:title|GTIN:barcode|EK Netto:cost|Brutto-VK:paid|UVP:rrp|Lagerbestand:quantity|Mindestbestand:reorder|Warengruppe:category",
  },
  {
    ...german,
    ...{ name: "Lexware", encoding: "windows-1252", price: "1.234,50 €", quantity: "1.234" },
    from: "https://www.lexware.de/support/ (export of articles as a text file)",
    columns:
      "Artikelnummer:sku|Bezeichnung:title|EAN-Code:barcode|EK netto:cost|VK brutto:paid|Bestand:quantity|Mindestbestand:reorder|Einheit:=Stk",
    foot: [{ text: "Gesamt:", at: "first", sums: true }],
  },
  {
    ...german,
    ...{ name: "a German chain", extraDelimiters: 1, quotes: "never", price: "1234,50" },
    from: excel,
    head: ["Bestandsliste;25.11.2026 08:00", ""],
    stores: { own: "S1", others: ["S2", "S3"] },
    columns: "Filialnummer:store|EAN:code|Bezeichnung:title|VK:paid|Bestand:quantity|Bestellt:reorder",
    foot: [{ text: "Ausdruck vom 25.11.2026", at: "first" }],
  },
  {
    ...german,
    ...{ name: "a French till", country: "FR", price: "1\u00a0234,50 €", quantity: "1\u00a0234,000" },
    from: "an export of articles as Cegid Retail and Orderman write it, with French settings",
    columns:
      "Référence:sku|Désignation:title|Code-barres:barcode|Prix d'achat HT:cost|Prix de vente TTC:paid|Quantité en stock:quantity|Famille:category|Seuil d'alerte:reorder",
    foot: [{ text: "Total général", at: "title", sums: true }],
  },
  {
    ...german,
    ...{ name: "an Italian till", country: "IT", newline: "\n", encoding: "windows-1252", quantity: "1.234,000" },
    from: "Danea Easyfatt, export of articles, with Italian settings",
    columns:
      "Cod.:ref|Descrizione:title|Cod. a barre:barcode|Categoria:category|Listino 1 (ivato):paid|Costo:cost|Q.tà in giacenza:quantity|Scorta minima:reorder",
    foot: [{ text: "Totale articoli: 12", at: "code" }],
  },
  {
    ...german,
    ...{ name: "a Dutch till", country: "NL", delimiter: "\t", encoding: "utf16le bom", price: "€ 1.234,50" },
    from: `${excel} as Unicode text`,
    columns:
      "Artikelnummer:sku|Omschrijving:title|Streepjescode:barcode|Inkoopprijs:cost|Verkoopprijs (incl. btw):paid|Voorraad:quantity|Groep:category",
  },
  {
    ...german,
    ...{ name: "a Spanish till", country: "ES", quotes: "texts", price: "1.234,50" },
    from: "Factusol, export of articles, with Spanish settings",
    columns:
      "Código:sku|Descripción:title|Código de barras:barcode|Precio coste:cost|PVP:paid|Existencias:quantity|Stock mínimo:reorder|Familia:category",
    foot: [{ text: "TOTAL EXISTENCIAS:", at: "title", sums: true }],
  },
  {
    ...british,
    ...{
      name: "Google local inventory",
      preset: "google-local-inventory",
      delimiter: "\t",
      newline: "\n",
      quotes: "never",
    },
    ...{ price: "1234.50 GBP", stores: { own: "S1", others: ["S2", "S3"] } },
    from: "https://support.google.com/merchants/answer/3061342",
    columns:
      "store_code:store|id:code|quantity:quantity|price:price|sale_price:sale|sale_price_effective_date:saleDates|availability:availability",
  },
  {
    ...german,
    ...{
      name: "Amazon",
      preset: "amazon",
      delimiter: "\t",
      encoding: "windows-1252",
      quotes: "never",
      price: "1234.50",
    },
    from: "https://sellercentral.amazon.co.uk/help (Active listings report)",
    columns:
      "item-name:title|listing-id:id|seller-sku:code|price:paid|quantity:quantity|open-date:date|item-condition:blank",
  },
  {
    ...british,
    ...{ name: "eBay", preset: "ebay", encoding: "utf8 bom", price: "1234.50", quotes: "all" },
    from: "https://www.ebay.co.uk/help/selling (Active listings)",
    columns:
      "Item number:id|Title:title|Custom label (SKU):sku|Available quantity:quantity|Sold quantity:reorder|Watchers:reorder|Currency:currency|Start price:paid|P:EAN:barcode|Condition:=New",
  },
  {
    ...british,
    ...{ name: "NearSt", preset: "nearst", newline: "\n" },
    from: "https://developers.near.st/pos/reference/stock-csv-fields",
    columns: "barcode:code|price:price|quantity:quantity|currency:currency|promotion_amount:sale",
  },
  {
    ...british,
    ...{ name: "a British till in pence", quotes: "never", price: "1234.50" },
    from: "ICRTouch, export of PLUs; money in pence",
    columns:
      "PLU:id|Description:title|Barcode:code|Price (pence):pence|Quantity (sold):reorder|On hand:quantity|Dept:category",
    foot: [{ text: "*** End of report ***", at: "first" }],
  },
  {
    ...british,
    ...{ name: "Excel", format: "xlsx", typed: "numbers", price: "1234.5", quantity: "1234.5" },
    from: excel,
    head: ["Stock of The Shambles", ""],
    columns: "Barcode:code|Product:title|Cost price:cost|RRP:paid|Qty on order:reorder|Qty:quantity|Supplier:brand",
    foot: [{ text: "Total", at: "code", sums: true }],
  },
  {
    ...german,
    ...{ name: "Excel in German, text cells", format: "xlsx", quantity: "1.234" },
    from: excel,
    columns:
      "Artikelnr.:sku|EAN:barcode|Artikelbezeichnung:title|Einkaufspreis:cost|Verkaufspreis:paid|Lagerbestand:quantity",
  },
  {
    ...german,
    ...{ name: "Google Sheets in German", delimiter: ",", price: "1.234,50", quantity: "1.234" },
    from: "a sheet that is published as CSV, with German settings",
    columns: "EAN:code|Artikel:title|Preis:paid|Menge im Karton:reorder|Bestand:quantity",
  },
  {
    ...german,
    ...{ name: "Excel for Mac in Swiss German", country: "CH", currency: "CHF", newline: "\r", price: "1'234.50" },
    ...{ quantity: "1'234", hasNewlines: true, protects: '="' },
    from: excel,
    columns: "Artikelnummer:sku|Bezeichnung:title|EAN:barcode|Notiz:html|Verkaufspreis:paid|Lagerbestand:quantity",
  },
  {
    ...british,
    ...{ name: "an Indian till", currency: "INR", country: "IN", price: "₹1,23,456.50", quantity: "1,23,456.000" },
    from: "Tally and Vyapar, list of items, with Indian settings",
    columns:
      "Item code:sku|Item name:title|Barcode:barcode|Purchase price:cost|MRP:rrp|Sale price:paid|Closing stock:quantity",
    foot: [{ text: "Grand Total", at: "title", sums: true }],
  },
  {
    ...british,
    ...{ name: "a JSON interface", format: "json", typed: "numbers", price: "1234.5", quantity: "1234.5" },
    from: "an interface that writes the numbers of its database",
    columns: "id:id|sku:sku|barcode:barcode|name:title|price:paid|cost:cost|quantity:quantity|notes:html",
    hasNewlines: true,
  },
  {
    ...british,
    ...{ name: "NDJSON", format: "ndjson", newline: "\n", price: "1234.50" },
    from: "https://github.com/ndjson/ndjson-spec; all values are texts",
    columns: "ean:code|title:title|rrp:rrp|selling_price:paid|stock:quantity|incoming:reorder",
  },
];
