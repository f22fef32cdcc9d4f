/** How numbers of a format are shown, as far as it matters whether they can be taken for a price or a barcode. */
export type NumberFormat = "date" | "percent" | "plain" | { digits: number };

/** The formats that files name by number alone. */
export function builtInFormat(id: number): NumberFormat {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  if (isDate) return "date";
  return id === 9 || id === 10 ? "percent" : "plain";
}

/** Spreadsheets take no longer ones. */
const LONGEST_CODE = 255;

/** A format's own code, such as `0000000000000` or `dd/mm/yyyy`. */
export function formatOf(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return "plain";
  if (/^0+$/.test(code)) return { digits: code.length };
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general/gi, "");
  if (/[dmyhs]/i.test(bare)) return "date";
  return bare.includes("%") ? "percent" : "plain";
}

/** Spreadsheets hold a number in 15 digits. */
const DIGITS = 15;
const MILLISECONDS = 86_400_000;
/** Days between the calendar's beginning in a spreadsheet, of 1900 or of 1904, and 1970. */
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
 * A number as its cell shows it: `<v>` and the cell's format. From 10^15 on, where a spreadsheet has rounded it, with an exponent.
 * Dates as ISO 8601, so that what a spreadsheet took for a date is taken for no price.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === "date") return dateText(number, is1904);
  const shown = Number(number.toPrecision(DIGITS));
  if (format === "percent") return `${Number((shown * 100).toPrecision(DIGITS))}%`;
  if (Math.abs(shown) >= 10 ** DIGITS) return shown.toExponential();
  const text = Object.is(shown, -0) ? "0" : String(shown);
  return format !== "plain" && /^\d+$/.test(text) ? text.padStart(format.digits, "0") : text;
}
