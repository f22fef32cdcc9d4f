import type { ConnectorItem } from "../connector.ts";
import type { CatalogObject, Variation, VariationData } from "./answers.ts";

/** Whether a location sells the object. */
export const isPresent = (object: CatalogObject | Variation, location: string): boolean =>
  object.present_at_all_locations === false
    ? (object.present_at_location_ids ?? []).includes(location)
    : !(object.absent_at_location_ids ?? []).includes(location);

/** Whether staff or Square marked the variation as sold out at a location. */
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

/** Whether a location sells the variation. */
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
