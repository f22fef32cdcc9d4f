const separators = /[\s\u2010-\u2015-]/g;
/** Digits with hyphens, blanks or the `.0` of a number, and the X of an ISBN. */
const written = /^\d[\d\s.\u2010-\u2015-]{6,30}[\dXx]$/;
const ISBN_LENGTH = 10;

/** The text inside `="…"`, or behind `'`: spreadsheets and shops protect digits in this way. */
export function unprotected(text: string): string {
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).trim();
  if (!text.startsWith("'")) return text;
  return (text.length > 2 && text.endsWith("'") ? text.slice(1, -1) : text.slice(1)).trim();
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

/**
 * A barcode as it is stored: trimmed, without the protection of spreadsheets. A valid GTIN or ISBN loses hyphens, blanks and `.0`,
 * and an ISBN-10 becomes its ISBN-13. Any other text keeps its spelling.
 */
export function cleanBarcode(text: string): string {
  const bare = unprotected(text.trim());
  if (!written.test(bare)) return bare;
  const digits = bare.replace(/\.0+$/, "").replace(separators, "");
  if (digits.length === ISBN_LENGTH && isIsbn10(Buffer.from(digits), 0)) {
    const book = `978${digits.slice(0, -1)}`;
    return `${book}${checkDigit(book)}`;
  }
  return isGtin(digits) ? digits : bare;
}
