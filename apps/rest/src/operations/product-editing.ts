import { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { z } from "zod";
import type { Chapter } from "./operation.ts";

const forAll = "/retailers/:retailerId/inventory";
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
  "Data of your own": custom,
};

const errors = ["IncompleteCustomData", "UnknownChannel", "ChannelNotEnabledForStore"] as const;
const created = "201 for the product's first customization, otherwise 200.";

export const productEditing: Chapter = {
  tag: "Product editing",
  description: "Hide products, choose their channels, and set your own data.",
  operations: [
    {
      method: "PATCH",
      path: `${forAll}/:barcode`,
      procedure: "customizations.edit",
      withoutQuery: [...withoutQuery, "ifVersion"],
      etag: "version",
      guarded: true,
      summary: "Edit a product for all stores",
      description:
        "An edit that names `hidden` or `channels` also clears that field in the edits of single stores, so it applies to all stores.",
      examples: edits,
      errors,
    },
    {
      method: "PATCH",
      path: `${forOne}/:barcode`,
      procedure: "customizations.edit",
      withoutQuery: ["ifVersion"],
      etag: "version",
      guarded: true,
      summary: "Edit a product for one store",
      description: "Members that are left out keep the value of the edit for all stores, or of the product data.",
      examples: edits,
      errors,
    },
    {
      method: "GET",
      path: `${forAll}/customizations`,
      procedure: "customizations.list",
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
    },
    {
      method: "DELETE",
      path: one,
      procedure: "customizations.delete",
      guarded: true,
      summary: "Delete a customization",
      description: "The product is shown as before the edit.",
    },
  ],
};
