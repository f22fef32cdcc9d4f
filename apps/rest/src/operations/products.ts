import { MAX_PICTURE_BYTES } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { z } from "zod";
import { type Chapter, FEED_LIMIT } from "./operation.ts";

const forAll = "/retailers/:retailerId/inventory";

export const productData: Chapter = {
  tag: "Product data",
  description: "Titles, pictures and other data of a retailer's products.",
  guide: ["stock-in#product-data", "Product data"],
  operations: [
    {
      method: "PUT",
      path: `${forAll}/products`,
      procedure: "products.putFeed",
      body: "stream",
      limit: FEED_LIMIT,
      summary: "Send product data",
      description:
        "For the whole retailer: barcode, title, description, brand, images, category, color, size, groupId, condition. Blank or absent values keep the known value. The feed creates no items.",
      examples: { CSV: "barcode,title,brand,category\n5012345678900,Desk lamp,Lumen,Home > Lighting\n" },
      errors: ["UnrecognisedFeed", "FeedTooComplex"],
    },
    {
      method: "GET",
      path: `${forAll}/ingests`,
      procedure: "products.listIngests",
      page: "body",
      summary: "List ingests of product data",
      description: "The results of product feeds, newest first. Ingests of stock are listed at each store.",
    },
    {
      method: "GET",
      path: `${forAll}/ingests/:ingestId`,
      procedure: "products.getIngest",
      etag: "content",
      summary: "Read an ingest of product data",
      description: "The result of one product feed: its columns, the numbers of lines, and why it was refused.",
    },
    {
      method: "GET",
      path: `${forAll}/ingests/:ingestId/rejections`,
      procedure: "products.listRejections",
      page: "body",
      summary: "List rejected lines of product data",
      description: "At most the first 10,000 of an ingest.",
    },
    {
      method: "POST",
      path: `${forAll}/ingests/:ingestId/undo`,
      procedure: "products.undoIngest",
      takesFeed: true,
      withoutQuery: ["onlyCount"],
      summary: "Undo a feed of product data",
      description:
        "For 24 hours: the products that the feed changed get back their data, and its new products have none. Products that another feed changed since stay as they are, and `keptItems` counts them.",
      errors: ["IngestNotUndoable"],
    },
  ],
};

const forOne = "/retailers/:retailerId/stores/:storeId/inventory";
const one = `${forAll}/customizations/:customizationId` as const;
const location = `${forAll}/customizations/:id` as const;

/** The path for all stores takes no store. */
const withoutQuery = ["storeId"];

const custom = {
  title: "Brass desk lamp",
  description: "A lamp for the desk, in <b>brass</b>.",
  brand: "Lumen",
  image: ["https://shop.example/lamp.jpg"],
};
const edits = {
  Hide: { hidden: true },
  "Hide until the price is right": { hiddenWhile: { priceUnder: 5 } },
  "Choose channels": { channels: ["search"] },
  "A title of your own": { title: custom.title },
  "Data of your own": custom,
  "Another title for Google": { for: { search: { title: "Brass desk lamp, dimmable" } } },
  "No pickup of this product": { for: { search: { pickup: { method: "not_supported" } } } },
};

const errors = ["IncompleteCustomData", "UnknownChannel", "ChannelNotEnabledForStore"] as const;
const created = "201 for the product's first customization, otherwise 200.";

const putPicture = {
  procedure: "pictures.put",
  body: "stream",
  takesPicture: true,
  limit: MAX_PICTURE_BYTES,
  etag: "version",
  guarded: true,
  description:
    "The body is the file: JPEG, PNG or WebP, at most 10 MiB and 25 megapixels. It replaces the product's own pictures. The answer is the edit, whose `image` has the public address: a WebP of at most 1,600 pixels, upright and without metadata. The same file keeps its address.",
  errors: ["InvalidPicture", "QuotaExceeded", "IncompleteCustomData"],
} as const;

export const productEditing: Chapter = {
  tag: "Product editing",
  description: "Hide products, choose their channels, and set your own data.",
  guide: ["shown", "What is shown where"],
  operations: [
    {
      method: "PATCH",
      path: `${forAll}/:barcode`,
      procedure: "customizations.edit",
      tool: { name: "edit_product" },
      withoutQuery: [...withoutQuery, "ifVersion"],
      etag: "version",
      guarded: true,
      summary: "Edit a product for all stores",
      description:
        "An edit that names `hidden` or `channels` also clears that field in the edits of single stores, so it applies to all stores. `notShownIn` names the stores that lack a channel in `channels`. Members that only answers have, such as `price` and `quantity`, are ignored: send stock to `…/inventory/stock`.",
      examples: edits,
      errors,
    },
    {
      method: "PATCH",
      path: `${forOne}/:barcode`,
      procedure: "customizations.edit",
      tool: { name: "edit_item" },
      withoutQuery: ["ifVersion"],
      etag: "version",
      guarded: true,
      summary: "Edit a product for one store",
      description:
        "Members that are left out keep the value of the edit for all stores, or of the product data. Members that only answers have, such as `price` and `quantity`, are ignored: send stock to `…/inventory/stock`.",
      examples: edits,
      errors,
    },
    {
      method: "PUT",
      path: `${forAll}/:barcode/image`,
      ...putPicture,
      withoutQuery,
      summary: "Send a product's picture for all stores",
    },
    {
      method: "PUT",
      path: `${forOne}/:barcode/image`,
      ...putPicture,
      summary: "Send a product's picture for one store",
    },
    {
      method: "GET",
      path: `${forAll}/customizations`,
      procedure: "customizations.list",
      tool: {
        name: "list_customizations",
        description: "The edits of the retailer's products, for all stores and for single stores.",
      },
      page: "header",
      summary: "List customizations",
      description: "One array with all customizations of the retailer, including those of single stores.",
      answer: z.array(Customization),
    },
    {
      method: "POST",
      path: `${forAll}/customizations`,
      procedure: "customizations.post",
      creates: "customization",
      location,
      withoutQuery,
      etag: "version",
      summary: "Customize a product for all stores",
      description: created,
      examples: {
        Hide: { barcode: "5012345678900", hidden: true },
        "A barcode as a number": { barcode: 5012345678900, hidden: true },
      },
      errors,
    },
    {
      method: "POST",
      path: `${forOne}/customizations`,
      procedure: "customizations.post",
      creates: "customization",
      location,
      etag: "version",
      summary: "Customize a product for one store",
      description: created,
      examples: { "Data of your own": { barcode: "5012345678900", ...custom } },
      errors,
    },
    {
      method: "POST",
      path: `${forAll}/customizations/batch`,
      procedure: "customizations.postBatch",
      limit: 16 * 1024 * 1024,
      summary: "Customize many products",
      description:
        "Up to 1,000 customizations in one transaction: all or none. Each one is for all stores, or for the store that it names.",
      examples: {
        "Hide two": [
          { barcode: "5012345678900", hidden: true },
          { barcode: "5012345678917", hidden: true },
        ],
      },
      errors,
    },
    {
      method: "POST",
      path: `${forAll}/customizations/bulk`,
      procedure: "operations.editByFilter",
      tool: {
        name: "edit_by_filter",
        description:
          "The dry run counts the products that the filter finds, the stores and the events. The confirmed call edits exactly these products. If the filter finds other products by then, nothing changes (`ChangedSince`). With `filter.storeId` the edit is for that store, otherwise for all stores. More than 1,000 products are edited in the background.",
        proof: "selection",
      },
      runsOn: true,
      answer: Operation,
      summary: "Edit all products that a filter finds",
      description:
        "First a dry run (`?dryRun=true`): its `response` has the numbers of `products`, `stores` and `events`, and a `selection`. Then the same call with the `selection` edits exactly these products. If the filter finds other products by then, the answer is 409 `ChangedSince`. More than 1,000 products are edited in the background: 202, with the progress at `GET /retailers/{retailerId}/operations/{operationId}`. With `filter.storeId` the edit is for that store, otherwise for all stores.",
      examples: {
        "Count first, with ?dryRun=true": { filter: { q: "lamp", hidden: false }, edit: { hidden: true } },
        Hide: {
          filter: { q: "lamp", hidden: false },
          edit: { hidden: true },
          selection: "PcTIyM0jQcbZvTqQ7oVfQ1X0pJHn5xk8sRz2mY4aDgE",
        },
      },
      errors: ["ChangedSince", "StoreNotFound", "QuotaExceeded", "UnknownChannel", "ChannelNotEnabledForStore"],
    },
    {
      method: "DELETE",
      path: `${forAll}/customizations`,
      procedure: "customizations.deleteByBarcode",
      guarded: true,
      summary: "Delete a product's customization",
      description:
        "Name the product by `?barcode=` (and `&storeId=`), or by a JSON body. Without `storeId`, only the customization for all stores is deleted.",
      examples: { "By body": { barcode: "5012345678900" } },
      errors: ["CustomizationNotFound"],
    },
    {
      method: "GET",
      path: one,
      procedure: "customizations.get",
      etag: "version",
      summary: "Read a customization",
      description:
        "One edit, for all stores or for one. A null field is inherited. GET of the item has the effective values.",
    },
    {
      method: "DELETE",
      path: one,
      procedure: "customizations.delete",
      tool: { name: "delete_customization" },
      guarded: true,
      summary: "Delete a customization",
      description: "The product is shown as before the edit.",
    },
  ],
};

const entries = "/retailers/:retailerId/history";

export const history: Chapter = {
  tag: "History",
  description: "The changes and their authors. Changes can be reverted.",
  guide: ["api-decisions#history", "Rules of the history"],
  operations: [
    {
      method: "GET",
      path: entries,
      procedure: "history.list",
      tool: { name: "list_history" },
      page: "body",
      summary: "List changes",
      description: "Each write, newest first: its author, the action, the values before and after.",
    },
    {
      method: "POST",
      path: `${entries}/:entryId/revert`,
      procedure: "history.revert",
      tool: { name: "revert" },
      etag: "version",
      summary: "Revert a change",
      description: "Works for edits, rules, pauses and safety stocks that were not changed again since.",
      errors: ["ChangedSince"],
    },
    {
      method: "POST",
      path: `${entries}/operations/:operationId/revert`,
      procedure: "operations.revert",
      runsOn: true,
      summary: "Revert an operation",
      description:
        "Takes back all product edits of one request, or none. With more than 1,000 products the answer is 202 and the revert goes on in the background. The revert is an operation, too, so it can be reverted.",
      errors: ["ChangedSince"],
    },
    {
      method: "GET",
      path: "/retailers/:retailerId/operations/:operationId",
      procedure: "operations.get",
      tool: { name: "get_operation" },
      summary: "Read an operation",
      description: "The progress of a bulk edit, or of the revert of an operation.",
    },
  ],
};
