/** Makes a search text safe for PostgreSQL. Characters that PostgreSQL cannot store become U+FFFD, which matches no stored text. */
export function sanitizeForPostgres(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** The same for all texts in a value of JSON. */
export function sanitizeJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? sanitizeForPostgres(part) : part));
}

/** Patterns for `ILIKE ALL` that find every word anywhere in a text. `%` and `_` are escaped. */
export function wordPatterns(q: string): string[] {
  return q.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
