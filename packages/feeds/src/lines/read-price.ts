import { type Decimal, LONGEST_NUMBER, readDecimal } from "./read-decimal.ts";

/** All ISO 4217 codes. */
export const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Words that shops write, besides the signs that Intl knows. */
const words: Record<string, readonly string[]> = { EUR: ["EURO", "EUROS"], CHF: ["FR", "SFR"], GBP: ["STG"] };

function symbol(currency: string, locale: string, currencyDisplay: "symbol" | "narrowSymbol"): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
}

const known = new Map<string, Set<string>>();

/** The code of a currency and its signs, in capitals. */
function marksOf(currency: string): Set<string> {
  let marks = known.get(currency);
  if (!marks) {
    const signs = [
      symbol(currency, "en", "narrowSymbol"),
      symbol(currency, "en", "symbol"),
      symbol(currency, "en-GB", "symbol"),
    ];
    marks = new Set([currency, ...signs, ...(words[currency] ?? [])].map(bare));
    known.set(currency, marks);
  }
  return marks;
}

const bare = (mark: string): string => mark.trim().replace(/\.$/, "").toUpperCase();

/** Whether a text is the code or a sign of a currency. Several currencies share a sign. */
export function isMarkOf(currency: string, text: string): boolean {
  return marksOf(currency).has(bare(text));
}

function isAnyMark(text: string): boolean {
  const mark = bare(text);
  // A single letter can mean anything.
  if (mark.length < 2) return /\p{Sc}/u.test(mark);
  return currencies.has(mark) || /\p{Sc}/u.test(mark) || [...currencies].some((one) => marksOf(one).has(mark));
}

/** `44,-` is 44. */
const noCents = /(?<=\d)[.,][-–—]{1,2}(?!.*\d)/s;

/** The number without the texts before and after it. */
const parts = /^([^\d.,]*)((?:[.,](?=\d))?\d(?:.*\d)?[.,]?)(\D*)$/s;

/**
 * Parses a price, which can have the sign or the code of its currency: `£1,234.50`, `44.90 GBP`.
 * @param currency of the line
 * @returns "foreign" for the sign or code of another currency, null for any other text
 */
export function readPrice(text: string, commas: boolean, currency: string): Decimal | "foreign" | null {
  const number = readDecimal(text, commas);
  if (number || text.length > LONGEST_NUMBER) return number;
  const [, before = "", digits = "", after = ""] = parts.exec(text.replace(noCents, "")) ?? [];
  const [, minus = "", rest = ""] = /^\s*([+-]?)(.*)$/s.exec(before) ?? [];
  const sign = minus || (/[+-]\s*$/.exec(rest)?.[0].trim() ?? "");
  const front = minus ? rest : rest.replace(/[+-]\s*$/, "");
  const marks = [front, after].filter((mark) => mark.trim() !== "");
  const decimal = readDecimal(sign + digits, commas);
  if (!decimal) return null;
  if (marks.every((mark) => isMarkOf(currency, mark))) return decimal;
  return marks.every((mark) => !/[+-]/.test(mark) && isAnyMark(mark)) ? "foreign" : null;
}
