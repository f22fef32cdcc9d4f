import { z } from "zod";
import { ChannelName } from "../../core/channels/channel.schema.ts";
import { stockStatuses } from "../../core/items/items.schema.ts";
import { storableText } from "../../kernel/body.schema.ts";
import { VisibilityReason } from "./inventory.schema.ts";

/** Why a channel does not show a product. */
export const NotShownBecause = VisibilityReason.shape.code.exclude(["Shown"]);
export type NotShownBecause = z.infer<typeof NotShownBecause>;

/**
 * Selects products of a retailer. A product matches if one of its items, in the stores that `storeId` leaves, has all values. `q`:
 * a whole barcode, otherwise the beginning of a barcode, otherwise words of the title.
 */
export const ProductFilter = z.strictObject({
  storeId: z.uuid().optional(),
  q: storableText.max(200).optional(),
  status: z.enum(stockStatuses).optional(),
  hidden: z.boolean().optional(),
  edited: z.boolean().optional(),
  notShownOn: ChannelName.optional(),
  because: NotShownBecause.optional(),
});
export type ProductFilter = z.infer<typeof ProductFilter>;

export const ProductSort = z.enum(["barcode", "name", "price", "quantity", "updated"]);
export type ProductSort = z.infer<typeof ProductSort>;

export const ProductOrder = z.strictObject({
  sort: ProductSort.default("barcode"),
  descending: z.boolean().default(false),
});
export type ProductOrder = z.infer<typeof ProductOrder>;

export const FindProducts = z.strictObject({
  retailerId: z.string(),
  filter: ProductFilter.default({}),
  order: ProductOrder.prefault({}),
  /** The first page is 1. */
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});
export type FindProducts = z.infer<typeof FindProducts>;

export const ExportProducts = FindProducts.pick({ retailerId: true, filter: true, order: true });
export type ExportProducts = z.infer<typeof ExportProducts>;

/** A product in the stores of the filter, as a row of a list shows it. */
export const ProductSummary = z.object({
  barcode: z.string(),
  title: z.string().nullable(),
  image: z.string().nullable(),
  price: z.number().describe("The lowest price of the stores"),
  highestPrice: z.number(),
  currency: z.string(),
  quantity: z
    .number()
    .nullable()
    .describe("In all of the stores; null: one of them has an availability without a quantity"),
  status: z.enum(stockStatuses).describe("Of the store with the most"),
  stores: z.int().describe("Number of stores that have the product"),
  hiddenIn: z.int().describe("Number of these stores that hide the product"),
  hiddenEverywhere: z.boolean().describe("Hidden by the edit for all stores"),
  edited: z.boolean(),
  refused: NotShownBecause.nullable().describe("What the search engine has against the listing in one of the stores"),
});
export type ProductSummary = z.infer<typeof ProductSummary>;

/** A page of products, and the number of all that match. */
export const FoundProducts = z.object({ data: z.array(ProductSummary), total: z.int() });
export type FoundProducts = z.infer<typeof FoundProducts>;

/** A product with its cells for a file of edits. */
export interface ExportedProduct extends ProductSummary {
  cells: { hidden: string; channels: string; title: string; description: string; brand: string };
}

/** Products in parts. */
export const ProductParts = z.custom<AsyncIterable<ExportedProduct[]>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);
