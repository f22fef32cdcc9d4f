import { z } from "zod";
import { Page } from "../../kernel/paging.schema.ts";
import { Feed, Ingest, IngestPage, RejectionPage } from "../inventory/inventory.schema.ts";

/** A feed of product data for the whole retailer. */
export const PutProducts = z.strictObject({ retailerId: z.string(), feed: Feed });
export type PutProducts = z.infer<typeof PutProducts>;

export const GetProductData = z.strictObject({ retailerId: z.string(), barcode: z.string() });
export type GetProductData = z.infer<typeof GetProductData>;

/** Product data from one source. A null value or no image: the source has none. */
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

/** The product data of a barcode. For each field and store, the first source with a value counts. */
export const ProductData = z.object({ sources: z.array(ProductSource) });
export type ProductData = z.infer<typeof ProductData>;

export const ListProductIngests = z.strictObject({ retailerId: z.string(), page: Page });
export type ListProductIngests = z.infer<typeof ListProductIngests>;

export const GetProductIngest = z.strictObject({ retailerId: z.string(), ingestId: z.string() });
export type GetProductIngest = z.infer<typeof GetProductIngest>;

export const ListProductRejections = GetProductIngest.extend({ page: Page });
export type ListProductRejections = z.infer<typeof ListProductRejections>;

/** Feeds of product data and of stock have the same record. */
export { Ingest as ProductIngest, IngestPage as ProductIngestPage, RejectionPage as ProductRejectionPage };
