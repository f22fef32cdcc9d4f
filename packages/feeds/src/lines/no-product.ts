import { cleanBarcode, isGtin, restOf, saysPieces } from "./barcode.ts";
import { type LineRejection, shown } from "./feed-line.ts";
import { currencies } from "./read-price.ts";
import type { RejectedLine, StockLine } from "./stock-line.ts";
import { plain } from "./words-behind.ts";

const totals = new Set(
  `total totals totalsum subtotal grandtotal sum summe gesamt gesamtsumme zwischensumme endsumme insgesamt totaux soustotal somme suma
  sumatotal totaal subtotaal eindtotaal totale subtotale somma totales totalt celkem yhteensä summa soma resumo
  result results ergebnis resultado résultat risultato resultaat razem összesen toplam 合計 小計 総計 итого всего σ gesamtergebnis gesamtwert lagerwert warenwert übertrag mean median average averages avg durchschnitt mittelwert moyenne promedio gemiddelde`.split(
    /\s+/,
  ),
);
/** Other words of the label of a total: `Report total`, `TOTAL 2 items`. */
const labelWords = new Set(
  `grand sub sous report stock store shop inventory overall all of for general général generale general items item products product
  lines line records rows count value quantity qty units pcs amount artikel produkte positionen zeilen menge wert bestand
  articles article produits lignes quantité stock artículos articulos productos líneas lineas cantidad artikelen producten regels
  incl excl inc ex inkl exkl net netto gross brutto vat gst tax mwst ust btw tva iva moms aantal voorraad existencias articoli prodotti righe quantità`.split(
    /\s+/,
  ),
);
const MAX_LENGTH = 100;

/** Whether a text is the label of a total: `Total:`, `Gesamtsumme`, `TOTAL 2 items`, `Report total`. */
export function isTotal(text: string): boolean {
  if (text.length > MAX_LENGTH || !/\p{L}/u.test(text)) return false;
  const words = text
    .toLowerCase()
    .split(/[\s:=()#/|]+|-(?=\p{L})|[.,]\s/u)
    .filter(Boolean);
  const rest = words.filter((word) => !totals.has(word.replace(/[.,]$/, "")));
  return (
    rest.length < words.length &&
    rest.every((word) => labelWords.has(word) || currencies.has(word.toUpperCase()) || /^[\d.,]+$/.test(word))
  );
}

/** Whether the last word of a label is that of a total, or also the first one: `Mugs Total`, `Total Mugs`. */
export function isSubtotal(text: string, canBegin: boolean): boolean {
  if (text.length > MAX_LENGTH || !/\s/.test(text.trim())) return false;
  const words = text
    .toLowerCase()
    .split(/[\s:()-]+/)
    .filter(Boolean);
  return words.length > 1 && [words.at(-1), canBegin ? words[0] : ""].some((word) => totals.has(word ?? ""));
}

const asDate =
  /^(?:\d{1,2}[-. ]{1,2}(?:Jan|Feb|Mar|Mär|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])|(?:Jan|Feb|Mar|Mär|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])[- ]\d\d|\d{1,2}([/.])\d{1,2}\1\d{4}|\d{4}-\d\d-\d\d|\d{1,2}:\d\d:\d\d)$/;
const grouped = /^\d{1,3}(?:[,'’]\d{3})+$/;
const severalCodes = /^[^\s,;|]{3,}(?:\s*[,;|]\s*[^\s,;|]{3,})+$/;
const rounded = /^[1-9]\d{1,4}[1-9]0{7,}$/;

const multiple = /^\d{1,3}\s?[x×*]\s?\d{8}|\d{8}\s?[x×]\s?\d{1,3}$/i;

/** Why the text of a cell is no code of one product. @param code the barcode in it @param titles of the line, which can stand beside it */
export function noCode(code: string, text: string, titles: readonly string[]): LineRejection | undefined {
  const because = (message: string, reason = "invalid_barcode") => ({
    ...{ field: "barcode", code: reason, value: shown(code) },
    message: `"${shown(code).slice(0, 30)}" ${message}`,
  });
  if (rounded.test(code) && code.length > 10 && !isGtin(code))
    return because("is a rounded number of a spreadsheet; format the column as text.", "scientific_barcode");
  const rest = restOf(text, code);
  const isTitle = titles.some((title) => plain(title) === plain(rest));
  if (multiple.test(text) || (saysPieces(rest) && !isTitle))
    return because("is a number of pieces; write the barcode of the pack, or of one piece.");
  if (/^\d+$/.test(code)) return undefined;
  if (asDate.test(code))
    return because("is a date, which a spreadsheet can make of a code; format the column as text.");
  if (grouped.test(code)) return because("is a number with separators; format the column as text.");
  if (/^https?:\/\//i.test(code)) return because("is a link without a GTIN; write the number of the product.");
  if (severalCodes.test(code) && code.split(/[,;|]/).every((part) => /\d/.test(part)))
    return because("is several codes; write a line for each product.");
  return undefined;
}

/** A text without a digit, or such as `2 items`. */
export const isWord = /^(?:\D+|\(?\d{1,6}\)?\s+\p{L}.*)$/u;

export function noProduct(barcode: string): LineRejection {
  const message = `"${shown(barcode)}" is no barcode: other lines have numbers. Give the product its number or a title, or leave the line out.`;
  return { field: "barcode", code: "missing_barcode", message, value: shown(barcode) };
}

/** Whether a text has the digits of a GTIN and other signs: `5012345678900_1`. */
export const hasDigitsOfGtin = (code: string): boolean =>
  /\D/.test(code) && (code.match(/\p{Nd}/gu)?.length ?? 0) >= 12;

/** Stands for no code in a column of standard codes. In others, it can be a shop's own code. */
export const isPlaceholder = (code: string): boolean => /^(?:na|x{1,20}|nil|tb[acd])$/i.test(code);

export function noStandardCode(code: string): LineRejection {
  const message = `"${shown(code).slice(0, 30)}" is no EAN, UPC or ISBN. Write its digits alone, or send the shop's own codes in a column named SKU.`;
  return { field: "barcode", code: "invalid_barcode", message, value: shown(code) };
}

/** A quote that is not doubled can be an error, and the barcode would name another item. */
export function quoteInBarcode(barcode: string): RejectedLine {
  const message = "The barcode has a quote. If it belongs to the barcode, quote the barcode and write the quote twice.";
  return { barcode: null, field: "barcode", code: "invalid_barcode", message, value: shown(barcode) };
}

export function ambiguousBarcode(value: string): RejectedLine {
  const message = `"${value}" can be an ISBN-10, or a UPC that lost its zeros in a spreadsheet. Write all 12 or 13 digits, or name the column ISBN.`;
  return { barcode: cleanBarcode(value), field: "barcode", code: "ambiguous_barcode", message, value };
}

/** Whether the name of a column says a code of digits alone. */
export const saysStandard = (name: string): boolean =>
  /(?<![a-z])(?:ean|gtin|upc|isbn)/i.test(name) && !/sku|plu|art/i.test(name);

export const possibleTotal = (barcode: string): RejectedLine => ({
  barcode,
  field: null,
  code: "possible_total",
  value: shown(barcode),
  message:
    "The numbers of the last line are the sums of the lines above it. Give the product a title, move its line up, or leave the total out.",
});

/** The sums of the valid lines so far: pence, and thousandths of the quantity. */
export class Sums {
  /** Lines with stock. The numbers of one of them say nothing. */
  #lines = 0;
  #pence = 0;
  #thousandths = 0;
  #penceOfStock = 0;

  /** Whether all codes so far have a digit. */
  hasDigits = true;

  add({ barcode, pence, thousandths }: StockLine): void {
    this.hasDigits &&= /\d/.test(barcode);
    if (thousandths) this.#lines++;
    this.#pence += pence ?? 0;
    this.#thousandths += thousandths ?? 0;
    this.#penceOfStock += ((pence ?? 0) * (thousandths ?? 0)) / 1_000;
  }

  /** Whether the numbers of a last line are the sums of the lines before it, or the value of their stock. */
  are(pence: number | null, thousandths: number | null): boolean {
    if (this.#lines < 2 || thousandths !== this.#thousandths) return false;
    return pence === null || pence === this.#pence || Math.abs(pence - this.#penceOfStock) < 1;
  }
}
