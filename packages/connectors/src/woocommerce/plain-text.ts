// Pairs of a name and its character. A space cannot stand here, so nbsp is apart.
const PAIRS =
  "amp & lt < gt > quot \" apos ' ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” bdquo „ laquo « raquo » bull • middot · deg ° times × euro € pound £ copy © reg ® trade ™";
const NAMED = new Map([
  ["nbsp", " "],
  ...[...PAIRS.matchAll(/(\w+) (\S)/g)].map(([, name, char]) => [name, char] as const),
]);

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? entity;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });
}

/** HTML as text: no tags, no scripts and styles, entities decoded, one line break after a block. Takes linear time. */
export function plainText(html: string): string {
  const [start = "", ...scripts] = html.split(/<(?:script|style)\b/i);
  const visible = start + scripts.map((part) => part.replace(/^[\s\S]*?(?:<\/(?:script|style)>|$)/i, "")).join("");
  const text = visible.replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, "\n").replace(/<[/!a-z][^<>]*>/gi, "");
  return decode(text)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
