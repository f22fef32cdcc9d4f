import { z } from "zod";
import { Feed, FeedMode, Ingest } from "../inventory/inventory.schema.ts";

/** A feed from an upload key. The key belongs to a store. The file name decides between stock and product data. */
export const PutUpload = z.strictObject({ fileName: z.string(), mode: FeedMode.optional(), feed: Feed });
export type PutUpload = z.infer<typeof PutUpload>;

/** Uploads have the same record as other feeds. */
export { Ingest as UploadIngest };
