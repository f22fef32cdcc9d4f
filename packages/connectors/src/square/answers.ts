import { z } from "zod";
import type { ConnectorItem } from "../connector.ts";
import { listOf } from "../limits.ts";

// The fields that the connector reads. Square sends null or nothing for an empty field.
const text = z.string().nullish();
const flag = z.boolean().nullish();
const ids = listOf(z.string()).nullish();

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
  location_overrides: listOf(
    z.object({ location_id: text, price_money: money, sold_out: flag, sold_out_valid_until: text }),
  ).nullish(),
});

const variation = z.object({ ...base, item_variation_data: variationData });

const itemData = z.object({
  name: text,
  is_archived: flag,
  image_ids: ids,
  variations: listOf(variation).nullish(),
});

const catalogObject = z.object({
  ...base,
  item_data: itemData.nullish(),
  item_variation_data: variationData.nullish(),
  image_data: z.object({ url: text }).nullish(),
});

const objects = listOf(catalogObject).default([]);

export type CatalogObject = z.infer<typeof catalogObject>;
export type Variation = z.infer<typeof variation>;
export type VariationData = z.infer<typeof variationData>;

export const locationsAnswer = z.object({
  locations: listOf(z.object({ id: z.string(), name: text, status: text })).default([]),
});

export const catalogAnswer = z.object({ objects, related_objects: objects, cursor: text });

export const countsAnswer = z.object({
  counts: listOf(
    z.object({
      catalog_object_id: z.string(),
      location_id: z.string(),
      quantity: z.string().regex(/^-?\d+(?:\.\d+)?$/),
    }),
  ).default([]),
  cursor: text,
});

export type CatalogAnswer = z.infer<typeof catalogAnswer>;
export type Count = z.infer<typeof countsAnswer>["counts"][number];

export const errorAnswer = z.object({
  errors: listOf(z.object({ code: z.string().regex(/^[A-Z0-9_]{1,60}$/) })),
});

export const isPresent = (object: CatalogObject | Variation, location: string): boolean =>
  object.present_at_all_locations === false
    ? (object.present_at_location_ids ?? []).includes(location)
    : !(object.absent_at_location_ids ?? []).includes(location);

export function isSoldOut({ location_overrides }: VariationData, location: string): boolean {
  const override = location_overrides?.find((one) => one.location_id === location);
  if (!override?.sold_out) return false;
  return !override.sold_out_valid_until || Date.parse(override.sold_out_valid_until) > Date.now();
}

/** The variation's own price. Without one, the first price of a location. */
function priceOf({ price_money, location_overrides }: VariationData): Pick<ConnectorItem, "price" | "currency"> | null {
  for (const money of [price_money, ...(location_overrides ?? []).map((one) => one.price_money)]) {
    if (money?.amount == null || money.amount < 0 || !/^[A-Z]{3}$/.test(money.currency ?? "")) continue;
    const currency = money.currency as string;
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    const amount = String(money.amount).padStart(digits + 1, "0");
    return { price: digits ? `${amount.slice(0, -digits)}.${amount.slice(-digits)}` : amount, currency };
  }
  return null;
}

export function isOnSale(item: CatalogObject, variation: Variation, locations: string[]): boolean {
  if (item.is_deleted || item.item_data?.is_archived) return false;
  if (variation.is_deleted || variation.item_variation_data.sellable === false) return false;
  return locations.some((id) => isPresent(item, id) && isPresent(variation, id));
}

/** Everything but the quantities; null: the variation lacks a barcode or a price. */
export function describe(
  item: CatalogObject,
  { item_variation_data: data }: Variation,
  urls: Map<string, string | null | undefined>,
): Omit<ConnectorItem, "quantities"> | null {
  const barcode = data.upc?.trim() || data.sku?.trim();
  const price = priceOf(data);
  if (!barcode || !price) return null;
  const { name, image_ids, variations } = item.item_data ?? {};
  // Square names the only variation of an item itself, for example "Regular".
  const variant = (variations?.length ?? 0) > 1 ? data.name : null;
  const images = [...(data.image_ids ?? []), ...(image_ids ?? [])].flatMap((id) => urls.get(id) ?? []);
  return {
    barcode,
    ...price,
    title: [name, variant].filter(Boolean).join(" – ") || barcode,
    brand: null,
    images: [...new Set(images)],
  };
}
