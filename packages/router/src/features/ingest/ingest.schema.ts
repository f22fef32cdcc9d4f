import { z } from "zod";
import { listOf, QueryFlag } from "../../kernel/body.schema.ts";
import { createdAt, idOf, rejectionCode, rejectionMessage, storeIdShown } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { FeedMapping, FeedMode, InStore } from "../sources/source.schema.ts";

const inStore = InStore.shape;

export const FeedColumns = z
  .record(z.string(), z.string())
  .describe('The column of each field: `{"quantity": "QOH"}`. A field without a column is missing');

/** JSON in a query string, or a value from a typed client. */
export const inQuery = <Mapping extends z.ZodType>(mapping: Mapping) =>
  z.preprocess((value, context) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue('must be URL-encoded JSON, such as {"price":"Amount"}');
      return z.NEVER;
    }
  }, mapping);

const QueryMapping = inQuery(FeedMapping);

export const DroppedValues = z.object({
  field: z.string().nullable().describe("null: all product data from the line on"),
  code: rejectionCode,
  message: rejectionMessage,
  lines: z.int().describe("Number of lines with such a value"),
  line: z.int().describe("The first of these lines"),
  value: z.string().nullable().describe("Its value, cut to 200 characters"),
});

/** Lines that are no products, and neither valid nor rejected. */
export const SkippedLines = z.object({
  otherStore: z.int().describe("Lines of another store"),
  total: z.int().describe("Lines with a total"),
  picture: z.int().describe("Lines that only add a picture to a product"),
});

export const Ingest = z.object({
  id: idOf("ingest"),
  createdAt,
  mode: z
    .enum(["update", "replace", "patch"])
    .describe("`replace`: items that the feed does not name go out of stock. `patch`: the lines of a PATCH"),
  status: z
    .enum(["applied", "unchanged", "held", "refused", "discarded"])
    .describe(
      "`applied`: the stock changed. `unchanged`: the same file as before. `held`: it would empty most of the shelf, and waits. `refused`: nothing was taken. `discarded`: it was held, and a person refused it",
    ),
  columns: FeedColumns,
  fallbackColumns: z
    .record(z.string(), z.array(z.string()))
    .describe("Further columns of a field, for lines without a value in the first one"),
  ignoredColumns: z.array(z.string()).describe("Columns of the feed that no field uses, at most 100"),
  ignoredSheets: z
    .array(z.string())
    .describe("Visible sheets of a workbook that were left out, because their header is another one; at most 20"),
  ignoredMembers: z.array(z.string()).describe("Members of the lines of a PATCH that no field uses, at most 100"),
  droppedValues: z
    .array(DroppedValues)
    .describe("Product data and sales in a stock feed or PATCH that were not taken. Their lines are valid"),
  numberOfLines: z.int().describe("`validLines`, `rejectedLines` and the three of `skippedLines`"),
  validLines: z.int().describe("Lines that count"),
  inStockValidLines: z.int().describe("Of these, lines with a quantity above 0 or an availability"),
  changedItems: z.int().describe("Items of before with another quantity, price, currency or condition"),
  newItems: z.int().describe("Items that the store did not have"),
  rejectedLines: z.int().describe("Lines that do not count. The first 10,000 are in `…/rejections`"),
  skippedLines: SkippedLines.describe("Lines that are no products of this store"),
  reason: z.string().nullable().describe("Why it was refused or is held, in words"),
  problem: z
    .object({
      code: z.string().describe("The code of the error, `FeedHeld`, `FeedReplaced`, `NoValidLine` or `NoKnownProduct`"),
      parameters: z.record(z.string(), z.unknown()).describe("The values in `reason`"),
    })
    .nullable()
    .describe("`reason` for programs; null: no reason, or a feed from before 27 November 2026"),
  durationMs: z.int().describe("Time that taking it in took, in milliseconds"),
  undoUntil: z
    .string()
    .nullable()
    .describe("Until when `…/undo` takes the feed back, RFC 3339 in UTC; null: it cannot"),
  undoneAt: z.string().nullable().describe("When it was taken back, RFC 3339 in UTC; null: it was not"),
});
export type Ingest = z.infer<typeof Ingest>;
export const IngestPage = pageOf(Ingest);

export const Feed = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  "must be a stream of bytes",
);

export const PutStock = z.strictObject({
  ...inStore,
  mode: FeedMode.default("update"),
  columns: QueryMapping.optional(),
  feed: Feed,
});
export type PutStock = z.infer<typeof PutStock>;

/** The members of a line have the names of a feed's columns. Invalid lines are rejected one by one. */
export const PatchStock = z.strictObject({
  ...inStore,
  body: listOf(z.record(z.string(), z.unknown(), "must be an object"), "must be an array of 1 to 1,000 lines")
    .min(1, "must hold at least one line")
    .max(1_000, "must hold at most 1,000 lines"),
});
export type PatchStock = z.infer<typeof PatchStock>;

/** `feeds`: only files (true), or only the PATCHes of tills (false). */
export const ListIngests = z.strictObject({ ...inStore, page: Page, feeds: QueryFlag.optional() });
export type ListIngests = z.infer<typeof ListIngests>;

export const GetIngest = z.strictObject({ ...inStore, ingestId: z.string() });
export type GetIngest = z.infer<typeof GetIngest>;

export const UndoIngest = GetIngest.extend({ onlyCount: z.boolean().optional() });
export type UndoIngest = z.infer<typeof UndoIngest>;

export const FeedUndo = z.object({
  restoredItems: z.int().describe("Number of items that are as before the feed"),
  keptItems: z.int().describe("Number of items that were written since and stay as they are"),
});
export type FeedUndo = z.infer<typeof FeedUndo>;

/** `line` counts from the header, which is line 1. */
export const Rejection = z.object({
  line: z.int().describe("Number of the line. The header is line 1, in a PATCH the first line is 1"),
  field: z.string().nullable().describe("The field that is wrong, such as `price`; null: the whole line"),
  code: rejectionCode,
  message: rejectionMessage,
  value: z.string().nullable().describe("The wrong value as it was sent, cut to 200 characters; null: none"),
  currentQuantity: z
    .number()
    .nullish()
    .describe("In a PATCH with `quantityDelta` or `expectedQuantity`: the quantity that the item has; null: none"),
});
export type Rejection = z.infer<typeof Rejection>;

export const ListRejections = z.strictObject({ ...inStore, ingestId: z.string(), page: Page });
export type ListRejections = z.infer<typeof ListRejections>;
export const CountRejections = ListRejections.omit({ page: true });
export type CountRejections = z.infer<typeof CountRejections>;
/** The stored rejected lines by their code, the most first. `message` is empty if they have several. */
export const RejectionCounts = z.array(z.object({ code: z.string(), message: z.string(), lines: z.int() }));
export type RejectionCounts = z.infer<typeof RejectionCounts>;
export const RejectionPage = pageOf(Rejection);

/** `partial`: only the first bytes of the file. */
export const PreviewStock = InStore.extend({ feed: Feed, partial: z.boolean(), columns: FeedMapping.optional() });
export type PreviewStock = z.infer<typeof PreviewStock>;

export const PreviewStockFile = PreviewStock.omit({ storeId: true });
export type PreviewStockFile = z.infer<typeof PreviewStockFile>;

/** Stores and unknown values in the record of a file. */
export const MAX_STORES_SHOWN = 1_000;

const SomeStores = z.object({
  count: z.int().describe("Number of these stores"),
  stores: z
    .array(
      z.object({
        storeId: storeIdShown,
        storeName: z.string().nullable().describe("Its name; null: the store was deleted"),
      }),
    )
    .describe("The first 100 of them"),
});

export const StockFile = z.object({
  id: idOf("file"),
  createdAt,
  mode: FeedMode,
  status: z.enum(["running", "done"]).describe("`running`: the lines of some stores still wait"),
  columns: FeedColumns,
  ignoredColumns: z.array(z.string()).describe("Columns of the file that no field uses, at most 100"),
  ignoredSheets: z.array(z.string()).describe("Visible sheets of a workbook that were left out, at most 20"),
  numberOfLines: z
    .int()
    .describe("`rejectedLines`, `unknownStores.lines`, both of `skippedLines`, and the lines of the stores' ingests"),
  rejectedLines: z.int().describe("Rejected lines that no store has. Those of a store are in its ingest"),
  skippedLines: SkippedLines.omit({ otherStore: true }).describe("Lines of no store that are no products"),
  unknownStores: z
    .object({
      lines: z.int().describe("Number of these lines"),
      values: z.array(z.string()).describe("What they name, at most 100"),
    })
    .describe("Lines that name no store of the retailer, and the first 100 different names"),
  storesWithoutLines: SomeStores.describe("Stores of the retailer without a line, which stay as they are"),
  storesWithOwnSource: SomeStores.describe("Stores whose lines are rejected, because they have a source of their own"),
  storesTotal: z.int().describe("Number of stores with lines"),
  storesDone: z.int().describe("Of these, stores whose lines are taken"),
  stores: z
    .array(
      z.object({
        storeId: storeIdShown,
        storeName: z.string().nullable().describe("null: the store was deleted"),
        ingest: Ingest.nullable().describe("null: the lines of the store wait, or the store was deleted"),
      }),
    )
    .describe(`The first ${MAX_STORES_SHOWN} stores with lines`),
  links: z
    .object({
      self: z.string().describe("This record, with its progress"),
      rejections: z.string().describe("All rejected lines of the file, in pages"),
    })
    .describe("Absolute addresses"),
});
export type StockFile = z.infer<typeof StockFile>;

export const PutStockFile = z.strictObject({
  retailerId: z.string(),
  mode: FeedMode.optional(),
  columns: QueryMapping.optional(),
  feed: Feed,
});
export type PutStockFile = z.infer<typeof PutStockFile>;

export const GetStockFile = z.strictObject({ retailerId: z.string(), fileId: z.string() });
export type GetStockFile = z.infer<typeof GetStockFile>;

export const UndoStockFile = GetStockFile.extend({ onlyCount: z.boolean().optional() });
export type UndoStockFile = z.infer<typeof UndoStockFile>;

export const ListFileRejections = GetStockFile.extend({ page: Page });
export type ListFileRejections = z.infer<typeof ListFileRejections>;

export const FileRejection = Rejection.omit({ currentQuantity: true }).extend({
  storeId: z.string().nullable().describe("UUID of the store of the line; null: no store"),
});
export type FileRejection = z.infer<typeof FileRejection>;
export const FileRejectionPage = pageOf(FileRejection);
