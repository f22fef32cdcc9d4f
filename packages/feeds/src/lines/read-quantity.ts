import { type Decimal, type DecimalSign, LONGEST_NUMBER, readDecimal, readNumber } from "./read-decimal.ts";

/** Words for single units behind a quantity. A word such as `box` or `kg` counts something else, so it is none of them. */
const unit =
  /\s*(?:pcs?|pces?|pieces?|pi[eè]ces?|items?|units?|ea|each|stk|stck|st|stück|stueck|stuks?|uds?|unid|unidad(?:es)?|pzs?|pezz[io]|szt|ks|nos)\.?$/iu;

/** The number in a quantity: without a unit, and with the minus of accountants (`(3)`) and of SAP (`3-`) in front. */
function quantityNumber(text: string): string {
  if (text.length > LONGEST_NUMBER) return "";
  const bare = text.replace(unit, "");
  const atLeast = /^(?:>=?|≥)\s*(\d.*)$/u.exec(bare)?.[1] ?? /^(\d[^+]*)\+$/.exec(bare)?.[1];
  if (atLeast !== undefined) return atLeast.trim();
  return bare.replace(/^\(([^-]+)\)$|^([^-]+)-$/, (_, inner: string, before: string) => `-${(inner ?? before).trim()}`);
}

/** The decimal sign that a quantity shows on its own. */
export const quantitySign = (text: string): DecimalSign | undefined => readNumber(quantityNumber(text))?.shows;

/**
 * Parses a quantity: `12`, `12.5`, `12 pcs`, `(3)`, `3-`. `10+` and `>10` are 10, because at least that many are there.
 * @param sign of its column; null: unknown
 * @returns "ambiguous" for a number that can be a thousand or one, null for any other text
 */
export const readQuantity = (text: string, sign: DecimalSign | null): Decimal | "ambiguous" | null =>
  readDecimal(quantityNumber(text), sign);
