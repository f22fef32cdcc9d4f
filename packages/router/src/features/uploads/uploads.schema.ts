import { z } from "zod";
import { Feed, Ingest, StockFile } from "../ingest/ingest.schema.ts";
import { FeedMode } from "../sources/source.schema.ts";

/** The key belongs to a store or to a retailer. The file name decides between stock and product data. */
export const PutUpload = z.strictObject({ fileName: z.string(), mode: FeedMode.optional(), feed: Feed });
export type PutUpload = z.infer<typeof PutUpload>;

/** Uploads have the same records as other feeds. */
export const UploadAnswer = z.union([Ingest, StockFile]);
export type UploadAnswer = z.infer<typeof UploadAnswer>;
