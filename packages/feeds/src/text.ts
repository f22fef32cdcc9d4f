/** Of a normalized URL, in characters. */
export const MAX_URL_LENGTH = 2_048;

/** Whether PostgreSQL can store a text. PostgreSQL refuses U+0000 and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * The normalized form of a URL (`href` of the WHATWG URL Standard).
 * @param schemes the allowed schemes, without a colon
 * @returns undefined for other text, and for text that PostgreSQL cannot store
 */
export function normalizedUrl(text: string, schemes: readonly string[]): string | undefined {
  if (text.length > MAX_URL_LENGTH || !isStorable(text)) return undefined;
  const url = URL.parse(text);
  if (!url || !schemes.includes(url.protocol.slice(0, -1))) return undefined;
  return url.href.length > MAX_URL_LENGTH ? undefined : url.href;
}

/** Signs with which a formula begins, also in full width (OWASP, CSV injection). */
const signs = new Set("=+-@＝＋－＠");
/** Excel begins a cell behind the list separator of its country, also within quotes. */
const separators = new Set(";|\t\r\n");
const blank = /[\s"]/;

/** Whether a cell can begin behind a character. A spreadsheet passes over blanks and quotes at a beginning. */
const beginsBehind = (character: string, isFirst: boolean): boolean =>
  separators.has(character) || (isFirst && blank.test(character));

/** A text for a cell of CSV, with a `'` before each sign that a spreadsheet with any separator takes for a formula. */
export function protectFormulas(text: string): string {
  let safe = /^[\t\r\n]/.test(text) ? "'" : "";
  let isFirst = true;
  for (const character of text) {
    safe += isFirst && signs.has(character) ? `'${character}` : character;
    isFirst = beginsBehind(character, isFirst);
  }
  return safe;
}

export function withoutProtection(text: string): string {
  let bare = "";
  let isFirst = true;
  for (const [at, character] of text.split("").entries()) {
    if (isFirst && character === "'" && signs.has(text.charAt(at + 1))) continue;
    bare += character;
    isFirst = beginsBehind(character, isFirst);
  }
  return bare;
}
