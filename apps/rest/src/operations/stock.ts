import { type Chapter, FEED_LIMIT } from "./operation.ts";

const inventory = "/retailers/:retailerId/stores/:storeId/inventory";
const files = "/retailers/:retailerId/inventory";
const ingest = `${inventory}/ingests/:ingestId` as const;

const feed = `EAN,RRP,QOH
5012345678900,44.90,12
5012345678917,9.99,0
`;

const feedOfStores = `Store,EAN,RRP,QOH
Leeds,5012345678900,44.90,12
York,5012345678900,44.90,0
`;

export const stock: Chapter = {
  tag: "Stock",
  description: "The source of a store's stock, feeds, and the items in the store.",
  guide: ["stock-in", "Stock in"],
  operations: [
    {
      method: "GET",
      path: "/inventory/providers",
      procedure: "inventory.providers",
      summary: "List inventory providers",
      description: "The ways to send stock.",
    },
    {
      method: "POST",
      path: inventory,
      procedure: "inventory.connect",
      etag: "view",
      guarded: true,
      hasUploadUrl: true,
      summary: "Connect an inventory source",
      description:
        "Replaces the source and its upload key. The old key is refused from now on. Only this answer shows `nextSteps.uploadKey`. The source is `pending` until its first feed or PATCH is applied, then `connected`. Items stay.",
      examples: {
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
    {
      method: "GET",
      path: inventory,
      procedure: "inventory.getSource",
      tool: { name: "get_source" },
      etag: "view",
      summary: "Read the inventory source",
      description:
        "`pending` until the first feed or PATCH is applied, then `connected`. `invalid` while the last feed is a refused one. `disconnected` after 48 hours without a feed or PATCH, and after DELETE.",
    },
    {
      method: "DELETE",
      path: inventory,
      procedure: "inventory.disconnect",
      guarded: true,
      summary: "Disconnect the inventory source",
      description:
        "Its upload key is refused from now on, and its address is not fetched again. A PATCH then only writes stock. A feed or POST connects the source again. Items stay.",
    },
    {
      method: "PUT",
      path: `${inventory}/stock`,
      procedure: "inventory.putStock",
      body: "stream",
      limit: FEED_LIMIT,
      summary: "Send a stock feed",
      description:
        "CSV (`,` `;` tab or `|`), a JSON array, NDJSON or XLSX, with gzip or without, or a ZIP file with one such text. The bytes decide which. All visible sheets of a workbook with the same header are read, and `ignoredSheets` names the others. Each line is an item. `barcode` and `quantity` or `availability` are required, `price`, `currency` and `condition` are optional. So are `title`, `brand`, `image` and `category`, which count for this store where the product feed has no value; `droppedValues` of the answer names wrong ones. Without a price column, known items keep their price, and lines of new items are rejected. Columns are found by the names that tills use (`EAN`, `RRP`, `Qty.`, `Lagerbestand`, …), or named by `columns`. `columns` and `ignoredColumns` of the answer show the result. A refused header answers with `suggestions`. A wrong line is rejected, and the feed goes on. A feed that takes more than half of the items out of stock is `held`: accept it, or send a normal one.",
      examples: { CSV: feed },
      errors: ["UnrecognisedFeed", "FeedTooComplex"],
    },
    {
      method: "POST",
      path: files,
      procedure: "inventory.connectFiles",
      etag: "view",
      guarded: true,
      hasUploadUrl: true,
      summary: "Connect the source of files for all stores",
      description:
        "Replaces the source and its upload key. The key sends files with a column of stores, by HTTP or SFTP. `http-pull` fetches the file. Only this answer shows `nextSteps.uploadKey`. Stores with a source of their own keep it.",
      examples: {
        "File upload": { provider: "csv-upload", parameters: { columns: { store: "Branch" } } },
        "File fetched from a web address": {
          provider: "http-pull",
          parameters: { url: "https://shop.example/export/stock-of-all-stores.csv", intervalMinutes: 60 },
        },
      },
      errors: ["UnknownProvider", "QuotaExceeded"],
    },
    {
      method: "GET",
      path: files,
      procedure: "inventory.getFileSource",
      etag: "view",
      summary: "Read the source of files for all stores",
      description:
        "Its status, latest file and warnings. The stores that have a source of their own are not part of it.",
    },
    {
      method: "DELETE",
      path: files,
      procedure: "inventory.disconnectFiles",
      guarded: true,
      summary: "Disconnect the source of files for all stores",
      description: "Its upload key is refused from now on, and its address is not fetched again. Items stay.",
    },
    {
      method: "PUT",
      path: `${files}/stock`,
      procedure: "inventory.putFile",
      body: "stream",
      limit: FEED_LIMIT,
      runsOn: true,
      hasLinks: true,
      summary: "Send one stock file for all stores",
      description:
        "A stock feed with a column of stores: `Store`, `Store code`, `Filiale`, … Its values are names, external ids, store codes or ids of the retailer's stores. Each store's lines are an ingest of its own: one store can be held or refused without the others. Stores without a line stay as they are, in both modes. Lines of unknown stores are counted in `unknownStores`. Lines of a store that has a source of its own are rejected. A file of more than 100 stores answers 202, and `links.self` shows the progress. A dry run shows its first 100 stores. Numbers are read by the evidence of the whole file.",
      examples: { CSV: feedOfStores },
      errors: ["UnrecognisedFeed", "FeedTooComplex", "QuotaExceeded"],
    },
    {
      method: "GET",
      path: `${files}/files/:fileId`,
      procedure: "inventory.getFile",
      etag: "content",
      hasLinks: true,
      summary: "Read a stock file of several stores",
      description: "Its progress, and the ingest of each store that is done.",
    },
    {
      method: "GET",
      path: `${files}/files/:fileId/rejections`,
      procedure: "inventory.listFileRejections",
      page: "body",
      summary: "List rejected lines of a stock file of several stores",
      description: "In the order of the file. `storeId` is null for a line of no store.",
    },
    {
      method: "PATCH",
      path: `${inventory}/stock`,
      procedure: "inventory.patchStock",
      tool: {
        name: "update_stock",
        description:
          "1 to 1,000 lines of stock. Each names a barcode. For a known item, price or quantity can be left out. `quantityDelta` adds to the quantity, and `confirm` is the `Idempotency-Key` that it needs. A wrong line is rejected and counted, and the others are written.",
      },
      ofLines: true,
      summary: "Send stock lines",
      description:
        "1 to 1,000 lines. Members have the names of a feed's columns. For a known item, price or quantity can be left out. `availability` can stand for a quantity. `quantityDelta` adds to it, and needs an `Idempotency-Key` (else 422). A wrong line is rejected: the answer is 200 and counts the rejected lines.",
      bodySchema: { type: "array", items: { $ref: "#/components/schemas/StockLine" }, minItems: 1, maxItems: 1000 },
      examples: {
        "A sale at the till": [{ barcode: "5012345678900", quantity: 11 }],
        "A sale as a difference, with an Idempotency-Key": [{ barcode: "5012345678900", quantityDelta: -1 }],
        "A count, unless the quantity has changed": [{ barcode: "5012345678900", quantity: 11, expectedQuantity: 12 }],
        "A new item": [{ barcode: "5012345678924", price: 12.5, quantity: 3 }],
        "A barcode as a number": [{ barcode: 5012345678900, quantity: 10 }],
      },
    },
    {
      method: "GET",
      path: `${inventory}/items`,
      procedure: "inventory.listItems",
      tool: { name: "list_items" },
      page: "body",
      prices: true,
      summary: "List items",
      description: "Effective values, and for each channel whether it shows the item, with the reasons.",
    },
    {
      method: "GET",
      path: `${inventory}/:barcode`,
      procedure: "inventory.getItem",
      tool: { name: "get_item" },
      prices: true,
      etag: "view",
      summary: "Read an item of a store",
      description:
        "Effective values, and for each channel whether it shows the item, with the reasons. The barcode can have any spelling of its GTIN.",
    },
    {
      method: "GET",
      path: "/retailers/:retailerId/inventory/:barcode",
      procedure: "inventory.getProduct",
      tool: { name: "get_product" },
      prices: true,
      etag: "view",
      hasLinks: true,
      summary: "Read a product in all stores",
      description:
        "The answer holds the 100 oldest stores that have the product. `storesTotal` is the number of all of them, and `links.stores` the list of the retailer's stores.",
    },
    {
      method: "GET",
      path: `${inventory}/ingests`,
      procedure: "inventory.listIngests",
      tool: { name: "list_ingests" },
      page: "body",
      summary: "List ingests",
      description: "The results of feeds and PATCHes, newest first.",
    },
    {
      method: "GET",
      path: ingest,
      procedure: "inventory.getIngest",
      etag: "content",
      summary: "Read an ingest",
      description:
        "The result of one feed or PATCH: its columns, the numbers of lines and items, and why it was refused or is held.",
    },
    {
      method: "GET",
      path: `${ingest}/rejections`,
      procedure: "inventory.listRejections",
      tool: { name: "list_rejections" },
      page: "body",
      summary: "List rejected lines",
      description: "At most the first 10,000 of an ingest.",
    },
    {
      method: "POST",
      path: `${ingest}/accept`,
      procedure: "inventory.acceptIngest",
      tool: { name: "accept_feed" },
      takesFeed: true,
      summary: "Accept a held feed",
      description: "Applies the feed, except to items that were written after the feed arrived.",
      errors: ["IngestNotHeld"],
    },
    {
      method: "POST",
      path: `${ingest}/undo`,
      procedure: "inventory.undoIngest",
      takesFeed: true,
      withoutQuery: ["onlyCount"],
      summary: "Undo a feed",
      description:
        "For 24 hours: the items that the feed changed get back their price, sale, quantity, currency and condition. Its new items go out of stock. Items that were written since stay as they are, and `keptItems` counts them. Product data of the feed stays.",
      errors: ["IngestNotUndoable"],
    },
    {
      method: "POST",
      path: `${ingest}/discard`,
      procedure: "inventory.discardIngest",
      summary: "Discard a held feed",
      description: "The shelf stays as it is. The status of the ingest is `discarded`.",
      errors: ["IngestNotHeld"],
    },
    {
      method: "PUT",
      path: "/inventory/uploads/:fileName",
      procedure: "uploads.put",
      body: "stream",
      limit: FEED_LIMIT,
      runsOn: true,
      hasLinks: true,
      summary: "Upload a feed with an upload key",
      description:
        "`curl -T stock.csv -H 'Authorization: Bearer <uploadKey>' …/inventory/uploads/` is a whole integration: the upload key names the store, or a retailer for a file of all stores. Without `mode`, the mode of the source applies, else `update`.",
      examples: { CSV: feed },
      errors: ["UnrecognisedFeed", "FeedTooComplex"],
    },
  ],
};
