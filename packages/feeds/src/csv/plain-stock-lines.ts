import { isIsbn10 } from "../lines/barcode.ts";
import type { FeedLine } from "../lines/feed-line.ts";
import { type Condition, LONGEST_BARCODE, type StockField } from "../lines/stock-line.ts";
import type { TakeLine } from "./csv-records.ts";

const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const EQUALS = 61;
const SMALL_E = 101;
const SMALL_X = 120;
const LAST_ASCII = 126;
/** `£` in UTF-8. Prices in British feeds often start with it. */
const POUND = [0xc2, 0xa3] as const;

/** The role of a column. */
const parts: Record<StockField | "none", number> = {
  none: 0,
  barcode: 1,
  price: 2,
  quantity: 3,
  currency: 4,
  condition: 5,
};
const { none: NONE, barcode: BARCODE, price: PRICE, quantity: QUANTITY, currency: CURRENCY } = parts;

/** Maximum whole digits, so that the number in hundredths or thousandths is a small integer in V8. */
const PRICE_DIGITS = 7;
const QUANTITY_DIGITS = 6;

const currencies = new Map(
  Intl.supportedValuesOf("currency").map((code) => [
    (code.charCodeAt(0) << 16) | (code.charCodeAt(1) << 8) | code.charCodeAt(2),
    code,
  ]),
);
const conditions = (["new", "used", "refurbished"] satisfies Condition[]).map((word) => ({
  word,
  bytes: Buffer.from(word),
}));

/** The first characters of the words that `isNoBarcode` knows. */
const wordStarts = new Uint8Array(256);
for (const byte of Buffer.from("-.#nNfFdDtTgGsS")) wordStarts[byte] = 1;

export interface PlainLines {
  delimiter: string;
  newline: string;
  /** Numbers have decimal commas (files with `;`). */
  commas: boolean;
  /** The currency of lines that name none. */
  currency: string;
  /** The number of columns of the header, and the column of each field. */
  columns: number;
  indexes: ReadonlyMap<StockField, number>;
}

/**
 * Optimization: reads a plain stock line byte by byte without a string. A plain line has quotes only around whole fields, a
 * barcode of printable ASCII and plain numbers. For these lines the result equals `readStockLine`. Other lines return -1.
 */
export function createTakePlain(lines: PlainLines, line: (line: FeedLine) => void): TakeLine {
  const delimiter = lines.delimiter.charCodeAt(0);
  const newline = lines.newline.charCodeAt(0);
  const point = (lines.commas ? "," : ".").charCodeAt(0);
  const partOf = new Uint8Array(lines.columns);
  for (const [field, index] of lines.indexes) partOf[index] = parts[field];
  const lastRequired = Math.max(...(["barcode", "price", "quantity"] as const).map((f) => lines.indexes.get(f) ?? 0));
  const taken: FeedLine = {
    ...{ line: 0, bytes: new Uint8Array(), start: 0, end: 0 },
    ...{ pence: 0, thousandths: 0, currency: null, condition: null },
  };
  return (bytes, from, number) => {
    taken.currency = null;
    taken.condition = null;
    let at = from;
    let column = 0;
    let isPounds = false;
    for (;;) {
      let byte = bytes[at] as number;
      const part = partOf[column];
      const isQuoted = byte === QUOTE;
      if (isQuoted) byte = bytes[++at] as number;
      const end = isQuoted ? QUOTE : delimiter;
      if (part === BARCODE) {
        const start = at;
        while (byte >= ZERO && byte <= NINE) byte = bytes[++at] as number;
        let mayBeScientific = false;
        let hasMarks = false;
        let hasLetters = false;
        while (byte !== end && byte !== newline && byte !== RETURN) {
          if (byte < SPACE || byte > LAST_ASCII || byte === QUOTE) return -1;
          if ((byte | SPACE) === SMALL_E) mayBeScientific = true;
          if (byte === MINUS || byte === SPACE || byte === DOT || (byte | SPACE) === SMALL_X) hasMarks = true;
          else if (byte < ZERO || byte > NINE) hasLetters = true;
          byte = bytes[++at] as number;
        }
        const first = bytes[start] as number;
        if (at === start || at - start > LONGEST_BARCODE || first === SPACE || bytes[at - 1] === SPACE) return -1;
        // A GTIN or ISBN with hyphens, blanks or X can have another spelling.
        if (hasMarks && !hasLetters && first >= ZERO && first <= NINE) return -1;
        if (first === APOSTROPHE || first === EQUALS || (at - start === 10 && isIsbn10(bytes, start))) return -1;
        if (mayBeScientific && first >= ZERO && first <= NINE) return -1;
        const length = at - start;
        // A word can stand for no barcode, and a cell can hold several barcodes.
        if (wordStarts[first] && (length <= 7 || length === 11 || length === 14)) return -1;
        if (first === ZERO && (length === 1 || length >= 8) && isZeros(bytes, start, at)) return -1;
        if (hasLetters && length >= 15 && first >= ZERO && first <= NINE) return -1;
        taken.start = start;
        taken.end = at;
      } else if (part === PRICE || part === QUANTITY) {
        if (part === PRICE && byte === POUND[0] && bytes[at + 1] === POUND[1]) {
          at += POUND.length;
          isPounds = true;
          byte = bytes[at] as number;
        }
        const isNegative = part === QUANTITY && byte === MINUS;
        if (isNegative) byte = bytes[++at] as number;
        const start = at;
        let units = 0;
        while (byte >= ZERO && byte <= NINE && at - start <= PRICE_DIGITS) {
          units = units * 10 + byte - ZERO;
          byte = bytes[++at] as number;
        }
        const places = part === PRICE ? 2 : 3;
        if (at === start || at - start > (part === PRICE ? PRICE_DIGITS : QUANTITY_DIGITS)) return -1;
        let place = 0;
        if (byte === point) {
          byte = bytes[++at] as number;
          if (!(byte >= ZERO && byte <= NINE)) return -1;
          for (; byte >= ZERO && byte <= NINE && place < places; place++) {
            units = units * 10 + byte - ZERO;
            byte = bytes[++at] as number;
          }
          // Rounds by the first dropped digit. The later digits do not matter.
          if (byte >= ZERO + 5 && byte <= NINE) units++;
          while (byte >= ZERO && byte <= NINE) byte = bytes[++at] as number;
        }
        for (; place < places; place++) units *= 10;
        if (part === QUANTITY) taken.thousandths = isNegative ? 0 - units : units;
        else if (units > 0) taken.pence = units;
        else return -1;
      } else if (part === NONE) {
        while (byte !== end && byte !== newline) byte = bytes[++at] as number;
      } else if (byte !== end && byte !== newline && byte !== RETURN) {
        if (part === CURRENCY) {
          const code = (byte << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
          const currency = currencies.get(code);
          if (currency === undefined) return -1;
          taken.currency = currency;
          at += 3;
        } else {
          const condition = conditions.find((known) => startsWith(bytes, at, known.bytes));
          if (condition === undefined) return -1;
          taken.condition = condition.word;
          at += condition.bytes.length;
        }
        byte = bytes[at] as number;
      }
      if (isQuoted) {
        if (byte !== QUOTE) return -1;
        byte = bytes[++at] as number;
      }
      at++;
      if (byte === delimiter) {
        column++;
        if (column === partOf.length) return -1;
        continue;
      }
      if (byte === RETURN && newline !== RETURN) byte = bytes[at++] as number;
      if (byte !== newline || column < lastRequired) return -1;
      break;
    }
    if (isPounds && (taken.currency ?? lines.currency) !== "GBP") return -1;
    taken.line = number;
    taken.bytes = bytes;
    line(taken);
    return at;
  };
}

function isZeros(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== ZERO) return false;
  return true;
}

function startsWith(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let n = 0; n < word.length; n++) if (bytes[at + n] !== word[n]) return false;
  return true;
}
