import { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import { z } from "zod";
import type { OperationDocs } from "../operation-doc.ts";

const forAll = "/retailers/:retailerId/inventory";
const forOne = "/retailers/:retailerId/stores/:storeId/inventory";

const custom = {
  title: "Brass desk lamp",
  description: "A lamp for the desk, in <b>brass</b>.",
  brand: "Lumen",
  image: ["https://shop.example/lamp.jpg"],
};
const edits = { Hide: { hidden: true }, "Choose channels": { channels: ["search"] }, "Data of your own": custom };

const editErrors = ["IncompleteCustomData", "UnknownChannel", "ChannelNotEnabledForStore"] as const;

export const customizationOperations: OperationDocs = {
  [`PATCH ${forAll}/:barcode`]: {
    summary: "Edit a product for all stores",
    description:
      "An edit that names `hidden` or `channels` also clears that field in the edits of single stores: for all means all.",
    bodies: edits,
    errors: editErrors,
  },
  [`PATCH ${forOne}/:barcode`]: {
    summary: "Edit a product for one store",
    description: "What it does not name stays as the edit for all stores, or the product data, says.",
    bodies: edits,
    errors: editErrors,
  },
  [`GET ${forAll}/customizations`]: {
    summary: "List customizations",
    description: "All of the retailer, those of single stores included, as one array.",
    answer: z.array(Customization),
  },
  [`POST ${forAll}/customizations`]: {
    summary: "Customize a product for all stores",
    description: "201 if it had no customization before, else 200.",
    bodies: { Hide: { barcode: "5012345678900", hidden: true } },
    errors: editErrors,
  },
  [`POST ${forOne}/customizations`]: {
    summary: "Customize a product for one store",
    description: "201 if it had no customization before, else 200.",
    bodies: { "Data of your own": { barcode: "5012345678900", ...custom } },
    errors: editErrors,
  },
  [`POST ${forAll}/customizations/batch`]: {
    summary: "Customize many products",
    description: "Up to 1,000, each for all stores or the one that it names, in one transaction: all or none.",
    bodies: {
      "Hide two": [
        { barcode: "5012345678900", hidden: true },
        { barcode: "5012345678917", hidden: true },
      ],
    },
    errors: editErrors,
  },
  [`DELETE ${forAll}/customizations`]: {
    summary: "Delete a product's customization",
    description:
      "Named by `?barcode=` (and `&storeId=`) or by a JSON body. Without `storeId`: that for all stores alone.",
    bodies: { "By body": { barcode: "5012345678900" } },
    errors: ["CustomizationNotFound"],
  },
  [`GET ${forAll}/customizations/:customizationId`]: { summary: "Read a customization" },
  [`DELETE ${forAll}/customizations/:customizationId`]: {
    summary: "Delete a customization",
    description: "The product is shown as before the edit.",
  },
  "GET /retailers/:retailerId/history": {
    summary: "List what was changed",
    description: "Every write, the newest first: who, what, from what to what.",
  },
  "POST /retailers/:retailerId/history/:entryId/revert": {
    summary: "Undo a change",
    description: "Of product edits and customizations, while nothing changed since.",
    errors: ["ChangedSince", ...editErrors],
  },
};
