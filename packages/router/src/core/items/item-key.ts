export { itemKeyOf, itemKeyStart } from "@highstreet/feeds";

/** `local:en:<country>:<key>`. A key of digits is padded to 18 digits; any other item has its barcode there. */
export function normalizedId(country: string, item: { itemKey: string; barcode: string }): string {
  const digits = /^[0-9]+$/.test(item.itemKey);
  return `local:en:${country.toLowerCase()}:${digits ? item.itemKey.padStart(18, "0") : item.barcode}`;
}
