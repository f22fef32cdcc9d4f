/** Maximum length of a URL, in characters of its normalized form. */
export const LONGEST_URL = 2_048;

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
  if (text.length > LONGEST_URL || !isStorable(text)) return undefined;
  const url = URL.parse(text);
  if (!url || !schemes.includes(url.protocol.slice(0, -1))) return undefined;
  return url.href.length > LONGEST_URL ? undefined : url.href;
}
