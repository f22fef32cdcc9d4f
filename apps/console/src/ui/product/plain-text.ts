const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** A description without its HTML, with line breaks for its paragraphs and items. */
export function plainText(html: string): string {
  const lines = html.replaceAll(/<(?:br ?\/?|\/p|\/li)>/gi, "\n").replaceAll(/<\/?[a-z]{1,10}[^<>]{0,200}>/gi, "");
  return lines.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "").trim();
}
