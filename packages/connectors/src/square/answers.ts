import { z } from "zod";

// The fields that the connector reads. Square sends null or nothing for an empty field.
const text = z.string().nullish();
const flag = z.boolean().nullish();
const ids = z.array(z.string()).nullish();

const money = z.object({ amount: z.number().int().nullish(), currency: text }).nullish();

const base = {
  type: z.string(),
  id: z.string(),
  is_deleted: flag,
  present_at_all_locations: flag,
  present_at_location_ids: ids,
  absent_at_location_ids: ids,
};

const variationData = z.object({
  item_id: text,
  name: text,
  sku: text,
  upc: text,
  price_money: money,
  sellable: flag,
  image_ids: ids,
  location_overrides: z
    .array(z.object({ location_id: text, price_money: money, sold_out: flag, sold_out_valid_until: text }))
    .nullish(),
});

const variation = z.object({ ...base, item_variation_data: variationData });

const itemData = z.object({
  name: text,
  is_archived: flag,
  image_ids: ids,
  variations: z.array(variation).nullish(),
});

const catalogObject = z.object({
  ...base,
  item_data: itemData.nullish(),
  item_variation_data: variationData.nullish(),
  image_data: z.object({ url: text }).nullish(),
});

const objects = z.array(catalogObject).default([]);

export type CatalogObject = z.infer<typeof catalogObject>;
export type Variation = z.infer<typeof variation>;
export type VariationData = z.infer<typeof variationData>;

/** GET /v2/locations */
export const locationsAnswer = z.object({
  locations: z.array(z.object({ id: z.string(), name: text, status: text })).default([]),
});

/** POST /v2/catalog/search and /v2/catalog/batch-retrieve */
export const catalogAnswer = z.object({ objects, related_objects: objects, cursor: text });

/** POST /v2/inventory/counts/batch-retrieve */
export const countsAnswer = z.object({
  counts: z
    .array(
      z.object({
        catalog_object_id: z.string(),
        location_id: z.string(),
        quantity: z.string().regex(/^-?\d+(?:\.\d+)?$/),
      }),
    )
    .default([]),
  cursor: text,
});

export type CatalogAnswer = z.infer<typeof catalogAnswer>;
export type Count = z.infer<typeof countsAnswer>["counts"][number];

/** The body of a refused call. */
export const errorAnswer = z.object({
  errors: z.array(z.object({ code: z.string().regex(/^[A-Z0-9_]{1,60}$/) })).min(1),
});
