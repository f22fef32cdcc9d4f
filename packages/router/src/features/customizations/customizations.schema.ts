import { z } from "zod";
import { ChannelName } from "../../core/channels/channel.schema.ts";
import { bodyOf, QueryFlag, QueryTime, text } from "../../kernel/body.schema.ts";
import { PageOptional } from "../../kernel/paging.schema.ts";
import { webUrl } from "../../kernel/web-url.schema.ts";

const imageUrl = webUrl(["http", "https"], "must be an http or https URL");

/** What an edit may name; left out: kept, null: cleared, that is inherited (contract §4). */
const edits = {
  hidden: z.boolean().nullish(),
  channels: z.array(ChannelName).max(20).nullish(),
  title: text(150).nullish(),
  description: text(5_000).nullish(),
  brand: text(70).nullish(),
  image: z.array(imageUrl).min(1, "must hold at least one image").max(10, "must hold at most 10 images").nullish(),
};

/** PATCH …/inventory/{barcode}: for all stores, or one. */
export const EditProduct = z.strictObject({
  retailerId: z.string(),
  storeId: z.string().optional(),
  barcode: z.string(),
  body: bodyOf(edits).refine((body) => Object.keys(body).length > 0, "names nothing to change"),
});
export type EditProduct = z.infer<typeof EditProduct>;
export type Edits = z.infer<typeof EditProduct>["body"];

export const Barcode = text(64);

/** POST …/inventory/customizations: for all stores, or one; the item need not exist yet. */
export const PostCustomization = z.strictObject({
  retailerId: z.string(),
  storeId: z.string().optional(),
  body: bodyOf({ barcode: Barcode, ...edits }),
});
export type PostCustomization = z.infer<typeof PostCustomization>;

/** POST …/inventory/customizations/batch: up to 1,000 at once, each for all stores or for the one that it names. */
export const PostBatch = z.strictObject({
  retailerId: z.string(),
  body: z
    .array(
      bodyOf({ barcode: Barcode, storeId: z.string().nullish(), ...edits }),
      "must be an array of 1 to 1,000 bodies",
    )
    .min(1, "must hold at least one body")
    .max(1_000, "must hold at most 1,000 bodies"),
});
export type PostBatch = z.infer<typeof PostBatch>;

/** One record per (all stores or one) × item. */
export const Customization = z.object({
  id: z.string(),
  barcode: z.string(),
  storeId: z.string().nullable().describe("null: all stores"),
  hidden: z.boolean().nullable(),
  channels: z.array(z.string()).nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  brand: z.string().nullable(),
  image: z.array(z.string()).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type Customization = z.infer<typeof Customization>;

export const PostedCustomization = z.object({ created: z.boolean(), customization: Customization });

export const ListCustomizations = z.strictObject({
  retailerId: z.string(),
  page: PageOptional.optional(),
  barcode: z.string().optional(),
  storeId: z.uuid("must be the id of a store").optional(),
  hidden: QueryFlag.optional(),
  channel: ChannelName.optional(),
  updatedSince: QueryTime.optional(),
});
export type ListCustomizations = z.infer<typeof ListCustomizations>;

export const GetCustomization = z.strictObject({ retailerId: z.string(), customizationId: z.string() });
export type GetCustomization = z.infer<typeof GetCustomization>;

/** By query or by JSON body; one must name the barcode, and if both do they must agree (400, whichever lacks it). */
export const DeleteCustomization = z.strictObject({
  retailerId: z.string(),
  barcode: z.string().optional(),
  storeId: z.string().optional(),
  body: bodyOf({ barcode: z.string().optional(), storeId: z.string().nullish() }).optional(),
});
export type DeleteCustomization = z.infer<typeof DeleteCustomization>;
