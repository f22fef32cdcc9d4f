/** Fewer digits than this are a shop's own number, in which leading zeros count. */
const SHORTEST_GTIN = 7;

/**
 * What items are compared by (contract §3, Item key): ASCII digits lose their leading zeros, which spreadsheets drop,
 * where at least 7 digits remain; anything else counts exactly, case included.
 */
export function itemKeyOf(barcode: string): string {
  if (barcode.charCodeAt(0) !== 48 || !/^0+[0-9]+$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, "");
  return digits.length >= SHORTEST_GTIN ? digits : barcode;
}

/** `local:en:<country>:<digits padded to 18, or the barcode as it is>` (contract §3). */
export function normalizedId(country: string, item: { itemKey: string; barcode: string }): string {
  const digits = /^[0-9]+$/.test(item.itemKey);
  return `local:en:${country.toLowerCase()}:${digits ? item.itemKey.padStart(18, "0") : item.barcode}`;
}
