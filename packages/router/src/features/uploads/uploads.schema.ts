import { z } from "zod";
import { Feed, FeedMode, Ingest } from "../inventory/inventory.schema.ts";

/** A feed sent with an upload key, which says whose it is; the file's name says what it holds. */
export const PutUpload = z.strictObject({ fileName: z.string(), mode: FeedMode.optional(), feed: Feed });
export type PutUpload = z.infer<typeof PutUpload>;

/** An upload is recorded as any feed is. */
export { Ingest as UploadIngest };
