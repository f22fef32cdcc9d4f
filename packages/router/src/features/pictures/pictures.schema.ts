import { z } from "zod";
import { Feed } from "../ingest/ingest.schema.ts";

export { Edited } from "../customizations/customizations.schema.ts";

export const AddPicture = z.strictObject({ retailerId: z.string(), feed: Feed });
export type AddPicture = z.infer<typeof AddPicture>;

export const PutPicture = AddPicture.extend({ storeId: z.string().optional(), barcode: z.string() });
export type PutPicture = z.infer<typeof PutPicture>;

export const AddedPicture = z.object({
  url: z.string().describe("Public address of the picture"),
  isPublic: z.boolean().describe("false: only this network reaches the address, so Google cannot load the picture"),
});
export type AddedPicture = z.infer<typeof AddedPicture>;
