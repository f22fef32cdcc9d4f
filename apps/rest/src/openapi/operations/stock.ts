import type { OperationDocs } from "../operation-doc.ts";

const inventory = "/retailers/:retailerId/stores/:storeId/inventory";

const feed = `EAN,RRP,QOH
5012345678900,44.90,12
5012345678917,9.99,0
`;

export const stockOperations: OperationDocs = {
  "GET /inventory/providers": {
    summary: "List inventory providers",
    description: "The ways in which stock may come to us.",
  },
  [`GET ${inventory}`]: {
    summary: "Read the inventory source",
    description:
      "`pending` until the first feed or PATCH came; `invalid` while the last feed was refused; `disconnected` after 48 hours without any.",
  },
  [`POST ${inventory}`]: {
    summary: "Connect an inventory source",
    description:
      "Replaces source and upload key: the key before opens nothing from now on. `nextSteps.uploadKey` is shown this once. The source is `pending` until its first feed was applied; items stay.",
    bodies: {
      "File upload": { provider: "csv-upload", parameters: { mode: "replace" } },
      "File fetched from a web address": {
        provider: "http-pull",
        parameters: {
          url: "https://shop.example/export/stock.csv",
          intervalMinutes: 60,
          authorization: "Basic aGlnaHN0cmVldDpwYXNzd29yZA==",
        },
      },
      API: { provider: "api" },
    },
    errors: ["UnknownProvider", "QuotaExceeded"],
  },
  [`DELETE ${inventory}`]: {
    summary: "Disconnect the inventory source",
    description: "Its upload key opens nothing from now on, and its address is no longer fetched; the items stay.",
  },
  [`PUT ${inventory}/stock`]: {
    summary: "Send a stock feed",
    description:
      "CSV (`,` `;` tab or `|`), a JSON array, NDJSON or XLSX, told apart by the bytes, gzip or not. One line an item; `barcode`, `price` and `quantity` are required, `currency` and `condition` are not. Columns are found by their usual names (`EAN`, `RRP`, `QOH`, …), which `columns` of the answer shows. Wrong lines are rejected one by one, never the feed. A feed that would take more than half of the items out of stock is `held`: accept it, or send a normal one.",
    bodies: { CSV: feed },
    errors: ["UnrecognisedFeed", "FeedTooComplex"],
  },
  [`PATCH ${inventory}/stock`]: {
    summary: "Send stock lines",
    description:
      "1 to 1,000 lines, members named as the columns of a feed are. Of a known item, price or quantity may be left out. Wrong lines are rejected one by one: the answer is 200 and counts them.",
    body: { type: "array", items: { $ref: "#/components/schemas/StockLine" }, minItems: 1, maxItems: 1000 },
    bodies: {
      "A sale at the till": [{ barcode: "5012345678900", quantity: 11 }],
      "A new item": [{ barcode: "5012345678924", price: 12.5, quantity: 3 }],
    },
  },
  [`GET ${inventory}/items`]: {
    summary: "List items",
    description: "Effective values, with the reasons why each channel shows the item or not.",
  },
  [`GET ${inventory}/:barcode`]: { summary: "Read an item of a store" },
  "GET /retailers/:retailerId/inventory/:barcode": { summary: "Read a product in all stores" },
  [`GET ${inventory}/ingests`]: {
    summary: "List ingests",
    description: "What became of feeds and PATCHes, the newest first.",
  },
  [`GET ${inventory}/ingests/:ingestId`]: { summary: "Read an ingest" },
  [`GET ${inventory}/ingests/:ingestId/rejections`]: {
    summary: "List rejected lines",
    description: "In full up to 10,000 an ingest.",
  },
  [`POST ${inventory}/ingests/:ingestId/accept`]: {
    summary: "Accept a held feed",
    description: "Applies it, but for items written since it came.",
    errors: ["IngestNotHeld"],
  },
  "PUT /inventory/uploads/:fileName": {
    summary: "Upload a feed with an upload key",
    description:
      "`curl -T stock.csv -H 'Authorization: Bearer <uploadKey>' …/inventory/uploads/` is a whole integration: the upload key that connecting gave says which store it is. Without `mode`, that of the source counts, else `update`.",
    bodies: { CSV: feed },
    errors: ["UnrecognisedFeed", "FeedTooComplex"],
  },
  "PUT /retailers/:retailerId/inventory/products": {
    summary: "Send product data",
    description:
      "For the whole retailer: barcode, title, description, brand, images, category, color, size, groupId. Blank or absent values keep what is known; it creates no items.",
    bodies: { CSV: "barcode,title,brand,category\n5012345678900,Desk lamp,Lumen,Home > Lighting\n" },
    errors: ["UnrecognisedFeed", "FeedTooComplex"],
  },
  "GET /retailers/:retailerId/inventory/ingests": { summary: "List ingests of product data" },
};
