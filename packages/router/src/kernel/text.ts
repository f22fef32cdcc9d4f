/** Makes a search text safe for PostgreSQL. Characters that PostgreSQL cannot store become U+FFFD, which matches no stored text. */
export function sanitizeForPostgres(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Patterns for `ILIKE ALL` that find every word anywhere in a text. `%` and `_` are escaped. */
export function wordPatterns(q: string): string[] {
  return q.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
