const LENGTHS = [8, 12, 13, 14];

/** GS1 General Specifications §7.9: from the right, every second digit counts three times. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 1 ? 3 : 1);
  return sum % 10 === 0;
}

/** Numbers that GS1 leaves to shops: weighed goods, coupons, house articles. They name another article in every shop. */
const isShopsOwn = (gtin13: string): boolean => /^(02|04|2)/.test(gtin13);

/**
 * The GTIN that an item key is, with the zeros that the key lost; null: it is none, or one that a shop gives to what it likes.
 * A key of 7 digits is that of a GTIN-8 with a zero before it.
 */
export function gtinOf(itemKey: string): string | null {
  if (!/^[0-9]{7,14}$/.test(itemKey)) return null;
  const length = LENGTHS.find((one) => one >= itemKey.length) ?? 0;
  const gtin = itemKey.padStart(length, "0");
  if (!hasCheckDigit(gtin)) return null;
  return length !== 8 && isShopsOwn(gtin.padStart(14, "0").slice(1)) ? null : gtin;
}
