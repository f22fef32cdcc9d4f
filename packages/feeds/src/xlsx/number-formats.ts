import { workbookTooComplex } from "../feed-error.ts";
import { readXml } from "./read-xml.ts";

/** How a format shows numbers. Dates and percentages must not pass as a price or a barcode. `sign`: of a currency, or its code. */
export type NumberFormat = "date" | "percent" | "plain" | { digits: number } | { sign: string };

/** The built-in formats, which files reference by number. */
function builtInFormat(id: number): NumberFormat {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  if (isDate) return "date";
  return id === 9 || id === 10 ? "percent" : "plain";
}

/** Maximum length of a format code in spreadsheets. */
const LONGEST_CODE = 255;

/** Parses a custom format code, such as `0000000000000` or `dd/mm/yyyy`. */
function formatOf(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return "plain";
  if (/^0+$/.test(code)) return { digits: code.length };
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general/gi, "");
  if (/[dmyhs]/i.test(bare)) return "date";
  if (bare.includes("%")) return "percent";
  const sign = /\[\$([^\]-]+)/.exec(code)?.[1] ?? /\p{Sc}/u.exec(code.replace(/\[[^\]]*\]/g, ""))?.[0];
  return sign === undefined ? "plain" : { sign: sign.trim() };
}

/** Significant digits of a number in spreadsheets. */
const DIGITS = 15;
const MILLISECONDS = 86_400_000;
/** Days from the start of a spreadsheet's calendar (1900 or 1904) to 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

function dateText(days: number, is1904: boolean): string {
  const date = new Date(Math.round((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * MILLISECONDS));
  if (Number.isNaN(date.getTime())) return "#####";
  const [day = "", time = ""] = date.toISOString().split(/[T.]/);
  if (days >= 0 && days < 1) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/**
 * The displayed text of a number by its cell's format. Numbers from 10^15 have an exponent, because spreadsheets round them.
 * Dates are ISO 8601, so that a date never passes as a price.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === "date") return dateText(number, is1904);
  const shown = Number(number.toPrecision(DIGITS));
  if (format === "percent") return `${Number((shown * 100).toPrecision(DIGITS))}%`;
  if (Math.abs(shown) >= 10 ** DIGITS) return shown.toExponential();
  const text = Object.is(shown, -0) ? "0" : String(shown);
  const isPadded = typeof format === "object" && "digits" in format && /^\d+$/.test(text);
  return isPadded ? text.padStart(format.digits, "0") : text;
}

/** Maximum number of styles. Spreadsheets allow 65,490 cell styles and fewer number formats. */
const MOST_STYLES = 1 << 16;

/**
 * Reads a workbook's styles.
 * @returns the number formats by the style index of a cell
 * @throws FeedTooComplex, UnrecognisedFeed
 */
export async function readNumberFormats(part: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCells = false;
  const steps = readXml(part, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (own.size > MOST_STYLES || formats.length > MOST_STYLES) throw workbookTooComplex("too many styles");
      if (name === "numFmt") own.set(id, formatOf(formatCode ?? ""));
      else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) formats.push(own.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  for await (const _ of steps);
  return formats;
}
