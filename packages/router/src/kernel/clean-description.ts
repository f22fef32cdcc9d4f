import sanitizeHtml from "sanitize-html";

const options = {
  allowedTags: ["b", "i", "em", "strong", "p", "br", "ul", "ol", "li"],
  allowedAttributes: {},
} satisfies sanitizeHtml.IOptions;

/** Basic HTML only (contract §4): other tags go, their text stays; scripts and styles go whole. */
export function cleanDescription(html: string): string {
  return sanitizeHtml(html, options).trim();
}
