const GTIN_LENGTHS = [8, 12, 13, 14];

/** GS1 General Specifications §7.9: from the right, every second digit counts three times. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 1 ? 3 : 1);
  return sum % 10 === 0;
}

/** Numbers that each shop uses for its own articles: weighed goods, coupons, house articles. */
const isShopsOwn = (gtin13: string): boolean => /^(02|04|2)/.test(gtin13);

/**
 * The GTIN of an item key, with the leading zeros that the key does not have. Null for other keys and for a shop's own numbers. A
 * key of 7 digits is a GTIN-8 with a leading zero. `isGtin` is the same rule in SQL.
 */
export function gtinOf(itemKey: string): string | null {
  if (!/^[0-9]{7,14}$/.test(itemKey)) return null;
  const length = GTIN_LENGTHS.find((one) => one >= itemKey.length) ?? 0;
  const gtin = itemKey.padStart(length, "0");
  if (!hasCheckDigit(gtin)) return null;
  return length !== 8 && isShopsOwn(gtin.padStart(14, "0").slice(1)) ? null : gtin;
}

export { cleanBarcode, itemKeyOf, readBarcode, rejectedBarcode } from "@highstreet/feeds";

/**
 * `local:en:<COUNTRY>:<key>`. A key without leading zeros and with 7 or more digits is padded to 18 digits. Any other item has its
 * barcode there, so that no two items of a store share an id.
 */
export function normalizedId(country: string, item: { itemKey: string; barcode: string }): string {
  const isPadded = /^[1-9][0-9]{6,}$/.test(item.itemKey);
  return `local:en:${country.toUpperCase()}:${isPadded ? item.itemKey.padStart(18, "0") : item.barcode}`;
}

/** What decides whether a channel shows an item: its effective values. */
export interface Shown {
  hidden: boolean;
  channels: readonly string[] | null;
  /** The channels of the store that a pause stops. */
  paused: readonly string[] | null;
}

export function isVisibleIn({ hidden, channels, paused }: Shown, channel: string): boolean {
  return !hidden && isSelected(channels, channel) && !paused?.includes(channel);
}

export function isSelected(channels: Shown["channels"], channel: string): boolean {
  return channels?.includes(channel) ?? true;
}
