import { type BarcodePlace, cleanBarcode, gtinWithin, spelledBarcode } from "./barcode.ts";

/** A number with fewer digits is a shop's own number. Its leading zeros count. */
const SHORTEST_GTIN = 7;

/** The key of a clean barcode, as of a line that is read. */
export function keyOf(barcode: string): string {
  if (barcode.charCodeAt(0) !== 48 || !/^0+[0-9]+$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, "");
  return digits.length >= SHORTEST_GTIN ? digits : barcode;
}

/**
 * The key that identifies an item. Leading zeros of ASCII digits are removed if at least 7 digits remain, because
 * spreadsheets drop them. Any other barcode is its own key, and its case counts. The spelling of a GTIN or ISBN does not matter.
 */
export const itemKeyOf = (text: string): string => keyOf(cleanBarcode(text));

/** A barcode as a person, a till or a file writes it. */
export interface ReadBarcode {
  barcode: string;
  /** The key of the spelling itself, if the GTIN in it has another key. An item that exists with this key keeps it. */
  exactKey?: string;
}

export function readBarcode(text: string, place?: BarcodePlace): ReadBarcode {
  const spelled = spelledBarcode(text);
  const barcode = gtinWithin(spelled, place);
  const exactKey = barcode === spelled ? undefined : keyOf(spelled);
  return exactKey === undefined || exactKey === keyOf(barcode) ? { barcode } : { barcode, exactKey };
}
