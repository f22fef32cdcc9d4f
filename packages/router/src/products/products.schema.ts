import { z } from "zod";
import { Feed } from "../inventory/inventory.schema.ts";
import { Page } from "../paging.schema.ts";

/** A product-data feed of the whole retailer (contract §3, Product data). */
export const PutProducts = z.strictObject({ retailerId: z.string(), feed: Feed });
export type PutProducts = z.infer<typeof PutProducts>;

export const ListProductIngests = z.strictObject({ retailerId: z.string(), page: Page });
export type ListProductIngests = z.infer<typeof ListProductIngests>;
