/** A parsed decimal: sign, whole digits, digits after the point. */
export interface Decimal {
  negative: boolean;
  whole: string;
  fraction: string;
}

const plain = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/;
/** One separator of thousands per number: 1,234,567.5 and 1'234.5 and 1 234.5. A first group has no leading zero. */
const withPoint = /^([+-]?)(\d{1,15}|[1-9]\d{0,2}([,'’\s])\d{3}(?:\3\d{3})*)?(?:\.(\d*))?$/;
const withComma = /^([+-]?)(\d{1,15}|[1-9]\d{0,2}([.'’\s])\d{3}(?:\3\d{3})*)?(?:,(\d*))?$/;
/** In a file with decimal commas, 1.234 can mean a thousand or one. */
const ambiguous = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
/** No number that a line can have is longer. The bound keeps a cell of megabytes cheap. */
export const LONGEST_NUMBER = 64;

/**
 * Parses a number as shops write it: `44.9`, `1,234.50`, `.99`, `1.234,50`. The file decides what `1,234` means.
 * @param commas the file has decimal commas (files with `;`)
 * @returns null for any other text, and for an ambiguous number
 */
export function readDecimal(text: string, commas: boolean): Decimal | null {
  const match = plain.exec(text);
  if (match && !commas) return decimal(match[1], match[2], match[3]);
  if (text.length > LONGEST_NUMBER || (commas && ambiguous.test(text))) return null;
  return matched(text, commas ? withComma : withPoint) ?? matched(text, commas ? withPoint : withComma);
}

function matched(text: string, pattern: RegExp): Decimal | null {
  const [, sign, whole = "", , fraction = ""] = pattern.exec(text) ?? [];
  return whole || fraction ? decimal(sign, whole, fraction) : null;
}

function decimal(sign: string | undefined, whole = "", fraction = ""): Decimal {
  return { negative: sign === "-", whole: whole.replace(/\D/g, ""), fraction };
}

/**
 * Rounds half up (by magnitude) to `places` decimals.
 * @returns the integer number of units of the last place: 1.235 to two places is 124. Exact up to 2^53
 */
export function roundHalfUp(decimal: Decimal, places: number): number {
  const kept = decimal.fraction.slice(0, places).padEnd(places, "0");
  const units = Number(decimal.whole + kept) + ((decimal.fraction[places] ?? "0") >= "5" ? 1 : 0);
  return decimal.negative && units !== 0 ? -units : units;
}
