import { z } from "zod";
import { ChannelName } from "../../core/channels/channel.schema.ts";
import { barcode, bodyOf, storableText } from "../../kernel/body.schema.ts";
import { ProductFilter } from "../inventory/find-products.schema.ts";
import { Feed, Rejection } from "../inventory/inventory.schema.ts";

/** Several edits under one id: a bulk edit, an import of edits, or the revert of an operation. */
export const Operation = z.object({
  id: z.string(),
  kind: z.enum(["edit", "import", "revert"]),
  status: z.enum(["running", "done", "failed", "stopped"]),
  total: z.int().describe("Number of products"),
  done: z.int().describe("Number of products that are done"),
  storeId: z.string().nullable().describe("The store of the edit; null: all stores"),
  filter: z.record(z.string(), z.json()).nullable(),
  edit: z.record(z.string(), z.json()).nullable(),
  reverts: z.string().nullable().describe("The operation that a revert takes back"),
  problem: z.record(z.string(), z.json()).nullable().describe("Why the operation failed: `code`, `detail` and more"),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Operation = z.infer<typeof Operation>;

export const GetOperation = z.strictObject({ retailerId: z.string(), operationId: z.string() });
export type GetOperation = z.infer<typeof GetOperation>;

/** The fields that one edit can set in many products, with the meaning of an edit of one product. */
const BulkEdit = bodyOf({ hidden: z.boolean().nullish(), channels: z.array(ChannelName).max(20).nullish() }).refine(
  (edit) => Object.keys(edit).length > 0,
  "names nothing to change",
);

/** The filter of the product list. With `barcodes`, only these products of it. */
const BulkFilter = ProductFilter.extend({
  barcodes: z
    .array(barcode(storableText.min(1).max(2_000)))
    .min(1)
    .max(1_000)
    .optional(),
});
export type BulkFilter = z.infer<typeof BulkFilter>;

/** With `filter.storeId` the edit is for that store, otherwise for all stores. */
const bulk = { filter: BulkFilter, edit: BulkEdit };

export const PlanEdit = z.strictObject({ retailerId: z.string(), body: bodyOf(bulk) });
export type PlanEdit = z.infer<typeof PlanEdit>;

export const EditByFilter = z.strictObject({
  retailerId: z.string(),
  body: bodyOf({ ...bulk, selection: z.string().max(100).optional().describe("From a dry run of the same filter") }),
});
export type EditByFilter = z.infer<typeof EditByFilter>;

/** What a bulk edit would change, and the token of its products. */
export const EditPlan = z.object({
  products: z.int().describe("Number of products that the filter finds"),
  stores: z.int().describe("Number of stores in which a product changes"),
  events: z.int(),
  ownSettings: z.object({
    replaced: z.int().describe("Number of stores with an own visibility or own channels, which the edit removes"),
  }),
  selection: z.string().describe("Names the products in the edit itself"),
});
export type EditPlan = z.infer<typeof EditPlan>;

/** A file of edits, for all stores or one store. Its columns are those of the export of the products. */
export const PlanImport = z.strictObject({ retailerId: z.string(), storeId: z.string().optional(), feed: Feed });
export type PlanImport = z.infer<typeof PlanImport>;

export const ImportEdits = PlanImport.extend({
  selection: z.string().max(100).describe("From the plan of the same file"),
});
export type ImportEdits = z.infer<typeof ImportEdits>;

/** What an import of edits would change. */
export const ImportPlan = z.object({
  lines: z.int(),
  products: z.int().describe("Number of products that change"),
  fields: z.record(z.string(), z.int()).describe("Number of products that change, by field"),
  ownSettings: z
    .object({
      replaced: z.int().describe("Number of stores with an own visibility or own channels, which the import removes"),
      kept: z.int().describe("Number of stores with own texts, which stay"),
    })
    .describe("Of the products that change"),
  rejectedLines: z.int(),
  rejections: z.array(Rejection).describe("The first rejected lines"),
  selection: z.string().describe("Names the edits in the import itself"),
});
export type ImportPlan = z.infer<typeof ImportPlan>;
