export { cleanBarcode, itemKeyOf, readBarcode, rejectedBarcode } from "@highstreet/feeds";

/**
 * `local:en:<COUNTRY>:<key>`. A key without leading zeros and with 7 or more digits is padded to 18 digits. Any other item has its
 * barcode there, so that no two items of a store share an id.
 */
export function normalizedId(country: string, item: { itemKey: string; barcode: string }): string {
  const isPadded = /^[1-9][0-9]{6,}$/.test(item.itemKey);
  return `local:en:${country.toUpperCase()}:${isPadded ? item.itemKey.padStart(18, "0") : item.barcode}`;
}
