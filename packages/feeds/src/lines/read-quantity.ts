import { type Decimal, type DecimalSign, decimalOf, MAX_NUMBER_LENGTH, readNumber } from "./read-decimal.ts";

/** Words for single units behind a quantity. A word such as `box` or `kg` counts something else, so it is none of them. */
const unit =
  /\s*(?:pcs?|pces?|pieces?|pi[eè]ces?|items?|units?|unit\(s\)|copy|copies|ex|exemplaires?|exemplare?|(?<=\d\+?\s)(?:in stock|available)|ea|each|stk|stck|st|stück|stueck|stuks?|uds?|unid|unidad(?:es)?|pzs?|pezz[io]|szt|ks|nos|kpl|db|adet|шт|個|点)\.?$/iu;

/** Whether a text is a word for single units, or nothing. */
export const isSingle = (text: string): boolean => text.length <= MAX_NUMBER_LENGTH && text.replace(unit, "") === "";

/** The number in a quantity: without a unit, and with the minus of accountants (`(3)`) and of SAP (`3-`) in front. */
function numberIn(text: string): string {
  if (text.length > MAX_NUMBER_LENGTH) return "";
  const bare = text.replace(unit, "");
  const atLeast = /^(?:>=?|≥)\s*(\d.*)$/u.exec(bare)?.[1] ?? /^(\d[^+]*)\+$/.exec(bare)?.[1];
  // More than nothing can be any number.
  if (atLeast !== undefined) return /[1-9]/.test(atLeast) ? atLeast.trim() : "";
  return bare.replace(/^\(([^-]+)\)$|^([^-]+)-$/, (_, inner: string, before: string) => `-${(inner ?? before).trim()}`);
}

const quantityNumber = (text: string) => readNumber(text) ?? readNumber(numberIn(text));

export const quantitySign = (text: string): DecimalSign | undefined => quantityNumber(text)?.shows;

/**
 * Parses a quantity: `12`, `12.5`, `12 pcs`, `(3)`, `3-`. `10+` and `>10` are 10, because at least that many are there.
 * @param sign of its column; null: unknown; undefined: not asked yet
 * @returns "ambiguous" for a number that can be a thousand or one, null for any other text
 */
export const readQuantity = (text: string, sign?: DecimalSign | null): Decimal | "ambiguous" | null =>
  decimalOf(quantityNumber(text), sign);

export type StockStatus = "in_stock" | "low_stock" | "out_of_stock";

const words: Record<StockStatus, string> = {
  in_stock: "instock",
  low_stock: "lowstock limitedstock limitedavailability",
  // A customer cannot take these home: pieces that are only shown, or that come later.
  out_of_stock: `outofstock temporarilyoutofstock soldout unavailable discontinued ondisplaytoorder availablefororder
    preorder presale backorder onbackorder sold reserved damaged quarantine blocked reserviert verkauft gesperrt defekt`,
};
const statuses = new Map(
  Object.entries(words).flatMap(([status, known]) =>
    known.split(/\s+/).map((word) => [word, status as StockStatus] as const),
  ),
);
const MAX_LENGTH = 100;

/**
 * The status that a word of availability means, such as `in_stock`, `Limited availability` or `https://schema.org/InStock`. Case,
 * blanks, `_` and hyphens do not count.
 * Source: Google's specifications of local inventory and of products, schema.org ItemAvailability, WooCommerce's `stock_status`.
 */
export function readAvailability(text: string): StockStatus | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const word = text.toLowerCase().replace(/[\s_-]/g, "");
  return statuses.get(word.replace(/^https?:\/\/schema\.org\//, ""));
}

export const saysNo = (text: string): boolean =>
  /^(?:0|no|false|n|nein|non|nee)$/i.test(text) || readAvailability(text) === "out_of_stock";
const yes =
  /^(?:1|x|y(?:es)?|t(?:rue)?|ja?|o(?:ui)?|s(?:[iì]|í)?|available|(?:sofort )?verfügbar|sofort lieferbar|vorrätig|vorhanden|auf lager|disponibles?|disponibil[ei]|en (?:stock|existencias?)|beschikbaar|(?:op|in) voorraad|voorradig)$/i;
/** A word such as `On order` or `Display` is neither. */
export const saysYes = (text: string): boolean =>
  yes.test(text) || /^(?:in|low)_stock$/.test(readAvailability(text) ?? "");

/** Whether both say that the item is in stock, or that it is not. @param thousandths the quantity */
export const agrees = (status: StockStatus, thousandths: number): boolean =>
  (status === "out_of_stock") === thousandths <= 0;
