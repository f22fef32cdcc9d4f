import { z } from "zod";
import { ChannelName, NotShownIn } from "../../core/channels/channel.schema.ts";
import { editLimits } from "../../core/items/edit-limits.schema.ts";
import { shownFields } from "../../core/items/items.schema.ts";
import { ItemPickup } from "../../core/stores/pickup.schema.ts";
import {
  barcode,
  bodyOf,
  listOf,
  patchOf,
  QueryFlag,
  QueryTime,
  storableText,
  text,
  time,
  webUrl,
} from "../../kernel/body.schema.ts";
import { barcodeShown, createdAt, idOf, updatedAt } from "../../kernel/fields.schema.ts";
import { PageOptional } from "../../kernel/paging.schema.ts";

const imageUrl = webUrl(["http", "https"], "must be an http or https URL");

/** What the fields of an edit mean, in bodies and answers. */
const means = {
  hidden: "true: no channel shows the product, and webhooks get `out_of_stock`. false: it shows. null: inherited",
  hiddenUntil: "The product is hidden until this time, RFC 3339. null: no time",
  hiddenWhile:
    "The product is hidden until a stock line reaches one of the limits. An item without a quantity reaches no quantity. null: no limits",
  priceUnder: "Hidden while the price is below this amount, in the currency of the store",
  quantityUnder: "Hidden while the quantity is below this number",
  channels:
    "Catalogue ids of the channels that show the product. []: none. null: inherited, and every channel if no edit names any",
  title: `Own title, 1 to ${editLimits.title} characters. null: that of the product data`,
  description: `Own text, 1 to ${editLimits.description.toLocaleString("en")} characters, with basic HTML (\`b i em strong p br ul ol li\`). null: that of the product data`,
  brand: `Own brand, 1 to ${editLimits.brand} characters. null: that of the product data`,
  image: `Own pictures: 1 to ${editLimits.images} http or https addresses, the main one first. null: those of the product data`,
  for: "What single channels get instead of the own texts. It changes no webhook and no event. null: nothing else",
  pickup:
    "How customers of the search engine collect this product, in place of the pickup of the store. null: that of the store",
  search: "What the search engine gets. A member that is left out stays; null: what other channels get",
};

const limit = z.number().positive("must be over 0").max(9_999_999_999);

const HiddenWhile = z
  .strictObject({
    priceUnder: limit.optional().describe(means.priceUnder),
    quantityUnder: limit.optional().describe(means.quantityUnder),
  })
  .refine((limits) => Object.keys(limits).length > 0, "needs a limit");

const ownTitle = text(editLimits.title).nullish().describe(means.title);
const ownDescription = text(editLimits.description).nullish().describe(means.description);
const ownImage = z
  .array(imageUrl)
  .min(1, "must hold at least one image")
  .max(editLimits.images, `must hold at most ${editLimits.images} images`)
  .nullish()
  .describe(means.image);

const SearchTexts = z
  .strictObject({
    title: ownTitle,
    description: ownDescription,
    image: ownImage,
    pickup: ItemPickup.nullish().describe(means.pickup),
  })
  .refine((texts) => Object.keys(texts).length > 0, "names nothing to change");

/** A missing field stays. null clears it, so that its value is inherited. */
export const EditFields = z.object({
  hidden: z.boolean().nullish().describe(means.hidden),
  hiddenUntil: time("2026-01-31T09:00:00Z").nullish().describe(means.hiddenUntil),
  hiddenWhile: HiddenWhile.nullish().describe(means.hiddenWhile),
  channels: z.array(ChannelName).max(20).nullish().describe(means.channels),
  title: ownTitle,
  description: ownDescription,
  brand: text(editLimits.brand).nullish().describe(means.brand),
  image: ownImage,
  for: z
    .strictObject({ search: SearchTexts.nullable().describe(means.search) })
    .nullish()
    .describe(means.for),
});

/** `image` wins over `images`. */
const withImage = <Body extends { image?: string[] | null | undefined; images?: string[] | null | undefined }>({
  images,
  ...body
}: Body) => (images === undefined ? body : { image: images, ...body });

export const Customization = z.object({
  id: idOf("customization"),
  barcode: barcodeShown,
  storeId: z.string().nullable().describe("UUID of the store of the edit; null: all stores"),
  hidden: z.boolean().nullable().describe(means.hidden),
  hiddenUntil: z.string().nullable().describe(means.hiddenUntil),
  hiddenWhile: z
    .object({
      priceUnder: z.number().optional().describe(means.priceUnder),
      quantityUnder: z.number().optional().describe(means.quantityUnder),
    })
    .nullable()
    .describe(means.hiddenWhile),
  channels: z.array(z.string()).nullable().describe(means.channels),
  title: z.string().nullable().describe(means.title),
  description: z.string().nullable().describe(means.description),
  brand: z.string().nullable().describe(means.brand),
  image: z.array(z.string()).nullable().describe(means.image),
  for: z
    .object({
      search: z
        .object({
          title: z.string().nullable().describe(means.title),
          description: z.string().nullable().describe(means.description),
          image: z.array(z.string()).nullable().describe(means.image),
          pickup: ItemPickup.nullable().describe(means.pickup),
        })
        .describe(means.search),
    })
    .nullable()
    .describe(means.for),
  createdAt,
  updatedAt,
  version: z.int().describe("Number of changes, from 1. `If-Match` compares it"),
  notShownIn: NotShownIn.optional().describe("Only in the answer to an edit for all stores"),
});
export type Customization = z.infer<typeof Customization>;

export const Edited = Customization.extend({
  id: z.string().nullable().describe("null: no record exists, and the edit leaves none. Then the `version` is 0"),
});
export type Edited = z.infer<typeof Edited>;

export const EditBody = bodyOf(EditFields.shape).refine(
  (body) => Object.keys(body).length > 0,
  "names nothing to change",
);
export type Edits = z.infer<typeof EditBody>;

/** Of a record that is sent back. It must not differ from the path. */
const sentBack = { storeId: z.unknown().optional() };

/** A longer text is refused later (`EditBody`), unless GET answers it. */
const sentText = (max: number, ofFeed: number) =>
  storableText
    .trim()
    .max(ofFeed, `must be at most ${max} characters`)
    .nullish()
    .describe(`At most ${max.toLocaleString("en")} characters, unless it is the text that GET answers`);

/** The list of an item without images is empty. */
const sentImages = z.array(imageUrl).max(1_000, "must hold at most 1,000 images").nullish();

const SentRecord = Customization.extend(Object.fromEntries(shownFields.map((field) => [field, z.unknown()])));

/** GET's own values are no edits (`changedOnly`). */
const SentEdit = patchOf(
  {
    ...EditFields.shape,
    ...sentBack,
    updatedAt: z.unknown().optional(),
    image: sentImages.describe(means.image),
    images: sentImages.describe("Another name of `image`"),
    title: sentText(editLimits.title, 500),
    description: sentText(editLimits.description, 20_000),
    brand: sentText(editLimits.brand, 200),
  },
  SentRecord,
).transform(({ updatedAt, ...body }) => {
  return { ...withImage(body), isRecord: updatedAt !== undefined || body.images !== undefined };
});

export const EditProduct = z.strictObject({
  retailerId: z.string(),
  storeId: z.string().optional(),
  barcode: z.string(),
  ifVersion: z.int().min(0).optional().describe("The version that the edit starts from; 0: there is no edit yet"),
  body: SentEdit,
});
export type EditProduct = z.infer<typeof EditProduct>;

/** The batch and serial of a GS1 code are not stored. */
export const Barcode = barcode(text(2_000)).describe(
  "Of the product, in any spelling that a stock line can have. Prefer text: a number has no leading zeros",
);

/** The body of POST. Named fields may all be null. */
const posted = {
  barcode: Barcode,
  ...EditFields.shape,
  images: EditFields.shape.image.describe("Another name of `image`"),
};
const namesEdit = (body: object): boolean =>
  Object.keys(body).some((field) => field in EditFields.shape || field === "images");
const noEdit = "names nothing to change";

export const PostCustomization = z.strictObject({
  retailerId: z.string(),
  storeId: z.string().optional(),
  body: bodyOf({ ...posted, ...sentBack }, Customization)
    .refine(namesEdit, noEdit)
    .transform(withImage),
});
export type PostCustomization = z.infer<typeof PostCustomization>;

/** Up to 1,000 bodies, each for all stores or for the store in it. */
export const PostBatch = z.strictObject({
  retailerId: z.string(),
  body: listOf(
    bodyOf(
      { ...posted, storeId: z.string().nullish().describe("UUID of the store of the edit; null: all stores") },
      Customization,
    )
      .refine(namesEdit, noEdit)
      .transform(withImage),
    "must be an array of 1 to 1,000 bodies",
  )
    .min(1, "must hold at least one body")
    .max(1_000, "must hold at most 1,000 bodies"),
});
export type PostBatch = z.infer<typeof PostBatch>;

export const PostedCustomization = z.object({ created: z.boolean(), customization: Customization });
export type PostedCustomization = z.infer<typeof PostedCustomization>;

export const ListCustomizations = z.strictObject({
  retailerId: z.string(),
  page: PageOptional.optional(),
  barcode: z.string().optional(),
  storeId: z.uuid("must be the id of a store").optional(),
  hidden: QueryFlag.optional(),
  channel: ChannelName.optional().describe("Only edits whose `channels` name this channel"),
  updatedSince: QueryTime.optional(),
});
export type ListCustomizations = z.infer<typeof ListCustomizations>;

/** How many settings of single stores does an edit for all stores remove? */
export const CountOwnSettings = z.strictObject({
  retailerId: z.string(),
  barcode: z.string(),
  edit: bodyOf(EditFields.pick({ hidden: true, hiddenUntil: true, hiddenWhile: true, channels: true }).shape),
});
export type CountOwnSettings = z.infer<typeof CountOwnSettings>;

export const OwnSettings = z.object({
  stores: z.int().describe("Number of stores with an own visibility or own channels, which the edit removes"),
});
export type OwnSettings = z.infer<typeof OwnSettings>;

export const GetForAllStores = z.strictObject({ retailerId: z.string(), barcode: z.string() });
export type GetForAllStores = z.infer<typeof GetForAllStores>;

export const GetForStore = GetForAllStores.extend({ storeId: z.string() });
export type GetForStore = z.infer<typeof GetForStore>;

export const StoreEdit = z.object({
  edit: Customization.nullable().describe("Of the store alone; null: there is none"),
  forSearch: z
    .object({
      title: z.string().nullable(),
      description: z.string().nullable(),
      image: z.array(z.string()).nullable(),
      pickup: ItemPickup.nullable(),
    })
    .describe(
      "What the edit for all stores gives the search engine where this one has nothing. null: what other channels get",
    ),
});
export type StoreEdit = z.infer<typeof StoreEdit>;

export const GetCustomization = z.strictObject({ retailerId: z.string(), customizationId: z.string() });
export type GetCustomization = z.infer<typeof GetCustomization>;

/** If query and body name a barcode, they must agree. */
export const DeleteCustomization = z.strictObject({
  retailerId: z.string(),
  barcode: z.string().optional(),
  storeId: z.string().optional(),
  body: bodyOf(
    {
      barcode: barcode(z.string()).optional().describe("Of the product"),
      storeId: z.string().nullish().describe("UUID of the store of the edit; null: the edit for all stores"),
    },
    Customization,
  ).optional(),
});
export type DeleteCustomization = z.infer<typeof DeleteCustomization>;
