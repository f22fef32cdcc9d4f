/** A parsed decimal: sign, whole digits, digits after the point. */
export interface Decimal {
  negative: boolean;
  whole: string;
  fraction: string;
}

const plain = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/;
/** One separator of thousands per number: 1,234,567.5 and 1'234.5 and 1 234.5. */
const withPoint = /^([+-]?)(\d{1,15}|\d{1,3}([,'’\s])\d{3}(?:\3\d{3})*)(?:\.(\d+))?$/;
const withComma = /^([+-]?)(\d{1,15}|\d{1,3}([.'’\s])\d{3}(?:\3\d{3})*)(?:,(\d+))?$/;
/** In a file with decimal commas, 1.234 can mean a thousand or one. */
const ambiguous = /^[+-]?\d{1,3}\.\d{3}$/;

/** Removes a currency sign at the start or the end. */
function bare(text: string): string {
  const before = text.replace(/^([+-]?)\s*\p{Sc}\s*/u, "$1");
  if (before !== text) return before;
  // Two steps, because `\s*` in one expression takes quadratic time for a long run of blanks.
  const without = text.replace(/\p{Sc}$/u, "");
  return without === text ? text : without.trimEnd();
}

/**
 * Parses a number as shops write it: `44.9`, `£1,234.50`, and with `commas` (files with `;`) `4,50` and `1.234,50`.
 * @returns null for any other text, and for an ambiguous number
 */
export function readDecimal(text: string, commas: boolean): Decimal | null {
  const match = plain.exec(text);
  if (match && !commas) return decimal(match[1], match[2], match[3]);
  const number = bare(text);
  if (!commas) {
    const [, sign, whole, , fraction] = withPoint.exec(number) ?? [];
    return decimal(sign, whole, fraction);
  }
  if (ambiguous.test(number)) return null;
  const [, sign, whole, , fraction] = withComma.exec(number) ?? [];
  if (whole !== undefined) return decimal(sign, whole, fraction);
  const pointed = plain.exec(number) ?? [];
  return decimal(pointed[1], pointed[2], pointed[3]);
}

function decimal(sign: string | undefined, whole: string | undefined, fraction = ""): Decimal | null {
  return whole === undefined ? null : { negative: sign === "-", whole: whole.replace(/\D/g, ""), fraction };
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
