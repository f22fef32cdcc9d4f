import { z } from "zod";
import { Page } from "../../kernel/paging.schema.ts";
import {
  Feed,
  FeedUndo,
  Ingest,
  IngestPage,
  inQuery,
  RejectionCounts,
  RejectionPage,
} from "../ingest/ingest.schema.ts";
import { mappingOf } from "../sources/source.schema.ts";

const productFields = [
  ...(["barcode", "title", "description", "brand", "image"] as const),
  ...(["category", "color", "size", "groupId", "condition"] as const),
] as const;

/** The columns of the fields of product data, as in a mapping of stock. */
const ProductMapping = mappingOf(productFields);

export const PutProducts = z.strictObject({
  retailerId: z.string(),
  columns: inQuery(ProductMapping).optional(),
  feed: Feed,
});
export type PutProducts = z.infer<typeof PutProducts>;

/** `partial`: only the first bytes of the file. */
export const PreviewProducts = z.strictObject({
  retailerId: z.string(),
  columns: ProductMapping.optional(),
  partial: z.boolean(),
  feed: Feed,
});
export type PreviewProducts = z.infer<typeof PreviewProducts>;

export const GetProductData = z.strictObject({ retailerId: z.string(), barcode: z.string() });
export type GetProductData = z.infer<typeof GetProductData>;

/** A null value or no image: the source has none. */
export const ProductSource = z.object({
  kind: z.enum(["edit", "product_feed", "connector", "stock_file"]),
  name: z.string().describe("For people, such as `Product feed`, `Shopify` or the label of the store's till"),
  stores: z.array(z.object({ id: z.string(), name: z.string() })).describe("Empty: all stores"),
  title: z.string().nullable(),
  description: z.string().nullable(),
  brand: z.string().nullable(),
  images: z.array(z.string()),
  updatedAt: z.string(),
});
export type ProductSource = z.infer<typeof ProductSource>;

/** For each field and store, the first source with a value counts. */
export const ProductData = z.object({ sources: z.array(ProductSource) });
export type ProductData = z.infer<typeof ProductData>;

export const ListProductIngests = z.strictObject({ retailerId: z.string(), page: Page });
export type ListProductIngests = z.infer<typeof ListProductIngests>;

export const GetProductIngest = z.strictObject({ retailerId: z.string(), ingestId: z.string() });
export type GetProductIngest = z.infer<typeof GetProductIngest>;

export const UndoProducts = GetProductIngest.extend({ onlyCount: z.boolean().optional() });
export type UndoProducts = z.infer<typeof UndoProducts>;

export const ListProductRejections = GetProductIngest.extend({ page: Page });
export type ListProductRejections = z.infer<typeof ListProductRejections>;

/** Feeds of product data and of stock have the same record. */
export {
  FeedUndo as ProductUndo,
  Ingest as ProductIngest,
  IngestPage as ProductIngestPage,
  RejectionCounts as ProductRejectionCounts,
  RejectionPage as ProductRejectionPage,
};
