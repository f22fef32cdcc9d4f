import { z } from "zod";
import { Page } from "../../kernel/paging.schema.ts";
import { Feed, Ingest, IngestPage, RejectionPage } from "../inventory/inventory.schema.ts";

/** A feed of product data for the whole retailer. */
export const PutProducts = z.strictObject({ retailerId: z.string(), feed: Feed });
export type PutProducts = z.infer<typeof PutProducts>;

export const GetProductData = z.strictObject({ retailerId: z.string(), barcode: z.string() });
export type GetProductData = z.infer<typeof GetProductData>;

/** The product data of a feed. */
export const ProductData = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  brand: z.string().nullable(),
  images: z.array(z.string()),
  updatedAt: z.string(),
});
export type ProductData = z.infer<typeof ProductData>;

export const ListProductIngests = z.strictObject({ retailerId: z.string(), page: Page });
export type ListProductIngests = z.infer<typeof ListProductIngests>;

export const GetProductIngest = z.strictObject({ retailerId: z.string(), ingestId: z.string() });
export type GetProductIngest = z.infer<typeof GetProductIngest>;

export const ListProductRejections = GetProductIngest.extend({ page: Page });
export type ListProductRejections = z.infer<typeof ListProductRejections>;

/** Feeds of product data and of stock have the same record. */
export { Ingest as ProductIngest, IngestPage as ProductIngestPage, RejectionPage as ProductRejectionPage };
