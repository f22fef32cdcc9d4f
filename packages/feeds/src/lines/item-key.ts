import { cleanBarcode } from "./barcode.ts";

/** A number with fewer digits is a shop's own number. Its leading zeros count. */
const SHORTEST_GTIN = 7;

/**
 * The key that identifies an item. Leading zeros of ASCII digits are removed if at least 7 digits remain, because
 * spreadsheets drop them. Any other barcode is its own key, and its case counts. The spelling of a GTIN or ISBN does not matter.
 */
export function itemKeyOf(text: string): string {
  const barcode = cleanBarcode(text);
  if (barcode.charCodeAt(0) !== 48 || !/^0+[0-9]+$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, "");
  return digits.length >= SHORTEST_GTIN ? digits : barcode;
}
