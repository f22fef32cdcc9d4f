import { type Decimal, type DecimalSign, decimalOf, inAscii, MAX_NUMBER_LENGTH, readNumber } from "./read-decimal.ts";

export const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Codes that are words, too. */
const ambiguousCodes = new Set("ALL TOP TRY CUP PEN MOP COP MAD GEL SOS BOB".split(" "));
/** Whether a text can only be the code of a currency. */
export const isCurrencyCode = (text: string): boolean => currencies.has(text) && !ambiguousCodes.has(text);

/** Words that shops write, besides the signs that Intl knows. */
const words: Record<string, readonly string[]> = {
  EUR: ["EURO", "EUROS"],
  CHF: ["FR", "SFR"],
  GBP: ["STG"],
  JPY: ["円", "YEN"],
  CNY: ["元", "RMB"],
  KRW: ["원"],
  INR: ["RS"],
  PKR: ["RS"],
  LKR: ["RS"],
  NPR: ["RS"],
  PEN: ["S/"],
  TRY: ["TL"],
  PLN: ["ZL"],
  AUD: ["AU$"],
  CAD: ["C$", "CAN$"],
};

/** Signs whose bytes were read in another encoding: UTF-8 as Windows-1252, and the pound of code pages 437 and 850. */
const misread = new Map([
  ["Â£", "£"],
  ["Â¥", "¥"],
  ["Â‚¬", "€"],
  ["Œ", "£"],
]);

function symbol(currency: string, locale: string, currencyDisplay: "symbol" | "narrowSymbol"): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
}

const known = new Map<string, Set<string>>();

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

function bare(mark: string): string {
  const text = mark.trim().normalize("NFKC").replace(/\.$/, "").toUpperCase();
  return misread.get(text) ?? text;
}

const digits = new Map<string, number>();

/** 2 for GBP, 0 for JPY, 3 for KWD (ISO 4217). */
export function decimalsOf(currency: string): number {
  let count = digits.get(currency);
  if (count === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
    count = format.maximumFractionDigits ?? 2;
    digits.set(currency, count);
  }
  return count;
}

/** Several currencies share a sign. */
export function isMarkOf(currency: string, text: string): boolean {
  return marksOf(currency).has(bare(text));
}

/** Whether a text is the sign, the code or a word of a currency. */
export function isAnyMark(text: string): boolean {
  const mark = bare(text);
  // A single letter can mean anything.
  if (mark.length < 2) return /\p{Sc}/u.test(mark);
  return currencies.has(mark) || /\p{Sc}/u.test(mark) || [...currencies].some((one) => marksOf(one).has(mark));
}

/** `44,-` is 44, as are `44:-` and `44/-`. */
const noCents = /(?<=\d)[.,:/][-–—]{1,2}(?!.*\d)/s;

/** Says that a price has its tax, or is for one piece. A price without tax, or for a kilogram, has other words, and is rejected. */
const nothingMore =
  /(?:\bTTC|\(?税込\)?|\(?\bin(?:cl?|kl)\.? (?:VAT|MwSt|USt|TVA|IVA|BTW|GST|tax)\.?\)?|\bIVA incl\.?|\/ ?(?:each|ea|pcs?|Stk|St|Stück|stuk|pièce|ud|pz)\.?)$/iu;

/** The number without the texts before and after it. A dot behind a letter belongs to the text: `Rs.100`. */
const parts = /^((?:[^\d.,]|(?<=[^\s\p{Sc}+-])[.,])*)([.,]?\d(?:.*\d)?[.,]?)(\D*)$/su;

function splitPrice(text: string): { number: string; marks: string[] } | undefined {
  const [, before = "", digits, after = ""] =
    parts.exec(inAscii(text).replace(nothingMore, "").replace(noCents, "")) ?? [];
  if (digits === undefined) return undefined;
  const [, minus = "", rest = ""] = /^\s*([+\u2212-]?)(.*)$/s.exec(before) ?? [];
  const sign = minus || (/[+\u2212-]\s*$/.exec(rest)?.[0].trim() ?? "");
  const front = minus ? rest : rest.replace(/[+\u2212-]\s*$/, "");
  return { number: sign + digits, marks: [front, after].filter((mark) => mark.trim() !== "") };
}

/** Whether a text is 0, alone or with signs of currencies. A letter can stand for a digit: `0.0l`. */
export function isZeroPrice(text: string): boolean {
  const { number = "", marks = [] } = splitPrice(text) ?? {};
  return /^[+-]?[0.,\s]+$/.test(number) && marks.every(isAnyMark);
}

/** The decimal sign that the text shows on its own. */
export function shownSign(text: string): DecimalSign | undefined {
  if (text.length > MAX_NUMBER_LENGTH) return undefined;
  return (readNumber(text) ?? readNumber(splitPrice(text)?.number ?? ""))?.shows;
}

/**
 * Parses a price, which can have the sign or the code of its currency: `£1,234.50`, `44.90 GBP`.
 * @param sign of its column; null: unknown; undefined: not asked yet
 * @returns "foreign" for the sign or code of another currency, "ambiguous" for a number that can be a thousand or one, null for any other
 * text
 */
export function readPrice(
  text: string,
  sign: DecimalSign | null | undefined,
  currency: string,
): Decimal | "foreign" | "ambiguous" | null {
  const number = readIn(text, sign, currency);
  if (number || text.length > MAX_NUMBER_LENGTH) return number;
  const price = splitPrice(text);
  const decimal = price && readIn(price.number, sign, currency);
  if (!decimal) return null;
  const { marks } = price;
  if (marks.every((mark) => isMarkOf(currency, mark))) return decimal;
  return marks.every((mark) => !/[+-]/.test(mark) && isAnyMark(mark)) ? "foreign" : null;
}

/** A number in a currency. Without decimals, as in Japan, `1,200` can only be a thousand. */
function readIn(text: string, sign: DecimalSign | null | undefined, currency: string): Decimal | "ambiguous" | null {
  const number = readNumber(text);
  if (!number?.unclear || decimalsOf(currency) > 0) return decimalOf(number, sign);
  return sign === undefined || number.unclear === sign ? "ambiguous" : number.decimal;
}
