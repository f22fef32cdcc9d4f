import { distance } from "fastest-levenshtein";

/** Makes a search text safe for PostgreSQL. Characters that PostgreSQL cannot store become U+FFFD, which matches no stored text. */
export function sanitizeForPostgres(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

export function sanitizeJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? sanitizeForPostgres(part) : part));
}

/** `%` and `_` stand for other characters in LIKE. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Each number of words can be a statement of its own. */
const MAX_WORDS = 8;

/** Patterns for `ILIKE ALL` that find every word anywhere in a text. Only the first 8 words count. */
export function wordPatterns(q: string): string[] {
  const words = q.split(/\s+/).slice(0, MAX_WORDS);
  return words.map((word) => `%${escaped(word)}%`);
}

/** Filters of Prisma for a text in a column. Prisma passes `%` and `_` to LIKE without escaping them. */
export const containing = (text: string) => ({ contains: escaped(text), mode: "insensitive" }) as const;
export const startingWith = (prefix: string) => ({ startsWith: escaped(prefix) });

/** The longest name that gets a suggestion. The cost grows with the product of the lengths. */
const MAX_CHARACTERS = 64;

const MAX_EDITS = 2;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, "");

/** The known name that a misspelled name most likely means; undefined if no name is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_CHARACTERS) return undefined;
  const given = plain(name);
  let nearest: string | undefined;
  // At least half of the characters must be right.
  let least = Math.min(MAX_EDITS, Math.floor(given.length / 2)) + 1;
  for (const candidate of known) {
    const other = plain(candidate);
    if (Math.abs(other.length - given.length) >= least) continue;
    const edits = distance(given, other);
    if (edits < least) [nearest, least] = [candidate, edits];
  }
  return nearest;
}
