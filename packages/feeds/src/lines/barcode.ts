const separators = /[\s\u2010-\u2015-]/g;
/** Digits with hyphens, blanks or the `.0` of a number, and the X of an ISBN. */
const written = /^\d[\d\s.\u2010-\u2015-]{6,30}[\dXx]$/;
/** Several numbers in one cell, with hyphens or blanks within each. */
const several = /^\d[\d\s,;|/\u2010-\u2015-]{12,250}[\dXx]$/;
/** Digits of a spreadsheet with separators of thousands. */
const grouped = /^\d{1,3}([,.'’])\d{3}(?:\1\d{3}){2,3}$/;
const ISBN_LENGTH = 10;
/** No barcode is longer, not even several ones in a cell. The bound keeps the expressions cheap. */
const LONGEST = 256;

/**
 * The text inside `="…"`, or behind `'`: spreadsheets and shops protect digits in this way. Blanks between a delimiter and a quote leave
 * quotes in a value.
 */
export function unprotected(text: string): string {
  if (text.length > 2 && text.startsWith('"') && text.endsWith('"')) return text.slice(1, -1).trim();
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).trim();
  if (!text.startsWith("'") && !text.startsWith("’")) return text;
  return (text.length > 2 && text.endsWith("'") ? text.slice(1, -1) : text.slice(1)).trim();
}

const nothing =
  /^(?:[-–—.]{0,3}|#?n\/a|n\.a\.|none|null|nil|nan|false|true|#(?:ref|value|name|null)[!?]|does not apply|not applicable|total|totals|grand total|summe|gesamt|totaal|totale|0|0{8,14})$/i;

/** Whether a clean barcode is a text that stands for none: `N/A`, `0`, eBay's `Does not apply`, the `Total` of a report. */
export function isNoBarcode(barcode: string): boolean {
  return barcode.length <= ISBN_LENGTH + 4 && nothing.test(barcode);
}

/** Whether digits of the length of a GTIN (8, 12, 13, 14) have a valid check digit. */
export function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  return checkDigit(digits.slice(0, -1)) === digits.charCodeAt(digits.length - 1) - 48;
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    sum += at % 2 === 0 ? digit * 3 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

/** Whether the ten bytes from `start` are a valid ISBN-10. */
export function isIsbn10(bytes: Uint8Array, start: number): boolean {
  let sum = 0;
  for (let at = 0; at < ISBN_LENGTH; at++) {
    const byte = bytes[start + at] as number;
    const isX = at === ISBN_LENGTH - 1 && (byte | 32) === 120;
    if (!isX && (byte < 48 || byte > 57)) return false;
    sum += (isX ? 10 : byte - 48) * (ISBN_LENGTH - at);
  }
  return sum % 11 === 0;
}

/** The digits of a valid GTIN or ISBN; undefined for other text. */
function gtinOf(text: string): string | undefined {
  if (!written.test(text)) return undefined;
  const digits = text.replace(/\.0+$/, "").replace(separators, "");
  if (digits.length === ISBN_LENGTH && isIsbn10(Buffer.from(digits), 0)) {
    const book = `978${digits.slice(0, -1)}`;
    return `${book}${checkDigit(book)}`;
  }
  return isGtin(digits) ? digits : undefined;
}

/** The first of several numbers in one cell, if each is a valid GTIN or ISBN. */
function firstOf(text: string): string | undefined {
  if (!several.test(text)) return undefined;
  const [first, ...rest] = text.split(/\s*[,;|/]\s*|\s+/).map(gtinOf);
  return rest.length && !rest.includes(undefined) ? first : undefined;
}

/**
 * A barcode as it is stored: trimmed, without the protection of spreadsheets. A valid GTIN or ISBN loses hyphens, blanks, `.0` and
 * separators of thousands, and an ISBN-10 becomes its ISBN-13. Of several valid ones the first counts. Any other text keeps its spelling.
 */
export function cleanBarcode(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return unprotected(trimmed);
  // Texts that are copied from web pages can begin and end with invisible characters.
  const bare = unprotected(trimmed.replace(/^\p{Cf}+|\p{Cf}+$/gu, "").trim());
  const known = gtinOf(bare) ?? firstOf(bare);
  if (known !== undefined || !grouped.test(bare)) return known ?? bare;
  const digits = bare.replace(/\D/g, "");
  return digits.length >= 12 && isGtin(digits) ? digits : bare;
}
