import { z } from "zod";
import { Page } from "../../kernel/paging.schema.ts";
import { Feed, Ingest, IngestPage } from "../inventory/inventory.schema.ts";

/** A product-data feed of the whole retailer (contract §3, Product data). */
export const PutProducts = z.strictObject({ retailerId: z.string(), feed: Feed });
export type PutProducts = z.infer<typeof PutProducts>;

export const ListProductIngests = z.strictObject({ retailerId: z.string(), page: Page });
export type ListProductIngests = z.infer<typeof ListProductIngests>;

/** A feed of product data is recorded as one of stock is. */
export { Ingest as ProductIngest, IngestPage as ProductIngestPage };
