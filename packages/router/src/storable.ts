/**
 * Text to look for: PostgreSQL holds neither NUL nor half a surrogate pair, so a text with one finds only what was stored
 * with the replacement character in its place, that is nothing.
 */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
