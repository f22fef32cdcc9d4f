import sanitizeHtml from "sanitize-html";

/** Makes a search text safe for PostgreSQL. Characters that PostgreSQL cannot store become U+FFFD, which matches no stored text. */
export function sanitizeForPostgres(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Patterns for `ILIKE ALL` that find every word anywhere in a text. `%` and `_` are escaped. */
export function wordPatterns(q: string): string[] {
  return q.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

const basicHtml = {
  allowedTags: ["b", "i", "em", "strong", "p", "br", "ul", "ol", "li"],
  allowedAttributes: {},
} satisfies sanitizeHtml.IOptions;

/** Reduces a description to basic HTML. Other tags are removed and their text stays. Scripts and styles are removed whole. */
export function cleanDescription(html: string): string {
  return sanitizeHtml(html, basicHtml).trim();
}
