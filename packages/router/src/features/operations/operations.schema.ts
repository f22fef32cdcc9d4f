import { z } from "zod";
import { NotShownIn } from "../../core/channels/channel.schema.ts";
import { editLimits } from "../../core/items/edit-limits.schema.ts";
import { barcode, bodyOf, storableText } from "../../kernel/body.schema.ts";
import { createdAt, idOf } from "../../kernel/fields.schema.ts";
import { EditFields } from "../customizations/customizations.schema.ts";
import { Feed, Rejection } from "../ingest/ingest.schema.ts";
import { ProductFilter } from "../shelf/shelf.schema.ts";

/** A bulk edit, an import of edits, or the revert of an operation. */
export const Operation = z.object({
  id: idOf("operation"),
  kind: z.enum(["edit", "import", "revert"]).describe("A bulk edit, a file of edits, or taking an operation back"),
  status: z
    .enum(["running", "done", "failed", "stopped"])
    .describe("`failed`: `problem` has the reason. `stopped`: a revert ended it"),
  total: z.int().describe("Number of products"),
  done: z.int().describe("Number of products that are done"),
  storeId: z.string().nullable().describe("The store of the edit; null: all stores"),
  filter: z.record(z.string(), z.json()).nullable().describe("The filter of a bulk edit; null: another kind"),
  edit: z.record(z.string(), z.json()).nullable().describe("What a bulk edit sets; null: another kind"),
  reverts: z.string().nullable().describe("The operation that a revert takes back"),
  problem: z.record(z.string(), z.json()).nullable().describe("Why the operation failed: `code`, `detail` and more"),
  createdAt,
  finishedAt: z.string().nullable().describe("When it ended, RFC 3339 in UTC; null: it runs"),
  notShownIn: NotShownIn.optional().describe("Only in the answer to an edit for all stores"),
});
export type Operation = z.infer<typeof Operation>;

export const GetOperation = z.strictObject({ retailerId: z.string(), operationId: z.string() });
export type GetOperation = z.infer<typeof GetOperation>;

/** The fields that one edit can set in many products, with the meaning of an edit of one product. */
const BulkEdit = bodyOf({
  ...EditFields.pick({ hidden: true, hiddenUntil: true, channels: true, for: true }).shape,
  brand: EditFields.shape.brand.unwrap().unwrap().optional().describe(`Own brand, 1 to ${editLimits.brand} characters`),
}).refine((edit) => Object.keys(edit).length > 0, "names nothing to change");

/** With `barcodes`, only these products of the filter. */
const BulkFilter = ProductFilter.extend({
  barcodes: z
    .array(barcode(storableText.min(1).max(2_000)))
    .min(1)
    .max(1_000)
    .optional()
    .describe("Only the products of these barcodes, 1 to 1,000"),
});
export type BulkFilter = z.infer<typeof BulkFilter>;

/** `filter.storeId`: the edit is for that store. */
const bulk = {
  filter: BulkFilter.describe("Which products. A product must match all members; `{}`: every product"),
  edit: BulkEdit.describe("What to set in each of them, as in an edit of one product"),
};

export const PlanEdit = z.strictObject({ retailerId: z.string(), body: bodyOf(bulk) });
export type PlanEdit = z.infer<typeof PlanEdit>;

export const EditByFilter = z.strictObject({
  retailerId: z.string(),
  body: bodyOf({ ...bulk, selection: z.string().max(100).optional().describe("From a dry run of the same filter") }),
});
export type EditByFilter = z.infer<typeof EditByFilter>;

export const EditPlan = z.object({
  products: z.int().describe("Number of products that the filter finds"),
  stores: z.int().describe("Number of stores in which a product changes"),
  events: z.int(),
  ownSettings: z.object({
    replaced: z.int().describe("Number of stores with an own visibility or own channels, which the edit removes"),
  }),
  notShownIn: NotShownIn.optional(),
  selection: z.string().describe("Names the products in the edit itself"),
});
export type EditPlan = z.infer<typeof EditPlan>;

/** Its columns are those of the export of the products. */
export const PlanImport = z.strictObject({ retailerId: z.string(), storeId: z.string().optional(), feed: Feed });
export type PlanImport = z.infer<typeof PlanImport>;

export const ImportEdits = PlanImport.extend({
  selection: z.string().max(100).describe("From the plan of the same file"),
});
export type ImportEdits = z.infer<typeof ImportEdits>;

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
  notShownIn: NotShownIn.optional(),
  rejectedLines: z.int(),
  rejections: z.array(Rejection).describe("The first rejected lines"),
  selection: z.string().describe("Names the edits in the import itself"),
});
export type ImportPlan = z.infer<typeof ImportPlan>;
