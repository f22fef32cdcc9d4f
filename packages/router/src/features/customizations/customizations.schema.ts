import { z } from "zod";
import { ChannelName } from "../../core/channels/channel.schema.ts";
import { barcode, bodyOf, QueryFlag, QueryTime, text, time } from "../../kernel/body.schema.ts";
import { PageOptional } from "../../kernel/paging.schema.ts";
import { webUrl } from "../../kernel/web-url.schema.ts";
import { editLimits } from "./edit-limits.schema.ts";

const imageUrl = webUrl(["http", "https"], "must be an http or https URL");

const limit = z.number().positive("must be over 0").max(9_999_999_999);

/** Limits of a hide: it ends when the price or the quantity reaches one of them. */
const HiddenWhile = z
  .strictObject({ priceUnder: limit.optional(), quantityUnder: limit.optional() })
  .refine((limits) => Object.keys(limits).length > 0, "needs a limit");

/** The fields of an edit. A missing field stays; null clears the field, so that its value is inherited. */
const edits = {
  hidden: z.boolean().nullish(),
  hiddenUntil: time("2026-01-31T09:00:00Z").nullish().describe("Hides the product until this time"),
  hiddenWhile: HiddenWhile.nullish().describe("Hides the product until its price or quantity reaches a limit"),
  channels: z.array(ChannelName).max(20).nullish(),
  title: text(editLimits.title).nullish(),
  description: text(editLimits.description).nullish(),
  brand: text(editLimits.brand).nullish(),
  image: z
    .array(imageUrl)
    .min(1, "must hold at least one image")
    .max(editLimits.images, `must hold at most ${editLimits.images} images`)
    .nullish(),
};

/** One record per item for all stores, and one per item and store. */
export const Customization = z.object({
  id: z.string(),
  barcode: z.string(),
  storeId: z.string().nullable().describe("null: all stores"),
  hidden: z.boolean().nullable(),
  hiddenUntil: z.string().nullable().describe("When the hide ends by itself"),
  hiddenWhile: z
    .object({ priceUnder: z.number().optional(), quantityUnder: z.number().optional() })
    .nullable()
    .describe(
      "The hide ends when the price or the quantity reaches one of them. An item without a quantity reaches no quantity",
    ),
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

/** The fields of an edit alone. */
export const EditBody = bodyOf(edits).refine((body) => Object.keys(body).length > 0, "names nothing to change");
export type Edits = z.infer<typeof EditBody>;

/** The `storeId` of a record that is sent back. It must not differ from the path. */
const sentBack = { storeId: z.unknown().optional() };

/** PATCH …/inventory/{barcode}, for all stores or one store. */
export const EditProduct = z.strictObject({
  retailerId: z.string(),
  storeId: z.string().optional(),
  barcode: z.string(),
  ifVersion: z.int().min(0).optional().describe("The version that the edit starts from; 0: there is no edit yet"),
  body: bodyOf({ ...edits, ...sentBack }, Customization).refine(
    ({ storeId: _, ...body }) => Object.keys(body).length > 0,
    "names nothing to change",
  ),
});
export type EditProduct = z.infer<typeof EditProduct>;

/** With the batch and serial of a GS1 code, which are not stored. */
export const Barcode = barcode(text(2_000));

/** POST …/inventory/customizations, for all stores or one store. No store needs to have the item yet. */
export const PostCustomization = z.strictObject({
  retailerId: z.string(),
  storeId: z.string().optional(),
  body: bodyOf({ barcode: Barcode, ...edits, ...sentBack }, Customization),
});
export type PostCustomization = z.infer<typeof PostCustomization>;

/** POST …/inventory/customizations/batch: up to 1,000 bodies, each for all stores or for the store in it. */
export const PostBatch = z.strictObject({
  retailerId: z.string(),
  body: z
    .array(
      bodyOf({ barcode: Barcode, storeId: z.string().nullish(), ...edits }, Customization),
      "must be an array of 1 to 1,000 bodies",
    )
    .min(1, "must hold at least one body")
    .max(1_000, "must hold at most 1,000 bodies"),
});
export type PostBatch = z.infer<typeof PostBatch>;

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

const { hidden, hiddenUntil, hiddenWhile, channels } = edits;

/** Asks how many settings of single stores an edit for all stores removes. */
export const CountOwnSettings = z.strictObject({
  retailerId: z.string(),
  barcode: z.string(),
  edit: bodyOf({ hidden, hiddenUntil, hiddenWhile, channels }),
});
export type CountOwnSettings = z.infer<typeof CountOwnSettings>;

export const OwnSettings = z.object({
  stores: z.int().describe("Number of stores with an own visibility or own channels, which the edit removes"),
});
export type OwnSettings = z.infer<typeof OwnSettings>;

export const GetCustomization = z.strictObject({ retailerId: z.string(), customizationId: z.string() });
export type GetCustomization = z.infer<typeof GetCustomization>;

/** The query or the JSON body names the barcode. If both name it, they must agree. */
export const DeleteCustomization = z.strictObject({
  retailerId: z.string(),
  barcode: z.string().optional(),
  storeId: z.string().optional(),
  body: bodyOf({ barcode: barcode(z.string()).optional(), storeId: z.string().nullish() }, Customization).optional(),
});
export type DeleteCustomization = z.infer<typeof DeleteCustomization>;
