import { z } from "zod";
import { HistoryEntry, historyActions } from "../../core/history/history-entry.schema.ts";
import { QueryTime } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { Customization } from "../customizations/customizations.schema.ts";

export const HistoryPage = pageOf(HistoryEntry);

export const ListHistory = z.strictObject({
  retailerId: z.string(),
  page: Page,
  barcode: z.string().optional(),
  storeId: z.uuid("must be the id of a store").optional(),
  operationId: z.uuid("must be the id of an operation").optional(),
  actor: z.string().max(100).optional(),
  action: z.enum(historyActions).optional(),
  since: QueryTime.optional(),
});
export type ListHistory = z.infer<typeof ListHistory>;

export const RevertEntry = z.strictObject({ retailerId: z.string(), entryId: z.string() });
export type RevertEntry = z.infer<typeof RevertEntry>;

/** null if there was no customization before the edit, and for a rule, which GET shows. */
export const Reverted = Customization.nullable();

/** Kinds of changes for people, with the first parts of their actions. */
export const historyKinds = {
  products: ["customization.", "item.", "rule."],
  files: ["stock.", "products."],
  stores: ["retailer.", "store."],
  channels: ["channel."],
  sources: ["source.", "connection."],
  people: ["member."],
} as const;
export type HistoryKind = keyof typeof historyKinds;

/** Entries of an operation that are counted, and products of it that are named. */
export const MAX_COUNTED = 1_000;
export const SHOWN_PRODUCTS = 3;

/** `until` is left out itself. */
export const ListHistoryOperations = z.strictObject({
  retailerId: z.string(),
  page: Page,
  storeId: z.uuid("must be the id of a store").optional(),
  actor: z.string().max(100).optional(),
  operationId: z.uuid("must be the id of an operation").optional(),
  kind: z.enum(["products", "files", "stores", "channels", "sources", "people"]).optional(),
  since: QueryTime.optional(),
  until: QueryTime.optional(),
});
export type ListHistoryOperations = z.infer<typeof ListHistoryOperations>;

const NamedProduct = z.object({ barcode: z.string(), title: z.string().nullable() });

/** The changes of one call. */
export const HistoryOperation = z.object({
  id: z.string(),
  lead: HistoryEntry.describe("The first of its entries"),
  store: z.object({ id: z.string(), name: z.string() }).nullable().describe("The store of the first entry"),
  entries: z.int().describe("At most 1,000 are counted"),
  products: z.int().describe("Number of the products; of a bulk edit all, otherwise at most 1,000 are counted"),
  named: z.array(NamedProduct).describe("Some of the products"),
  bulk: z
    .object({
      kind: z.enum(["edit", "import", "revert"]),
      filter: z.record(z.string(), z.json()).nullable(),
      reverts: z.string().nullable(),
    })
    .nullable()
    .describe("Of a bulk edit, an import or a revert"),
  undo: z.enum(["edits", "rule", "stock", "products"]).nullable().describe("What can be undone; null: nothing"),
  isUndone: z.boolean(),
});
export type HistoryOperation = z.infer<typeof HistoryOperation>;
export const HistoryOperationPage = pageOf(HistoryOperation);

export const NameProducts = z.strictObject({
  retailerId: z.string(),
  storeId: z.uuid("must be the id of a store").optional(),
  barcodes: z.array(z.string().max(2_000)).max(100),
});
export type NameProducts = z.infer<typeof NameProducts>;
export const NamedProducts = z.array(NamedProduct);
