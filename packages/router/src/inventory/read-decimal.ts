/** A decimal as a shop wrote it: sign, whole digits, digits behind the point. */
export interface Decimal {
  negative: boolean;
  whole: string;
  fraction: string;
}

const plain = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/;
const commaThousands = /^([+-]?)(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const decimalComma = /^([+-]?)(\d{1,15}|\d{1,3}(?:\.\d{3})+),(\d+)$/;
const dotThousands = /^([+-]?)(\d{1,3}(?:\.\d{3}){2,})$/;
/** In a file with decimal commas nobody can tell whether 1.234 is a thousand or one. */
const ambiguous = /^[+-]?\d{1,3}\.\d{3}$/;
const decoration = /[\p{Sc}\s'’]/gu;

/**
 * Reads a number as shops write it: `44.9`, `£1,234.50`, and where `commas` is set (files with `;`) `4,50` and `1.234,50`.
 * @returns null for anything else; nothing is guessed
 */
export function readDecimal(text: string, commas: boolean): Decimal | null {
  const bare = plain.test(text) ? text : text.replace(decoration, "");
  if (commas && ambiguous.test(bare)) return null;
  const match =
    plain.exec(bare) ?? (commas ? (decimalComma.exec(bare) ?? dotThousands.exec(bare)) : commaThousands.exec(bare));
  if (!match) return null;
  const [, sign, whole = "", fraction = ""] = match;
  return { negative: sign === "-", whole: whole.replace(/[.,]/g, ""), fraction };
}

/** Rounds half up (by magnitude) to `places` decimals, exactly: no float is involved. */
export function roundHalfUp(decimal: Decimal, places: number): string {
  const kept = decimal.fraction.slice(0, places).padEnd(places, "0");
  const up = (decimal.fraction[places] ?? "0") >= "5";
  const digits = (BigInt(decimal.whole + kept) + (up ? 1n : 0n)).toString().padStart(places + 1, "0");
  const sign = decimal.negative && /[1-9]/.test(digits) ? "-" : "";
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
