import { linesOf, shareOf } from "./files.ts";

interface Kind {
  motif: string;
  words: RegExp;
  category: string;
  brand: string;
  text: string;
}

const NEUTRAL = "gift";
const TINTS: [tint: string, words: RegExp][] = [
  ["pink", /\b(pink|rose|lilac|purple|sweetheart)\b/i],
  ["red", /\b(red|retrospot|strawberry|orange|christmas)\b/i],
  ["blue", /\b(blue|turquoise|silver|zinc|navy)\b/i],
  ["green", /\b(green|garden|herb|mint|woodland)\b/i],
  ["yellow", /\b(yellow|gold|cream|ivory|amber|natural)\b/i],
];
const COLOURS = /\b(red|pink|blue|green|cream|ivory|white|black|silver|gold|purple|yellow|orange|turquoise)\b/gi;
const PATTERNS: [words: RegExp, pattern: string][] = [
  [/retrospot|polka ?dot|spotty|dots/i, "dots"],
  [/paisley/i, "a paisley pattern"],
  [/gingham|check/i, "checks"],
  [/stripe/i, "stripes"],
  [/union (jack|flag)/i, "the Union flag"],
  [/rose|flower|floral|daisy/i, "flowers"],
  [/heart/i, "hearts"],
];

const kinds: Kind[] = linesOf("kinds.tsv").map((line) => {
  const [motif = "", words = "", category = "", brand = "", text = ""] = line.split("\t");
  return { motif, words: new RegExp(`\\b(?:${words})\\b`, "i"), category, brand, text };
});
const other = kinds.find(({ motif }) => motif === NEUTRAL);

function describe(text: string, title: string): string {
  const colours = [...new Set(title.toLowerCase().match(COLOURS) ?? [])].join(" and ");
  const pattern = PATTERNS.find(([words]) => words.test(title))?.[1];
  const count = /\b(?:set|pack|box)(?:\/| of )?(\d+)\b/i.exec(title)?.[1];
  const look = [colours && `in ${colours}`, pattern && `with ${pattern}`].filter(Boolean).join(" ");
  const sentences = [text, look && `${look[0]?.toUpperCase()}${look.slice(1)}.`, count && `A set of ${count}.`];
  return sentences.filter(Boolean).join(" ");
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** The feed of names and pictures. @param pictures the address of the folder of pictures */
export function productLines(pictures: string): string[] {
  const lines = linesOf("products.csv").map((line) => {
    const [, sku = "", given = ""] = /^([^,]*),"?(.*?)"?$/.exec(line) ?? [];
    const words = given.replaceAll('""', '"').replace(/\s+/g, " ").trim();
    const title = `${words.slice(0, 1)}${words.slice(1).toLowerCase()}`;
    const kind = kinds.find((one) => one.words.test(title)) ?? other;
    if (!kind) throw new Error(`kinds.tsv has no line for ${NEUTRAL}.`);
    const [tint] = TINTS.find(([, of]) => of.test(title)) ?? TINTS[Math.floor(shareOf(sku) * TINTS.length)] ?? [];
    const picture = `${pictures}/${kind.motif}-${tint}.webp`;
    return [sku, title, kind.brand, describe(kind.text, title), kind.category, picture].map(quoted).join();
  });
  return ["SKU,Title,Brand,Description,Category,Image", ...lines];
}
