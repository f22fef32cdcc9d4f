/** Makes a search text safe for PostgreSQL. Characters that PostgreSQL cannot store become U+FFFD, which matches no stored text. */
export function sanitizeForPostgres(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** The same for all texts in a value of JSON. */
export function sanitizeJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? sanitizeForPostgres(part) : part));
}

/** `%` and `_` stand for other characters in LIKE. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Patterns for `ILIKE ALL` that find every word anywhere in a text. */
export function wordPatterns(q: string): string[] {
  return q.split(/\s+/).map((word) => `%${escaped(word)}%`);
}

/** Filters of Prisma for a text in a column. Prisma passes `%` and `_` to LIKE without escaping them. */
export const containing = (text: string) => ({ contains: escaped(text), mode: "insensitive" }) as const;
export const startingWith = (prefix: string) => ({ startsWith: escaped(prefix) });
