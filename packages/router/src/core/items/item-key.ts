/** A number with fewer digits is the shop's own number. Its leading zeros count. */
const SHORTEST_GTIN = 7;
const ZERO = 48;

/**
 * The key of an item. ASCII digits lose their leading zeros if at least 7 digits remain, because spreadsheets drop leading zeros.
 * Any other barcode is its own key, with upper and lower case.
 */
export function itemKeyOf(barcode: string): string {
  if (barcode.charCodeAt(0) !== 48 || !/^0+[0-9]+$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, "");
  return digits.length >= SHORTEST_GTIN ? digits : barcode;
}

/** The same for the bytes of a barcode, from `start` to `end`. @returns the start of the key */
export function itemKeyStart(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== ZERO) return start;
  let first = start;
  while (first < end && bytes[first] === ZERO) first++;
  if (end - first < SHORTEST_GTIN) return start;
  for (let at = first; at < end; at++) if (((bytes[at] as number) - ZERO) >>> 0 > 9) return start;
  return first;
}

/** `local:en:<country>:<key>`. A key of digits is padded to 18 digits; any other item has its barcode there. */
export function normalizedId(country: string, item: { itemKey: string; barcode: string }): string {
  const digits = /^[0-9]+$/.test(item.itemKey);
  return `local:en:${country.toLowerCase()}:${digits ? item.itemKey.padStart(18, "0") : item.barcode}`;
}
