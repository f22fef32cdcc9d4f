/** Fewer digits than this are a shop's own number, in which leading zeros count. */
const SHORTEST_GTIN = 7;
const ZERO = 48;

/**
 * What items are compared by (contract §3, Item key): ASCII digits lose their leading zeros, which spreadsheets drop,
 * where at least 7 digits remain; anything else counts exactly, case included.
 */
export function itemKeyOf(barcode: string): string {
  if (barcode.charCodeAt(0) !== 48 || !/^0+[0-9]+$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, "");
  return digits.length >= SHORTEST_GTIN ? digits : barcode;
}

/** The same of a barcode's bytes, from `start` up to `end`: @returns where its key begins */
export function itemKeyStart(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== ZERO) return start;
  let first = start;
  while (first < end && bytes[first] === ZERO) first++;
  if (end - first < SHORTEST_GTIN) return start;
  for (let at = first; at < end; at++) if (((bytes[at] as number) - ZERO) >>> 0 > 9) return start;
  return first;
}

/** `local:en:<country>:<digits padded to 18, or the barcode as it is>` (contract §3). */
export function normalizedId(country: string, item: { itemKey: string; barcode: string }): string {
  const digits = /^[0-9]+$/.test(item.itemKey);
  return `local:en:${country.toLowerCase()}:${digits ? item.itemKey.padStart(18, "0") : item.barcode}`;
}
